// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.control.ClusterHangsException;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the control interface's totals into rows of figures for each second. One thread.
 *
 * <p>A rate needs two readings, so the first row of anything has none; unknown figures are NaN and never 0.
 */
final class HistorySampler {

    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;

    private final Control control;
    private final Map<Scope, Past> pasts = new HashMap<>();
    private final OwnJvm jvm = new OwnJvm();
    private final CacheInterval cache = new CacheInterval();
    private long lastNs;
    private boolean isFirst = true;
    private long accepted = -1;
    private long refused;

    HistorySampler(Control control) {
        this.control = control;
    }

    /** Takes the rows of one tick. */
    interface Sink {

        /** False when the figures of a node are not wanted; its cluster's figures include it all the same. */
        boolean wants(Scope node);

        /** Takes the figures of a scope, in the order of its metrics; the array is the receiver's own. */
        void row(Scope scope, double[] row);
    }

    /** The last reading of a scope. */
    private static final class Past {

        private boolean isNew = true;
        private @Nullable Traffic traffic;
        private @Nullable SessionFigures sessions;
        private long selections;
        private long retries;
        private long failedAttempts;
        private @Nullable SampleRates rates;

        /** Made with the first row, since many nodes never get one. */
        SampleRates rates() {
            if (rates == null) {
                rates = new SampleRates(Catalog.NODE.subList(Catalog.sampledFrom(), Catalog.NODE.size()));
            }
            return rates;
        }

        /** Failed attempts since the last reading; none when the count began again. */
        long failedAttempts(long total) {
            long growth = Math.max(0, total - failedAttempts);
            failedAttempts = total;
            return growth;
        }

        @Nullable
        SessionInterval until(SessionFigures now) {
            SessionInterval interval = sessions == null ? null : SessionInterval.between(sessions, now);
            sessions = now;
            return interval;
        }

        @Nullable
        TaskInterval until(Traffic now) {
            TaskInterval interval = traffic == null ? null : TaskInterval.between(traffic, now);
            traffic = now;
            return interval;
        }
    }

    /** Reads everything once; the sink gets nodes, their cluster, and the dispatcher last. */
    void sample(long nowNs, Sink sink) {
        double elapsedS = isFirst ? Double.NaN : (nowNs - lastNs) / NS_PER_S;
        lastNs = nowNs;
        isFirst = false;
        Set<Scope> seen = new HashSet<>();
        double[] whole = absent(Catalog.DISPATCHER.size());
        Arrays.fill(whole, 0, 2, 0);
        int own = Catalog.ownFrom();
        Arrays.fill(whole, own, own + 3, 0);
        TaskInterval all = null;
        SessionInterval ofAll = null;
        for (ClusterView cluster : control.clusters()) {
            double[] row = absent(Catalog.CLUSTER.size());
            SessionsView sessions = sessions(cluster.name());
            SessionInterval flow = sessionFlow(cluster.name(), sessions);
            if (flow != null) {
                flow.fill(row, elapsedS);
                ofAll = ofAll == null ? new SessionInterval() : ofAll;
                ofAll.add(flow);
            }
            TaskInterval interval = cluster(cluster, sessions, elapsedS, row, seen, sink);
            if (interval != null) {
                all = all == null ? new TaskInterval() : all;
                all.add(interval);
            }
            whole[1] += row[1];
            addSessions(row[Catalog.sessions()], whole);
            for (int index = own; index < own + 3; index++) {
                whole[index] += row[index];
            }
        }
        if (all != null) {
            all.fill(whole, elapsedS);
        }
        if (ofAll != null) {
            ofAll.fill(whole, elapsedS);
        }
        dispatcher(whole, elapsedS);
        pasts.keySet().retainAll(seen);
        sink.row(Scope.DISPATCHER, whole);
    }

    /** Sessions that began and ended since the last reading; null while no session was ever seen. */
    private @Nullable SessionInterval sessionFlow(String cluster, SessionsView sessions) {
        Past past = pasts.computeIfAbsent(Scope.cluster(cluster), key -> new Past());
        if (sessions.equals(SessionsView.NONE)) {
            // could not be read: the next reading has nothing to be compared with
            past.sessions = null;
            return null;
        }
        SessionInterval flow = past.until(sessions.total());
        return sessions.total().began() == 0 ? null : flow;
    }

    private @Nullable TaskInterval cluster(
            ClusterView view, SessionsView sessions, double elapsedS, double[] row, Set<Scope> seen, Sink sink) {
        Scope scope = Scope.cluster(view.name());
        seen.add(scope);
        Past past = pasts.computeIfAbsent(scope, key -> new Past());
        boolean isNew = past.traffic == null;
        TaskInterval interval = past.until(view.traffic());
        Map<String, Decision.Candidate> scores = scores(view.name());
        double weights = view.nodes().stream()
                .filter(node -> node.state() == NodeState.UP)
                .mapToDouble(NodeView::weight)
                .sum();
        Map<Scope, double[]> rows = new HashMap<>();
        Map<Scope, Long> selected = new HashMap<>();
        row[0] = 0;
        row[1] = 0;
        addSessions(active(sessions.total(), sessions), row);
        for (NodeView node : view.nodes()) {
            Scope nodeScope = Scope.node(view.name(), node.name());
            seen.add(nodeScope);
            double[] nodeRow = sink.wants(nodeScope) ? absent(Catalog.NODE.size()) : null;
            Long selections = node(node, nodeScope, elapsedS, nodeRow);
            if (selections != null) {
                selected.put(nodeScope, selections);
            }
            if (nodeRow != null) {
                policy(node, scores.get(node.name()), weights, nodeRow);
                addSessions(active(sessions.node(node.name()), sessions), nodeRow);
                rows.put(nodeScope, nodeRow);
            }
            row[0] += node.counts().connections();
            row[1] += node.counts().inFlight();
        }
        long selections = selected.values().stream().mapToLong(Long::longValue).sum();
        rows.forEach((nodeScope, nodeRow) -> {
            Long got = selected.get(nodeScope);
            if (got != null && selections > 0) {
                nodeRow[Catalog.ownFrom() + 2] = PERCENT * got / selections;
            }
            sink.row(nodeScope, nodeRow);
        });
        int own = Catalog.ownFrom();
        row[own] = view.counts().waiting();
        row[own + 1] = isNew ? Double.NaN : rate(view.counts().retriesTotal() - past.retries, elapsedS);
        row[own + 2] = view.counts().up();
        past.retries = view.counts().retriesTotal();
        long failedAttempts = past.failedAttempts(view.counts().failedAttempts());
        if (interval != null) {
            interval.addFailedAttempts(failedAttempts);
            interval.addSelections(selections);
            interval.fill(row, elapsedS);
        }
        sink.row(scope, row);
        return interval;
    }

