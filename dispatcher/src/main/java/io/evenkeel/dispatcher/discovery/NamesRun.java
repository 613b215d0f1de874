// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The names of the file's nodes, looked up again when their answers have aged. A node stays where it is for as long as
 * its address is among those of its name; no failure moves it. Threads: one steps; {@link #settle} is for any.
 */
final class NamesRun {

    /** Of so many names at most the answers are awaited at a time. */
    private static final int MOST_OPEN = 16;

    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final long LEAST_NS = 1_000_000_000L;
    private static final String LOCALHOST = "localhost";

    private final NameLookup lookup;
    private final SplittableRandom random;
    private final EventLogger log;
    private final Runnable wake;
    private final Map<String, NameState> names = new LinkedHashMap<>();

    /** The addresses that nodes have moved to. */
    private final Map<NodeKey, InetAddress> moved = new HashMap<>();

    private record NodeKey(String cluster, String node, String host) {}

    /** One name. */
    private static final class NameState {
        private @Nullable CompletableFuture<NameLookup.Found> pending;
        private long askedNs;
        private long dueNs;
        private int row;
        private List<InetAddress> last = List.of();
    }

    NamesRun(NameLookup lookup, SplittableRandom random, EventLogger log, Runnable wake) {
        this.lookup = lookup;
        this.random = random;
        this.log = log;
        this.wake = wake;
    }

    /** True for a node whose host may lead to another address some day. */
    static boolean isNamed(NodeSettings node) {
        String host = node.address().host();
        return !host.equals(LOCALHOST) && AcceptedNodes.literal(host) == null && host.indexOf(':') < 0;
    }

    /** Follows the names of these clusters of the file from now on, and no others. */
    synchronized void follow(Iterable<ClusterSettings> file, long nowNs) {
        Set<String> hosts = new HashSet<>();
        Set<NodeKey> keys = new HashSet<>();
        for (ClusterSettings cluster : file) {
            for (NodeSettings node : cluster.nodes()) {
                if (isNamed(node)) {
                    hosts.add(node.address().host());
                    keys.add(key(cluster.name(), node));
                }
            }
        }
        names.keySet().retainAll(hosts);
        moved.keySet().retainAll(keys);
        for (String host : hosts) {
            names.computeIfAbsent(host, name -> {
                NameState state = new NameState();
                // it was looked up when its node joined
                state.dueNs = nowNs + (long) (LEAST_NS * random.nextDouble());
                return state;
            });
        }
    }

    private static NodeKey key(String cluster, NodeSettings node) {
        return new NodeKey(cluster, node.name(), node.address().host());
    }

    synchronized boolean isIdle() {
        return names.isEmpty();
    }

    /** The moment of the next step, if no answer comes before. */
    synchronized long dueNs(long nowNs) {
        long waitNs = Long.MAX_VALUE / 2;
        for (NameState state : names.values()) {
            long atNs = state.pending == null ? state.dueNs : state.askedNs + PATIENCE_NS;
            waitNs = Math.min(waitNs, atNs - nowNs);
        }
        return nowNs + waitNs;
    }

    /** Takes the answers that have come, and asks for names when it is time to. */
    synchronized void step(long nowNs) {
        int open = 0;
        for (Map.Entry<String, NameState> each : names.entrySet()) {
            NameState state = each.getValue();
            CompletableFuture<NameLookup.Found> pending = state.pending;
            if (pending != null && (pending.isDone() || nowNs - state.askedNs >= PATIENCE_NS)) {
                state.pending = null;
                take(each.getKey(), state, pending, nowNs);
            }
            open += state.pending == null ? 0 : 1;
        }
        for (Map.Entry<String, NameState> each : names.entrySet()) {
            NameState state = each.getValue();
            if (state.pending == null && nowNs - state.dueNs >= 0 && open < MOST_OPEN) {
                open++;
                state.askedNs = nowNs;
                state.pending = lookup.ask(each.getKey());
                state.pending.whenComplete((answer, failure) -> wake.run());
            }
        }
    }

    private void take(String host, NameState state, CompletableFuture<NameLookup.Found> pending, long nowNs) {
        try {
            if (!pending.isDone()) {
                pending.cancel(true);
                throw new IllegalStateException("no answer after " + PATIENCE_NS / 1_000_000 + " ms");
            }
            NameLookup.Found found = pending.get();
            long waitNs = Math.min(
                    SourceRun.MOST_NS, Math.max(LEAST_NS, found.goodFor().toNanos()));
            state.dueNs = nowNs + waitNs;
            if (state.row > 0) {
                log.info("name " + host + " is found again");
            }
            state.row = 0;
            state.last = found.addresses();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException e) {
            state.row++;
            long delayNs =
                    Math.min(SourceRun.MOST_BACKOFF_NS, SourceRun.FIRST_BACKOFF_NS << Math.min(state.row - 1, 6));
            state.dueNs = nowNs + delayNs / 2 + (long) (delayNs / 2.0 * random.nextDouble());
            if (state.row == 1) {
                log.warn("name " + host + " is not found: " + SourceRun.reason(e)
                        + "; its nodes stay at the addresses they have");
            }
        }
    }

    /** Notes where nodes of a cluster have to move to; true when there is one. */
    synchronized boolean settle(Cluster cluster) {
        boolean moves = false;
        for (Node node : cluster.nodes()) {
            NodeSettings settings = node.settings();
            NameState state = names.get(settings.address().host());
            if (state == null || state.last.isEmpty()) {
                continue;
            }
            InetAddress now = node.address().getAddress();
            if (now == null || !state.last.contains(now)) {
                InetAddress next = state.last.get(0);
                InetAddress before = moved.put(key(cluster.name(), settings), next);
                if (!next.equals(before)) {
                    moves = true;
                    log.info(node + ": " + settings.address().host() + " is at " + next.getHostAddress()
                            + " now, not at " + (now == null ? "no address" : now.getHostAddress())
                            + "; new connections go there");
                }
            }
        }
        return moves;
    }

    /** A cluster of the file with the nodes where they have moved to. */
    synchronized ClusterSettings placed(ClusterSettings file) {
        if (moved.isEmpty()) {
            return file;
        }
        List<NodeSettings> nodes = new ArrayList<>();
        for (NodeSettings node : file.nodes()) {
            InetAddress at = moved.get(key(file.name(), node));
            nodes.add(at == null ? node : node.withAt(at));
        }
        return file.withNodes(nodes);
    }

    void close() {
        lookup.close();
    }
}
