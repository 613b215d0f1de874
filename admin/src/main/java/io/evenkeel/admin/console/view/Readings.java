// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.control.ClusterHangsException;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dispatcher and compares it with a reading {@value #WINDOW_S} to twice as many seconds older. Any thread; a
 * reading costs some tens of microseconds for each node, and remembers some kilobytes of it.
 */
public final class Readings {

    public static final int WINDOW_S = 5;

    /** The number of events in a reading. */
    public static final int EVENTS = 200;

    private static final long FRESH_NS = 1_000_000_000;
    private static final long OLDEST_NS = 30_000_000_000L;
    private static final Traffic NO_TRAFFIC = Traffic.none();

    private final Control control;
    private final Sparks sparks = new Sparks();
    private Base older = Base.NONE;
    private Base newer = Base.NONE;
    private List<EventView> events = List.of();
    private List<EventLine> lines = List.of();
    private @Nullable Snapshot latest;
    private long latestNs;

    /**
     * Totals to compare with.
     *
     * @param marks by cluster and node; a cluster's own are those of no node
     * @param listeners by name
     */
    private record Base(long atNs, Map<FigureOwner, Rates.RateMark> marks, Map<String, ListenerTraffic> listeners) {
        static final Base NONE = new Base(0, Map.of(), Map.of());
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
        double seconds = older.marks.isEmpty() ? 0 : (nowNs - older.atNs) / 1e9;
        List<ClusterFigures> clusters = new ArrayList<>();
        List<Rates.MarkPair> all = new ArrayList<>();
        Map<FigureOwner, Rates.RateMark> marks = new HashMap<>();
        for (ClusterView view : control.clusters()) {
            SessionsView sessions = sessions(view.name());
            FigureOwner owner = new FigureOwner(view.name(), "");
            Rates.MarkPair span = span(owner, view.traffic(), sessions.total(), marks);
            all.add(span);
            clusters.add(figures(view, Rates.of(List.of(span), seconds), sessions, seconds, marks));
        }
        sparks.note(clusters, nowNs);
        DispatcherView dispatcher = control.dispatcher();
        Map<String, ListenerTraffic> totals = new HashMap<>();
        Map<String, ListenerRates> listeners = new HashMap<>();
        for (ListenerView listener : dispatcher.listeners()) {
            ListenerTraffic before = older.listeners.get(listener.name());
            listeners.put(listener.name(), ListenerRates.of(before, listener.traffic(), seconds));
            totals.put(listener.name(), listener.traffic());
        }
        Snapshot snapshot = new Snapshot(
                nowMs,
                dispatcher,
                Rates.of(all, seconds),
                clusters,
                lines(clusters),
                listeners,
                targets(),
                control.issues());
        rotate(new Base(nowNs, marks, totals));
        latest = snapshot;
        latestNs = nowNs;
        return snapshot;
    }

    /**
     * The rate of a node in the last minutes, a figure for every {@value Sparks#EVERY_S} seconds, oldest first, with
     * spaces between.
     */
    public synchronized String spark(NodeFigures node) {
        return sparks.text(FigureOwner.of(node));
    }

    private Map<String, List<String>> targets() {
        return control.settings().listeners().stream()
                .collect(Collectors.toMap(ListenerSettings::name, ListenerSettings::clusters));
    }

    private void rotate(Base now) {
        if (older.marks.isEmpty() || now.atNs - older.atNs > OLDEST_NS) {
            older = now;
            newer = now;
        } else if (now.atNs - newer.atNs >= WINDOW_S * 1_000_000_000L) {
            older = newer;
            newer = now;
        }
    }

    private ClusterFigures figures(
            ClusterView view,
            Rates rates,
            SessionsView sessions,
            double seconds,
            Map<FigureOwner, Rates.RateMark> marks) {
        Map<String, Double> scores = scores(view.name());
        double weights = view.nodes().stream()
                .filter(NodeView::takesTasks)
                .mapToDouble(NodeView::weight)
                .sum();
        List<NodeFigures> nodes = new ArrayList<>();
        List<NodeView> light = new ArrayList<>();
        for (NodeView node : view.nodes()) {
            SessionFigures its = sessions.nodes().getOrDefault(node.name(), SessionFigures.NONE);
            FigureOwner owner = new FigureOwner(view.name(), node.name());
            Rates own = Rates.of(List.of(span(owner, node.traffic(), its, marks)), seconds);
            NodeView kept = withoutTraffic(node);
            light.add(kept);
            nodes.add(new NodeFigures(
                    view.name(),
                    kept,
                    own,
                    rates.perSecond() > 0 ? Math.min(1, own.perSecond() / rates.perSecond()) : Double.NaN,
                    node.takesTasks() && weights > 0 ? node.weight() / weights : 0,
                    scores.getOrDefault(node.name(), Double.NaN),
                    node.traffic().failures(),
                    its));
        }
        return new ClusterFigures(
                new ClusterView(view.name(), view.policy(), view.counts(), view.outSinceMs(), NO_TRAFFIC, light),
                rates,
                view.traffic().failures(),
                nodes,
                sessions,
                overload(view.name()));
    }

    /** None when the policy hangs, or the cluster has just left. */
    private OverloadCounts overload(String cluster) {
        try {
            return control.overload(cluster);
        } catch (ClusterHangsException | UnknownNameException e) {
            return OverloadCounts.NONE;
        }
    }

    /** None when the policy hangs, or the cluster has just left. */
    private SessionsView sessions(String cluster) {
        try {
            return control.sessions(cluster);
        } catch (ClusterHangsException | UnknownNameException e) {
            return SessionsView.NONE;
        }
    }

    /** The score of each node; none when the policy hangs. */
    private Map<String, Double> scores(String cluster) {
        Map<String, Double> scores = new HashMap<>();
        try {
            for (Decision.Candidate candidate : control.explain(cluster)) {
                scores.put(candidate.node(), candidate.score());
            }
        } catch (ClusterHangsException e) {
            return Map.of();
        }
        return scores;
    }

    /** Distributions are most of what a view holds, and no page shows more of them than the rates. */
    private static NodeView withoutTraffic(NodeView node) {
        return new NodeView(
                node.name(),
                node.address(),
                node.state(),
                node.reason(),
                node.span(),
                node.weight(),
                node.upForMs(),
                node.counts(),
                NO_TRAFFIC,
                node.agent());
    }

    private Rates.MarkPair span(
            FigureOwner owner, Traffic totals, SessionFigures sessions, Map<FigureOwner, Rates.RateMark> marks) {
        Rates.RateMark now = Rates.RateMark.of(totals, sessions.began());
        marks.put(owner, now);
        return new Rates.MarkPair(older.marks.get(owner), now);
    }

    private List<EventLine> lines(List<ClusterFigures> clusters) {
        List<EventView> now = control.events(EVENTS);
        if (!now.equals(events)) {
            events = List.copyOf(now);
            lines = now.stream().map(event -> EventLine.of(event, clusters)).toList();
        }
        return lines;
    }
}
