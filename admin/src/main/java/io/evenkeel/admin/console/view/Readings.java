// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.admin.console.view.Snapshot.StateChange;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dispatcher and compares it with what was read {@value #WINDOW_S} to twice as many seconds before. Any thread; a reading costs
 * some tens of microseconds for each node.
 */
public final class Readings {

    public static final int WINDOW_S = 5;

    private static final long FRESH_NS = 1_000_000_000;
    private static final long OLDEST_NS = 30_000_000_000L;
    private static final int EVENTS = 50;

    private final Control control;
    private final Deque<StateChange> events = new ArrayDeque<>();
    private final Map<String, NodeState> states = new HashMap<>();
    private Base older = Base.NONE;
    private Base newer = Base.NONE;
    private @Nullable Snapshot latest;
    private long latestNs;

    /** Totals to compare with. */
    private record Base(long atNs, Map<String, Traffic> totals) {
        static final Base NONE = new Base(0, Map.of());
    }

    public Readings(Control control) {
        this.control = control;
    }

    /** The last reading when it is of this second, or else a new one. */
    public synchronized Snapshot latest(long nowNs, long nowMs) {
        Snapshot last = latest;
        return last != null && nowNs - latestNs < FRESH_NS ? last : take(nowNs, nowMs);
    }

    /** Reads now. */
    public synchronized Snapshot take(long nowNs, long nowMs) {
        List<ClusterView> views = control.clusters();
        double seconds = older.totals.isEmpty() ? 0 : (nowNs - older.atNs) / 1e9;
        List<ClusterFigures> clusters = new ArrayList<>();
        List<Rates.Span> all = new ArrayList<>();
        Map<String, Traffic> totals = new HashMap<>();
        for (ClusterView view : views) {
            noteStates(view, nowMs);
            clusters.add(figures(view, seconds));
            all.add(span(key(view.name(), ""), view.traffic()));
            totals.put(key(view.name(), ""), view.traffic());
            view.nodes().forEach(node -> totals.put(key(view.name(), node.name()), node.traffic()));
        }
        Snapshot snapshot =
                new Snapshot(nowMs, control.dispatcher(), Rates.of(all, seconds), clusters, List.copyOf(events));
        rotate(new Base(nowNs, totals));
        latest = snapshot;
        latestNs = nowNs;
        return snapshot;
    }

    private void rotate(Base now) {
        if (older.totals.isEmpty() || now.atNs - older.atNs > OLDEST_NS) {
            older = now;
            newer = now;
        } else if (now.atNs - newer.atNs >= WINDOW_S * 1_000_000_000L) {
            older = newer;
            newer = now;
        }
    }

    private ClusterFigures figures(ClusterView view, double seconds) {
        Rates rates = Rates.of(List.of(span(key(view.name(), ""), view.traffic())), seconds);
        Map<String, Double> scores = new HashMap<>();
        for (Decision.Candidate candidate : control.explain(view.name())) {
            scores.put(candidate.node(), candidate.score());
        }
        double weights = view.nodes().stream()
                .filter(Readings::takesTasks)
                .mapToDouble(NodeView::weight)
                .sum();
        List<NodeFigures> nodes = new ArrayList<>();
        for (NodeView node : view.nodes()) {
            Rates own = Rates.of(List.of(span(key(view.name(), node.name()), node.traffic())), seconds);
            nodes.add(new NodeFigures(
                    view.name(),
                    node,
                    own,
                    rates.perSecond() > 0 ? Math.min(1, own.perSecond() / rates.perSecond()) : Double.NaN,
                    takesTasks(node) && weights > 0 ? node.weight() / weights : 0,
                    scores.getOrDefault(node.name(), Double.NaN)));
        }
        return new ClusterFigures(view, rates, nodes);
    }

    private static boolean takesTasks(NodeView node) {
        return node.state() == NodeState.UP || node.state() == NodeState.PROBING;
    }

    private Rates.Span span(String key, Traffic now) {
        return new Rates.Span(older.totals.get(key), now);
    }

    private static String key(String cluster, String node) {
        return cluster + "\n" + node;
    }

    private void noteStates(ClusterView view, long nowMs) {
        for (NodeView node : view.nodes()) {
            NodeState before = states.put(key(view.name(), node.name()), node.state());
            if (before != null && before != node.state()) {
                String reason = node.reason();
                events.addFirst(new StateChange(
                        nowMs,
                        view.name() + "/" + node.name(),
                        before.name().toLowerCase(Locale.ROOT),
                        node.state().name().toLowerCase(Locale.ROOT),
                        reason == null ? "" : reason));
                if (events.size() > EVENTS) {
                    events.removeLast();
                }
            }
        }
    }
}
