// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shares of the attempts that nodes got in the last seconds. Any thread. */
final class RecentShares {

    /** The time that a share is of, when there was so much. */
    static final long SPAN_NS = 2_000_000_000L;

    private final Deque<Look> looks = new ArrayDeque<>();

    private record Look(long atNs, Map<String, Long> started) {}

    /** Notes the counts of a moment. */
    synchronized void look(long nowNs, ClusterView view) {
        Map<String, Long> started = new HashMap<>();
        for (NodeView node : view.nodes()) {
            started.put(node.name(), node.counts().started());
        }
        looks.addLast(new Look(nowNs, started));
        while (looks.size() > 2 && nowNs - looks.getFirst().atNs() > SPAN_NS) {
            looks.removeFirst();
        }
    }

    /** The share of a node, from 0 to 1; null when nothing was attempted. */
    synchronized @Nullable Double of(String node) {
        Look first = looks.peekFirst();
        Look last = looks.peekLast();
        if (first == null || last == null) {
            return null;
        }
        long all = 0;
        for (Map.Entry<String, Long> each : last.started().entrySet()) {
            all += each.getValue() - first.started().getOrDefault(each.getKey(), 0L);
        }
        long mine = last.started().getOrDefault(node, 0L) - first.started().getOrDefault(node, 0L);
        return all <= 0 ? null : (double) mine / all;
    }
}
