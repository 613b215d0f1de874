// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheExplanation.StoredView;
import io.evenkeel.dispatcher.control.CacheExplanation.WayIn;
import io.evenkeel.dispatcher.control.CacheExplanation.WayOn;
import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.edge.EdgeRules;
import io.evenkeel.dispatcher.edge.PathChange;
import io.evenkeel.dispatcher.edge.Route;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.cache.CacheLoop;
import io.evenkeel.dispatcher.exchange.cache.head.EncodedFields;
import io.evenkeel.dispatcher.exchange.cache.head.OriginWords;
import io.evenkeel.dispatcher.exchange.cache.head.Variants;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.ContentCache;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswers;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerForm;
import io.evenkeel.dispatcher.exchange.cache.rule.BypassReason;
import io.evenkeel.dispatcher.exchange.cache.rule.Fitness;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.RequestWriter;
import io.evenkeel.dispatcher.node.Cluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question: the way of a request past the rules of its listener and its route into the cache, step by step as an
 * exchange goes it, without one. Good for one answer; one thread.
 */
final class RequestInquiry {

    private final ListenerRules rules;
    private final Origin origin;
    private final List<String> routes;
    private final @Nullable ContentCache cache;
    private final long nowNs;
    private final RequestHead head = new RequestHead();
    private final RequestHead again = new RequestHead();
    private final HeadBuffer toNode = new HeadBuffer(1024);
    private final RequestTerms terms = new RequestTerms();
    private final CacheKey key = new CacheKey();
    private final List<String> notes = new ArrayList<>();
    private WayIn arrival;

    /** The words of a trusted peer about the origin of the request. */
    private String told = "";

    /** True when the request has credentials, so that not every stored answer is for it. */
    private boolean restricted;

    /**
     * @param routes what each route matches, in words
     * @param origin of the client that would send it
     * @param cache null while no request has come for it
     * @param nowNs the monotonic time
     */
    RequestInquiry(ListenerRules rules, List<String> routes, Origin origin, @Nullable ContentCache cache, long nowNs) {
        this.rules = rules;
        this.routes = routes;
        this.origin = origin;
        this.cache = cache;
        this.nowNs = nowNs;
        this.arrival = new WayIn(rules.listener(), 0, "", "");
    }

    /** Tells what the cache would do with a request. */
    CacheExplanation answer(AskedRequest asked) {
        byte[] request = asked.head();
        if (head.take(request, 0, request.length, rules.limits()) < 0) {
            return ends(head.refusal());
        }
        noteScheme(asked.https(), origin.isHttps(head));
        RoutePath path = new RoutePath();
        Route route = rules.router().find(head, path);
        boolean doubtful = route == null && path.doubtful();
        EdgeRules edge = route == null ? rules.edge() : rules.byRoute().get(route.number());
        HeadBuffer target = null;
        if (route != null) {
            arrival = wayIn(route, edge);
            PathChange change = edge.path();
            if (change != null) {
                target = new HeadBuffer(256);
                doubtful |= !change.write(head, path, target);
            }
        }
        if (edge.access() != null && edge.access().refuses(head, origin)) {
            return ends(Refusal.DENIED);
        } else if (doubtful) {
            return ends(Refusal.BAD_PATH);
        } else if (edge.redirect() != null && edge.redirect().applies(head, origin)) {
            return answer(
                    WayOn.ENDS,
                    "the client is sent elsewhere, by " + edge.redirect().status());
        } else if (route == null) {
            return ends(Refusal.NO_ROUTE);
        }
        CacheRule rule = edge.cache();
        if (rule == null || arrival.cluster().isEmpty() || rules.redirects()) {
            return answer(WayOn.NOT_CACHED, rules.redirects() ? "the listener sends clients to the nodes" : "");
        }
        RequestWriter.write(head, edge.toNode(), target, origin, false, toNode);
        boolean proved = edge.login() != null || origin.isIntroduced();
        if (edge.login() != null) {
            notes.add("It must prove by a password or a token that it may come in, which was not checked here.");
        }
        return inCache(rule, proved);
    }

    private void noteScheme(boolean asked, boolean taken) {
        if (asked != taken) {
            notes.add("Its URL says " + scheme(asked) + ", and the listener takes it for " + scheme(taken)
                    + ": that is what its own TLS says, or a trusted proxy in X-Forwarded-Proto.");
        }
    }

