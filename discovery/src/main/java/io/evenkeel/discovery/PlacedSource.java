// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.discovery.dns.AddressText;
import io.evenkeel.dispatcher.discovery.NameLookup;
import io.evenkeel.dispatcher.discovery.NameLookup.Found;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source whose nodes may be at names, with the addresses of these names, so that nobody waits for a name server when
 * they join. A name that is not found any more keeps its address; one that never was is left out.
 *
 * <p>A question waits for all its names for {@link #SOON} only. Then it is answered with the nodes whose addresses
 * are known, so that a dead name holds up nobody else's start; the next question gets the rest of the same answer,
 * each part when a further name is found. After {@link #LATEST} no name is awaited any more, and no later question
 * waits for the same lookup again: what is found meanwhile belongs to the next answer. A name whose lookup has failed
 * is looked up again for each question. A name has one lookup at a time, and those that have waited longest come
 * first. Threads: one asks; answers of lookups come on any.
 */
final class PlacedSource implements NodeSource {

    /** So many names are looked up at a time. */
    private static final int AT_A_TIME = 16;

    /** Time after which nodes without an address keep back the others no more. */
    static final Duration SOON = Duration.ofMillis(500);

    /** Time after which they are left out. */
    static final Duration LATEST = Duration.ofSeconds(20);

    private final NodeSource source;
    private final int maxNodes;
    private final Supplier<NameLookup> lookups;
    private final Function<Duration, CompletableFuture<Void>> timers;
    private @Nullable NameLookup names;
    private boolean closed;

    private final Map<String, InetAddress> known = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Set<String> waiting = new LinkedHashSet<>();
    private boolean starting;
    private @Nullable Question question;

    /** An answer of the source on its way, with the names of its nodes. */
    private static final class Question {
        private final SourceAnswer answer;
        private final Set<String> hosts;
        /** The names that it waits for. */
        private final Set<String> missing = new HashSet<>();

        /** The part that is on its way. */
        private CompletableFuture<SourceAnswer> part = new CompletableFuture<>();

        private CompletableFuture<Void> soon = new CompletableFuture<>();
        private CompletableFuture<Void> latest = new CompletableFuture<>();
        /** True when there is a node with an address that no part has told. */
        private boolean news;
        /** True once the last part was told. */
        private boolean whole;

        Question(SourceAnswer answer, Set<String> hosts) {
            this.answer = answer;
            this.hosts = hosts;
        }
    }

    /**
     * @param maxNodes so many names are looked up at most, in the order of their nodes' names
     * @param lookups opens a lookup, when there is a name
     */
    PlacedSource(NodeSource source, int maxNodes, Supplier<NameLookup> lookups) {
        this(
                source,
                maxNodes,
                lookups,
                time -> new CompletableFuture<Void>().completeOnTimeout(null, time.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** @param timers gives what is complete when a time is over; a question completes it sooner, too */
    PlacedSource(
            NodeSource source,
            int maxNodes,
            Supplier<NameLookup> lookups,
            Function<Duration, CompletableFuture<Void>> timers) {
        this.source = source;
        this.maxNodes = maxNodes;
        this.lookups = lookups;
        this.timers = timers;
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        Question rest;
        CompletableFuture<SourceAnswer> part;
        synchronized (this) {
            rest = question;
            if (rest == null || rest.whole) {
                return source.ask().thenCompose(this::place);
            }
            part = new CompletableFuture<>();
            rest.part = part;
        }
        proceed(rest);
        return part;
    }

    private CompletableFuture<SourceAnswer> place(SourceAnswer answer) {
        List<NodeSettings> named = answer.nodes().stream()
                .filter(PlacedSource::isNamed)
                .sorted(Comparator.comparing(NodeSettings::name))
                .toList();
        if (named.isEmpty()) {
            return CompletableFuture.completedFuture(answer);
        }
        Set<String> hosts = new LinkedHashSet<>();
        for (NodeSettings node : named) {
            if (hosts.size() < maxNodes) {
                hosts.add(node.address().host());
            }
        }
        Question asked = new Question(answer, hosts);
        CompletableFuture<SourceAnswer> part = asked.part;
        begin(asked);
        proceed(asked);
        if (!part.isDone()) {
            asked.soon = timers.apply(SOON);
            asked.latest = timers.apply(LATEST);
            asked.soon.thenRun(() -> proceed(asked));
            asked.latest.thenRun(() -> proceed(asked));
            proceed(asked);
        }
        return part;
    }

    private static boolean isNamed(NodeSettings node) {
        return node.at() == null && isName(node.address().host());
    }

    static boolean isName(String host) {
        return !AddressText.isAddress(host);
    }

    private void begin(Question asked) {
        synchronized (this) {
            question = asked;
            known.keySet().retainAll(asked.hosts);
            waiting.retainAll(asked.hosts);
            for (String host : asked.hosts) {
                if (!open.contains(host) && waiting.add(host)) {
                    asked.missing.add(host);
                }
            }
            asked.news = !known.isEmpty() || asked.answer.nodes().stream().anyMatch(node -> !isNamed(node));
            start();
        }
    }

    /** Looks up names that wait, as many as there is room for. The lock is held. */
    private void start() {
        if (starting || closed) {
            return; // a lookup that was answered at once
        }
        starting = true;
        try {
            while (open.size() < AT_A_TIME && !waiting.isEmpty()) {
                Iterator<String> first = waiting.iterator();
                String host = first.next();
                first.remove();
                open.add(host);
                look(host);
            }
        } finally {
            starting = false;
        }
    }

    private void look(String host) {
        CompletableFuture<Found> answer;
        try {
            answer = names().ask(host);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((found, failure) -> take(host, found));
    }

    private NameLookup names() {
        NameLookup present = names;
        if (present == null) {
            present = lookups.get();
            names = present;
        }
        return present;
    }

    private void take(String host, @Nullable Found found) {
        Question asked;
        synchronized (this) {
            open.remove(host);
            asked = question;
            if (found != null && asked != null && asked.hosts.contains(host)) {
                InetAddress before = known.get(host);
                if (before == null || !found.addresses().contains(before)) {
                    known.put(host, found.addresses().get(0));
                    asked.news = true;
                }
            }
            start();
            if (asked == null || !asked.missing.remove(host)) {
                return;
            }
        }
        proceed(asked);
    }

    /** Answers a question if it is time to, with the addresses that are known now. */
    private void proceed(Question asked) {
        CompletableFuture<SourceAnswer> part;
        SourceAnswer answer;
        boolean last;
        synchronized (this) {
            part = asked.part;
            last = asked.missing.isEmpty() || asked.latest.isDone();
            if (part.isDone() || asked.whole || (!last && !(asked.soon.isDone() && asked.news))) {
                return;
            }
            asked.news = false;
            asked.whole = last;
            answer = placed(asked, known, last ? asked.answer.goodFor() : Duration.ZERO);
        }
        part.complete(answer);
        if (last) {
            asked.soon.complete(null);
            asked.latest.complete(null);
        }
    }

    private static SourceAnswer placed(Question asked, Map<String, InetAddress> found, Duration goodFor) {
        SourceAnswer answer = asked.answer;
        List<NodeSettings> nodes = new ArrayList<>();
        int lost = 0;
        int many = 0;
        for (NodeSettings node : answer.nodes()) {
            InetAddress at = found.get(node.address().host());
            if (!isNamed(node)) {
                nodes.add(node);
            } else if (!asked.hosts.contains(node.address().host())) {
                many++;
            } else if (at != null) {
                nodes.add(node.withAt(at));
            } else {
                lost++;
            }
        }
        String remark = joined(answer.remark(), lost, "their names have no address");
        return new SourceAnswer(nodes, goodFor, joined(remark, many, "above 'max-nodes'"));
    }

    private static String joined(String remark, int count, String why) {
        return count == 0 ? remark : remark + (remark.isEmpty() ? "" : "; ") + count + " nodes left out, " + why;
    }

    /** A little more than a question takes when all are slow. */
    @Override
    public Duration patience() {
        return source.patience().plus(LATEST).plusSeconds(1);
    }

    @Override
    public void close() {
        source.close();
        NameLookup present;
        synchronized (this) {
            closed = true;
            present = names;
        }
        if (present != null) {
            present.close();
        }
    }
}
