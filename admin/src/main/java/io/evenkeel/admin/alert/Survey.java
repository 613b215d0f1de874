// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.rule.Observation;
import io.evenkeel.admin.history.History;
import io.evenkeel.admin.history.LiveFigures;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.WatchedState;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.NodeState;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at nodes, clusters and the dispatcher for the rules; one thread. */
final class Survey {

    private static final double MS_PER_DAY = 86_400_000;
    private static final double MB = 1 << 20;
    private static final double PERCENT = 100;

    /** Asking the disk costs a call of the system, and the answer changes slowly. */
    private static final long DISK_MS = 10_000;

    private final Control control;
    private final LiveFigures figures;
    private final @Nullable History history;
    private final @Nullable Path folder;
    private final Map<String, RecentGrowth> broken = new HashMap<>();
    private long diskMs = Long.MIN_VALUE;
    private double diskFreeMb = Double.NaN;

    /**
     * Makes the survey of one dispatcher.
     *
     * @param history null when none is kept
     * @param folder where the dispatcher keeps its files; null when it keeps none
     */
    Survey(Control control, @Nullable History history, @Nullable Path folder) {
        this.control = control;
        this.figures = new LiveFigures(control);
        this.history = history;
        this.folder = folder;
    }

    /** Everything at this moment. */
    List<Observation> look(long wallMs, long nowNs) {
        Map<Scope, LiveFigures.LiveRow> rows = figures.look(nowNs, true);
        List<Observation> seen = new ArrayList<>();
        Set<String> clusters = control.clusters().stream()
                .map(cluster -> {
                    cluster(cluster, rows, nowNs, seen);
                    return cluster.name();
                })
                .collect(Collectors.toSet());
        broken.keySet().retainAll(clusters);
        seen.add(dispatcher(rows.get(Scope.DISPATCHER), wallMs, nowNs));
        return seen;
    }

    private void cluster(ClusterView view, Map<Scope, LiveFigures.LiveRow> rows, long nowNs, List<Observation> seen) {
        boolean serves = view.nodes().stream().anyMatch(NodeView::takesTasks);
        for (NodeView node : view.nodes()) {
            Scope scope = new Scope(view.name(), node.name());
            seen.add(new Observation(
                    scope,
                    watched(node.state()),
                    node.state().name().toLowerCase(Locale.ROOT),
                    node.why(),
                    of(rows.get(scope), Map.of(), Map.of())));
        }
        Scope scope = new Scope(view.name(), null);
        Map<String, Double> own = new HashMap<>();
        own.put(
                "TD_SESSIONS_BROKEN",
                broken.computeIfAbsent(view.name(), absent -> new RecentGrowth())
                        .of(brokenSessions(view.name()), nowNs));
        String outs = view.nodes().stream()
                .filter(node -> !node.takesTasks())
                .limit(3)
                .map(node -> node.name() + " is " + node.state().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        seen.add(new Observation(
                scope,
                serves ? null : WatchedState.WITHOUT_NODES,
                serves ? "served" : "without nodes",
                serves ? "" : outs,
                of(rows.get(scope), own, Map.of())));
    }

    private long brokenSessions(String cluster) {
        try {
            return control.sessions(cluster).broken();
        } catch (UnknownNameException e) {
            return 0;
        }
    }

    private static @Nullable WatchedState watched(NodeState state) {
        return switch (state) {
            case UP -> null;
            case DRAIN -> WatchedState.DRAIN;
            case MAINT -> WatchedState.MAINT;
            case DOWN -> WatchedState.DOWN;
            case EJECTED -> WatchedState.EJECTED;
            case PROBING -> WatchedState.PROBING;
            case SILENT -> WatchedState.SILENT;
            case RESTING -> WatchedState.RESTING;
        };
    }

    private Observation dispatcher(LiveFigures.@Nullable LiveRow row, long wallMs, long nowNs) {
        DispatcherView view = control.dispatcher();
        Map<String, Double> own = new HashMap<>();
        Map<String, String> notes = new HashMap<>();
        own.put("TD_RELOAD_REFUSED", view.lastReloadSucceeded() ? 0.0 : 1.0);
        if (history != null) {
            String problem = history.problem();
            own.put("TD_HISTORY_LOST", problem == null && !history.isFull() ? 0.0 : 1.0);
            notes.put("TD_HISTORY_LOST", problem == null ? "" : problem);
        }
        certificates(view, wallMs, own, notes);
        disk(nowNs, own, notes);
        return new Observation(Scope.DISPATCHER, null, "", "", of(row, own, notes));
    }

    private void certificates(DispatcherView view, long wallMs, Map<String, Double> own, Map<String, String> notes) {
        long first = Long.MAX_VALUE;
        for (DispatcherView.ListenerView listener : view.listeners()) {
            for (CertificateView each : listener.certificates()) {
                if (each.expiresMs() < first) {
                    first = each.expiresMs();
                    notes.put("TD_CERT_LEFT", each.names() + " of listener " + listener.name() + ", " + each.file());
                }
            }
        }
        TlsSettings admin = control.settings().admin().tls();
        if (admin != null) {
            long end = admin.identity().certificate().getNotAfter().toInstant().toEpochMilli();
            if (end < first) {
                first = end;
                notes.put("TD_CERT_LEFT", "of the admin server");
            }
        }
        if (first != Long.MAX_VALUE) {
            own.put("TD_CERT_LEFT", (first - wallMs) / MS_PER_DAY);
        }
    }

    private void disk(long nowNs, Map<String, Double> own, Map<String, String> notes) {
        if (folder == null) {
            return;
        }
        long nowMs = nowNs / 1_000_000;
        if (diskMs == Long.MIN_VALUE || nowMs - diskMs >= DISK_MS) {
            diskMs = nowMs;
            File at = folder.toFile();
            // both are 0 where the system does not tell
            diskFreeMb = at.getTotalSpace() > 0 ? at.getUsableSpace() / MB : Double.NaN;
        }
        own.put("TD_DISK_FREE", diskFreeMb);
        notes.put("TD_DISK_FREE", folder.toString());
    }

    /** The figures of the history, and those that are only looked at. */
    private static Observation.SeenFigures of(
            LiveFigures.@Nullable LiveRow row, Map<String, Double> own, Map<String, String> notes) {
        return new Observation.SeenFigures() {
            @Override
            public double value(String figure) {
                Double value = own.get(figure);
                if (value != null) {
                    return value;
                }
                if (row == null) {
                    return Double.NaN;
                }
                return figure.equals("TD_FAIL_SHARE%")
                        ? PERCENT * row.value("TD_AVE_FAIL_RQSTS") / row.value("TD_AVE_THROUGHPUT")
                        : row.value(figure);
            }

            @Override
            public String note(String figure) {
                return notes.getOrDefault(figure, "");
            }
        };
    }
}