    private static String scheme(boolean https) {
        return https ? "https" : "http";
    }

    private WayIn wayIn(Route route, EdgeRules edge) {
        Cluster cluster = route.cluster(edge.canary(), head, origin);
        return new WayIn(
                rules.listener(),
                route.number() + 1,
                route.number() < routes.size() ? routes.get(route.number()) : "",
                cluster == null ? "" : cluster.name());
    }

    private CacheExplanation inCache(CacheRule rule, boolean proved) {
        if (!head.method().safe()) {
            return answer(WayOn.METHOD, "what is stored for its URL is forgotten when a node answers by 2xx or 3xx");
        }
        terms.read(head);
        if (terms.bypasses() || terms.preconditions()) {
            boolean reads = head.method() == Method.GET || head.method() == Method.HEAD;
            BypassReason reason = reads ? terms.bypass() : null;
            return reason == null ? answer(WayOn.METHOD, "") : answer(WayOn.BYPASS, reason.words() + twisting());
        }
        restricted = proved || terms.authorized();
        told = OriginWords.of(head, origin);
        key.set(head, origin.isHttps(head));
        noteCredentials(rule);
        boolean encodes = rule.settings().encode() && EncodedFields.areWanted(head, terms);
        StoredAnswers resource = cache == null ? null : looked(cache, rule, encodes);
        if (cache == null || resource == null) {
            return missed(rule, WayOn.URI_MISS, "", null);
        }
        StoredAnswer answer = variant(resource, rule);
        if (answer == null) {
            StoredView newest = view(resource, resource.answers().get(0));
            return missed(rule, WayOn.VARY_MISS, difference(resource, rule), newest);
        }
        try {
            return stored(cache, rule, answer, view(resource, answer), encodes);
        } finally {
            answer.release();
        }
    }

    private void noteCredentials(CacheRule rule) {
        if (restricted) {
            notes.add("It has credentials: it gets, and leaves in the cache, only answers that say that they are for"
                    + " everybody (public, s-maxage or must-revalidate).");
        }
        if (terms.cookies() && rule.settings().cookies() == CookieUse.EXPLICIT) {
            notes.add("It has cookies: its answer is stored only if it says public or s-maxage.");
        }
    }

    /** The answer when no stored answer is for the request. */
    private CacheExplanation missed(CacheRule rule, WayOn course, String why, @Nullable StoredView newest) {
        noteFetch(rule, false);
        return found(terms.control().onlyIfCached() ? WayOn.NOT_STORED : course, why, newest);
    }

    /** A stored answer is for the request, fresh or not. */
    private CacheExplanation stored(
            ContentCache mine, CacheRule rule, StoredAnswer answer, StoredView view, boolean encodes) {
        boolean onlyStored = terms.control().onlyIfCached();
        if (isCrowded(mine, answer)) {
            return onlyStored
                    ? found(WayOn.NOT_STORED, "clients that take answers slowly keep too much of its memory", view)
                    : found(WayOn.CROWDED, "", view);
        }
        Fitness fitness = Fitness.of(answer.terms(), terms, answer.ageS(nowNs));
        if (fitness == Fitness.OLD) {
            noteFetch(rule, answer.terms().canBeConfirmed());
        } else if (encodes && answer.mayBeEncoded()) {
            notes.add(
                    answer.isPacked()
                            ? "It takes zstd and its route has encode: the content is sent packed."
                            : "It takes zstd and its route has encode: the content is sent as it is, and packed for"
                                    + " later requests where that makes it smaller.");
        }
        return switch (fitness) {
            case FRESH -> found(WayOn.HIT, "", view);
            case STALE -> found(WayOn.HIT_STALE, "", view);
            case WHILE_REVALIDATED -> found(WayOn.HIT_REFRESHED, "", view);
            case OLD -> found(onlyStored ? WayOn.NOT_STORED : WayOn.STALE, old(answer), view);
        };
    }

    private @Nullable StoredAnswer variant(StoredAnswers resource, CacheRule rule) {
        return Variants.find(resource, rule.scope(), arrival.cluster(), told, restricted, toNode, again);
    }

