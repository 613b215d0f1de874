// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The cache's way with a request, if it came now.
 *
 * @param course the way on for the request
 * @param why the reason in words, as the end of a sentence; empty where the course says it all
 * @param arrival the place where the request comes in
 * @param url the URL by which stored answers are found; empty where none is looked for
 * @param stored what is stored for the URL; null for nothing, and where nothing is looked for
 * @param notes sentences about what else would count, such as credentials
 */
public record CacheExplanation(
        WayOn course,
        String why,
        WayIn arrival,
        String url,
        @Nullable StoredView stored,
        List<String> notes) {

    public CacheExplanation {
        notes = List.copyOf(notes);
    }

    /** The ways on for a request. */
    public enum WayOn {
        /** Ends before there is a cache: refused, or sent elsewhere. */
        ENDS("", "It would not come to a cache"),
        /** No cache: its route has none. */
        NOT_CACHED("", "Its route has no cache, so a node would be asked"),
        /** Another method than those that the cache answers. */
        METHOD("fwd=method", "Only GET and HEAD are answered from the cache, so a node would be asked"),
        /** The cache is left aside. */
        BYPASS("fwd=bypass", "The cache is not for it, so a node would be asked"),
        /** The cache is left aside because slow clients keep too much of its memory. */
        CROWDED(
                "fwd=bypass; detail=slow-clients",
                "Clients that take answers slowly keep too much of the cache's memory, so a node would be asked"),
        /** No answer is stored for its URL. */
        URI_MISS("fwd=uri-miss", "Nothing is stored for its URL, so a node would be asked"),
        /** Stored answers are for other requests. */
        VARY_MISS("fwd=vary-miss", "What is stored for its URL is for other requests, so a node would be asked"),
        /** A node would be asked whether the stored answer is still good, or for another one. */
        STALE("fwd=stale", "The stored answer is too old for it, so a node would be asked first"),
        /** A fresh answer is stored. */
        HIT("hit", "The stored answer would be used"),
        /** The lifetime of the stored answer is over, and the client takes it all the same. */
        HIT_STALE("hit", "The stored answer would be used beyond its lifetime, which the client allows"),
        /** The same, while a node is asked in the background. */
        HIT_REFRESHED("hit", "The stored answer would be used while a node is asked for a new one"),
        /** A refusal: there is no stored answer, and its client wants nothing else. */
        NOT_STORED("", "It wants a stored answer only and there is none, so it would get 504");

        private final String said;
        private final String sentence;

        WayOn(String said, String sentence) {
            this.said = said;
            this.sentence = sentence;
        }

        /** The word for programs, such as {@code uri-miss}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** True when the stored answer is used at once. */
        public boolean isHit() {
            return said.equals("hit");
        }
    }

    /**
     * The place where a request comes in.
     *
     * @param route its number in the listener's list, from 1; 0 for none
     * @param matches host and path of the route as the configuration has them; empty for a route that takes all
     * @param cluster the cluster that it would go to; empty for none
     */
    public record WayIn(String listener, int route, String matches, String cluster) {}

    /**
     * A stored answer that would be used or asked about; else the newest of the URL.
     *
     * @param variants the number of answers of the URL
     * @param ageS seconds since its origin made or confirmed it
     * @param lifetimeS seconds for which it is fresh, from then on
     * @param octets of its content
     * @param packed true when it is in the packed tier
     * @param vary the fields that its {@code Vary} names, in lower case
     */
    public record StoredView(
            int variants, int status, long ageS, long lifetimeS, long octets, boolean packed, List<String> vary) {

        public StoredView {
            vary = List.copyOf(vary);
        }

        /** Seconds for which it is still fresh; below 0 when it is not. */
        public long ttlS() {
            return lifetimeS - ageS;
        }
    }

    /** The value of {@code Cache-Status} that the client would see before a node has answered; empty for none. */
    public String cacheStatus() {
        return course.isHit() && stored != null ? "hit; ttl=" + stored.ttlS() : course.said;
    }

    /** The same for people, a sentence each. */
    public List<String> sentences() {
        List<String> all = new ArrayList<>();
        all.add(way());
        all.add(course.sentence + (why.isEmpty() ? "." : ": " + why + "."));
        if (!url.isEmpty()) {
            all.add("Its key is " + url + ".");
        }
        if (stored != null) {
            all.add(answer(stored));
            all.add(freshness(stored));
            if (!stored.vary.isEmpty()) {
                all.add("It is for requests with the same " + String.join(", ", stored.vary)
                        + " (Vary), as nodes get them.");
            }
        }
        all.addAll(notes);
        return all;
    }

    private String way() {
        String listener = "It comes to listener " + arrival.listener;
        if (arrival.route == 0) {
            return listener + ".";
        }
        String route =
                ", takes route " + arrival.route + (arrival.matches.isEmpty() ? "" : " (" + arrival.matches + ")");
        return listener
                + route
                + (arrival.cluster.isEmpty() ? "." : " and belongs to cluster " + arrival.cluster + ".");
    }

    private static String answer(StoredView view) {
        String number = view.variants == 1
                ? "One answer is stored for it, with"
                : view.variants + " answers are stored for it; this one has";
        return number + " status " + view.status + " and " + view.octets + " bytes"
                + (view.packed ? " in the packed tier." : ".");
    }

    private static String freshness(StoredView view) {
        String age = "It is " + view.ageS + " s old";
        return view.ttlS() > 0
                ? age + " and fresh for " + view.ttlS() + " s more."
                : age + " and was fresh for " + view.lifetimeS + " s.";
    }
}