    /**
     * Fills a node's row and gives its selections since the last reading; null when it was not there or began again.
     *
     * @param row null when nobody wants it
     */
    private @Nullable Long node(NodeView view, Scope scope, double elapsedS, double @Nullable [] row) {
        Past past = pasts.computeIfAbsent(scope, key -> new Past());
        boolean isNew = past.isNew;
        past.isNew = false;
        long selections = view.counts().started() - past.selections;
        past.selections = view.counts().started();
        long failedAttempts = past.failedAttempts(view.counts().failed());
        if (row == null) {
            past.traffic = null;
            return isNew || selections < 0 ? null : selections;
        }
        TaskInterval interval = past.until(view.traffic());
        row[0] = view.counts().connections();
        row[1] = view.counts().inFlight();
        if (interval != null && selections >= 0) {
            interval.addFailedAttempts(failedAttempts);
            interval.addSelections(selections);
            interval.fill(row, elapsedS);
        }
        past.rates().fill(view.agent(), row, Catalog.sampledFrom(), lastNs);
        return isNew || selections < 0 ? null : selections;
    }

    /** True for the name of a file of a scope that the last reading had. */
    boolean isOfOneHere(String file) {
        return file.equals(Scope.DISPATCHER.file())
                || pasts.keySet().stream().anyMatch(scope -> scope.file().equals(file));
    }

    /** True for a scope that the last reading had. */
    boolean has(Scope scope) {
        return scope.equals(Scope.DISPATCHER) || pasts.containsKey(scope);
    }

    private static void policy(NodeView view, Decision.@Nullable Candidate candidate, double weights, double[] row) {
        int own = Catalog.ownFrom();
        boolean isUp = view.state() == NodeState.UP;
        if (candidate != null && Double.isFinite(candidate.score())) {
            row[own] = candidate.score();
        }
        if (weights > 0) {
            row[own + 1] = isUp ? PERCENT * view.weight() / weights : 0;
        }
        if (view.agent().ageMs() >= 0) {
            row[own + 3] = view.agent().ageMs();
        }
        if (view.agent().pullMs() >= 0) {
            row[own + 4] = view.agent().pullMs();
        }
        row[own + 5] = view.weight();
        row[own + 6] = isUp ? PERCENT : 0;
    }

    /** Unknown where no session was ever seen, as in a cluster whose application has none. */
    private static double active(SessionFigures figures, SessionsView cluster) {
        return cluster.total().began() == 0 ? Double.NaN : figures.active();
    }

    private static void addSessions(double active, double[] row) {
        if (!Double.isNaN(active)) {
            double before = row[Catalog.sessions()];
            row[Catalog.sessions()] = active + (Double.isNaN(before) ? 0 : before);
        }
    }

    private SessionsView sessions(String cluster) {
        try {
            return control.sessions(cluster);
        } catch (UnknownNameException | ClusterHangsException e) {
            return SessionsView.NONE;
        }
    }

    private Map<String, Decision.Candidate> scores(String cluster) {
        Map<String, Decision.Candidate> scores = new HashMap<>();
        try {
            control.explain(cluster).forEach(candidate -> scores.put(candidate.node(), candidate));
        } catch (UnknownNameException | ClusterHangsException e) {
            return Map.of();
        }
        return scores;
    }

    private void dispatcher(double[] row, double elapsedS) {
        long nowAccepted = 0;
        long nowRefused = 0;
        for (ListenerView listener : control.dispatcher().listeners()) {
            row[0] += listener.traffic().open();
            nowAccepted += listener.traffic().accepted();
            for (long count : listener.traffic().refused().values()) {
                nowRefused += count;
            }
        }
        int next = Catalog.dispatcherFrom();
        row[next] = accepted < 0 ? Double.NaN : rate(nowAccepted - accepted, elapsedS);
        row[next + 1] = accepted < 0 ? Double.NaN : rate(nowRefused - refused, elapsedS);
        accepted = nowAccepted;
        refused = nowRefused;
        jvm.fill(row, next + 2, elapsedS);
        cache.fill(control.cache().view(), row, Catalog.cacheFrom(), elapsedS);
    }

    private static double rate(long growth, double elapsedS) {
        return growth < 0 ? Double.NaN : growth / elapsedS;
    }

    private static double[] absent(int size) {
        double[] row = new double[size];
        Arrays.fill(row, Double.NaN);
        return row;
    }
}