    /** The stored answers that are looked at: the packed ones where the client takes one of them as it is. */
    private @Nullable StoredAnswers looked(ContentCache mine, CacheRule rule, boolean encodes) {
        StoredAnswers packed = encodes ? mine.peekPacked(key) : null;
        StoredAnswer answer = packed == null ? null : variant(packed, rule);
        if (answer == null) {
            return mine.peek(key);
        }
        boolean sent = answer.mayBeEncoded()
                && !isCrowded(mine, answer)
                && Fitness.of(answer.terms(), terms, answer.ageS(nowNs)) == Fitness.FRESH;
        answer.release();
        return sent ? packed : mine.peek(key);
    }

    private boolean isCrowded(ContentCache mine, StoredAnswer answer) {
        return mine.budget().isCrowded(answer, origin.network())
                && AnswerForm.isLonger(
                        CacheLoop.PIECE, head, terms, answer.terms(), answer.status(), answer.contentLength());
    }

    private String twisting() {
        int line = terms.twistingLine();
        return line < 0 ? "" : " (" + text(head.octets(), head.nameAt(line), head.nameEnd(line)) + ")";
    }

    /**
     * Notes what becomes of the fetch: that somebody fetches the answer already, or that it would not be stored.
     *
     * @param asks true when there is an old answer that a node can confirm
     */
    private void noteFetch(CacheRule rule, boolean asks) {
        if (cache != null && terms.isPlain(head, restricted) && cache.peek(key) == null && cache.wouldRefuse(key)) {
            notes.add("Its answer would not be stored: memory is full, hardly any URL is asked for again, and this one"
                    + " was not asked for lately. The answer to the next request would be.");
        }
        long waitMs = rule.settings().waiting().toMillis();
        boolean others = cache != null && cache.fetches().find(key) != null && !cache.isUnshared(key, nowNs);
        boolean waits =
                terms.mayWait(head, restricted, asks) && !terms.control().onlyIfCached();
        if (others && waits && waitMs > 0) {
            notes.add("Another request is fetching the same answer; this one would wait for it, " + waitMs
                    + " ms at most.");
        }
    }

    /** The first way in which the newest stored answer is for other requests. */
    private String difference(StoredAnswers resource, CacheRule rule) {
        StoredAnswer newest = resource.answers().get(0);
        if (!newest.request().isBeside(rule.scope(), arrival.cluster(), told)) {
            return "they took another route, or the route had other rules, or a trusted peer told another origin";
        } else if (restricted && !newest.terms().shared()) {
            return "the answer does not say that it is for everybody, and this request has credentials";
        }
        boolean read = again.read(toNode.octets(), 0, toNode.length(), RequestLimits.NONE) > 0;
        int field = read ? Variants.differing(newest, again) : -1;
        if (field < 0) {
            return "";
        }
        List<byte[]> names = newest.terms().vary();
        return field < names.size()
                ? "they differ in " + new String(names.get(field), StandardCharsets.ISO_8859_1)
                : "";
    }

    private String old(StoredAnswer answer) {
        String how = answer.terms().canBeConfirmed()
                ? "it is asked whether the answer is still good"
                : "the answer has nothing by which it could be confirmed";
        if (terms.wantsValidated()) {
            return "the client wants no answer that was not confirmed just now; " + how;
        } else if (answer.terms().validate()) {
            return "the answer says no-cache; " + how;
        }
        return answer.ageS(nowNs) < answer.terms().lifetimeS()
                ? "the client wants a younger one, or one that stays fresh for longer; " + how
                : how;
    }

    private StoredView view(StoredAnswers resource, StoredAnswer answer) {
        return new StoredView(
                resource.answers().size(),
                answer.status(),
                answer.ageS(nowNs),
                answer.terms().lifetimeS(),
                answer.contentLength(),
                answer.isPacked(),
                answer.terms().vary().stream()
                        .map(each -> new String(each, StandardCharsets.ISO_8859_1))
                        .toList());
    }

    private static String text(byte[] octets, int from, int to) {
        return new String(octets, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private CacheExplanation ends(Refusal refusal) {
        return answer(WayOn.ENDS, "it is refused by " + refusal.status() + " " + refusal.reason());
    }

    private CacheExplanation answer(WayOn course, String why) {
        return new CacheExplanation(course, why, arrival, "", null, notes);
    }

    private CacheExplanation found(WayOn course, String why, @Nullable StoredView stored) {
        return new CacheExplanation(course, why, arrival, key.toString(), stored, notes);
    }
}
