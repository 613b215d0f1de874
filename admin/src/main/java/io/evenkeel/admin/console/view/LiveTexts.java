// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.control.HealthLine;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.metrics.ListenerTraffic.ByProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The texts of a page that change, by key; the first paint and the live stream take them from here alike. */
public final class LiveTexts {

    private LiveTexts() {}

    /** The line that stands on top of every page. */
    public static Map<String, String> health(Snapshot snapshot) {
        HealthLine line = snapshot.health();
        return Map.of("health/text", line.text(), "health/level", line.level().word());
    }

    /** The row of figures for everything. */
    public static Map<String, String> totals(Snapshot snapshot) {
        Map<String, String> cells = new LinkedHashMap<>();
        List<ClusterFigures> clusters = snapshot.clusters();
        rates(cells, "all", snapshot.total());
        cells.put(
                "all/inflight",
                FigureTexts.number(
                        clusters.stream().mapToInt(ClusterFigures::inFlight).sum()));
        cells.put(
                "all/waiting",
                FigureTexts.number(clusters.stream()
                        .mapToInt(cluster -> cluster.view().counts().waiting())
                        .sum()));
        int up = clusters.stream()
                .mapToInt(cluster -> cluster.view().counts().up())
                .sum();
        int nodes =
                clusters.stream().mapToInt(cluster -> cluster.nodes().size()).sum();
        cells.put("all/up", up + " / " + nodes);
        return cells;
    }

    /**
     * Everything on the overview.
     *
     * @param cards the nodes that the page shows; those that left meanwhile are passed over
     */
    public static Map<String, String> overview(Snapshot snapshot, List<NodeFigures> cards) {
        Map<String, String> cells = totals(snapshot);
        cells.putAll(events(snapshot));
        cells.put("all/notices", version(snapshot.notices()));
        cards.forEach(node -> cells.putAll(node(node)));
        return cells;
    }

    /** The dispatcher's own page. */
    public static Map<String, String> dispatcher(Snapshot snapshot) {
        Map<String, String> cells = totals(snapshot);
        for (ListenerView listener : snapshot.dispatcher().listeners()) {
            String key = "listener/" + listener.name();
            ListenerTraffic traffic = listener.traffic();
            cells.put(key + "/open", FigureTexts.number((double) traffic.open()));
            cells.put(key + "/accepted", FigureTexts.number((double) traffic.accepted()));
            cells.put(
                    key + "/refused",
                    FigureTexts.number(traffic.refused().values().stream()
                            .mapToDouble(Long::doubleValue)
                            .sum()));
            ListenerRates now = snapshot.listener(listener.name());
            ByProtocol requests = traffic.requests();
            boolean http = listener.protocol().equals("http");
            cells.put(key + "/rate", http ? FigureTexts.number(now.requests()) : FigureTexts.UNKNOWN);
            cells.put(key + "/http1", FigureTexts.share((double) requests.http1() / requests.total()));
            cells.put(key + "/http2", FigureTexts.share((double) requests.http2() / requests.total()));
            for (TlsColumn column : TlsColumn.values()) {
                cells.put(key + "/tls/" + column.key(), column.text(traffic.handshakes(), now));
            }
        }
        cells.put("all/tls", tlsVersion(snapshot));
        return cells;
    }

    /** Changes with the certificates, their warnings, and what became of those that are got by ACME. */
    public static String tlsVersion(Snapshot snapshot) {
        List<Object> shown = new ArrayList<>();
        snapshot.dispatcher().listeners().forEach(each -> shown.add(each.certificates()));
        shown.add(snapshot.notices());
        shown.add(snapshot.issues());
        return version(shown);
    }

    /** Does not hold the events of the list; only tells when the list is another one. */
    public static Map<String, String> events(Snapshot snapshot) {
        return Map.of("all/events", version(snapshot.events()));
    }

    /** Tells one list from another; a page asks for the list again when this changes. */
    public static String version(List<?> list) {
        return Integer.toHexString(list.hashCode());
    }

    /** The row of figures for a cluster. */
    public static Map<String, String> traffic(ClusterFigures cluster) {
        Map<String, String> cells = new LinkedHashMap<>();
        String key = "cluster/" + cluster.view().name();
        rates(cells, key, cluster.rates());
        cells.put(key + "/inflight", FigureTexts.number(cluster.inFlight()));
        cells.put(key + "/waiting", FigureTexts.number(cluster.view().counts().waiting()));
        cells.put(
                key + "/up",
                cluster.view().counts().up() + " / " + cluster.nodes().size());
        return cells;
    }

    /** A cluster as a whole. */
    public static Map<String, String> cluster(ClusterFigures cluster) {
        Map<String, String> cells = traffic(cluster);
        String key = "cluster/" + cluster.view().name();
        SessionsView sessions = cluster.sessions();
        sessions(cells, key, sessions.total(), cluster.rates());
        cells.put(key + "/broken", FigureTexts.number((double) sessions.broken()));
        for (MarkTile tile : MarkTile.values()) {
            cells.put(key + "/marks/" + tile.key(), tile.text(sessions));
        }
        StoreView store = sessions.store();
        if (store != null) {
            cells.put(key + "/store/state", StoreTile.state(store));
            for (StoreTile tile : StoreTile.values()) {
                cells.put(key + "/store/" + tile.key(), tile.text(store));
            }
        }
        OverloadTexts.add(cells, cluster);
        cells.put(sessionsKey(cluster), sessionsVersion(cluster));
        cells.put(key + "/failedrequests", FigureTexts.number((double) cluster.failedRequests()));
        cells.put(key + "/failedattempts", FigureTexts.number((double)
                cluster.view().counts().failedAttempts()));
        cells.put(key + "/retries", FigureTexts.number((double)
                cluster.view().counts().retriesTotal()));
        return cells;
    }

    /** The key of the version of a cluster's part on sessions. */
    public static String sessionsKey(ClusterFigures cluster) {
        return "cluster/" + cluster.view().name() + "/sessionsview";
    }

    /** Changes when a cluster's part on sessions has other things to show, not only other figures. */
    public static String sessionsVersion(ClusterFigures cluster) {
        SessionsView sessions = cluster.sessions();
        StoreView store = sessions.store();
        return sessions.mode()
                + (sessions.total().began() > 0 ? "-seen" : "")
                + (sessions.broken() > 0 ? "-broken" : "")
                + (store == null ? "" : store.away() ? "-away" : "-store");
    }

    private static void sessions(Map<String, String> cells, String key, SessionFigures figures, Rates rates) {
        for (SessionTile tile : SessionTile.values()) {
            cells.put(key + "/sessions/" + tile.key(), tile.text(figures, rates));
        }
    }

    /** A node; its keys begin with {@link #key}. */
    public static Map<String, String> node(NodeFigures node) {
        Map<String, String> cells = new LinkedHashMap<>();
        String key = key(node);
        cells.put(key + "/state", node.state());
        cells.put(key + "/reason", node.why());
        cells.put(key + "/overload", node.overload());
        cells.put(key + "/stale", node.isStale() ? "stale" : "");
        cells.put(key + "/load", Double.isNaN(node.load()) ? "" : Long.toString(Math.round(100 * node.load())));
        cells.put(key + "/loadtext", node.loadText());
        for (Column column : Column.values()) {
            cells.put(key + "/" + column.key(), column.text(node));
        }
        return cells;
    }

    /** A node's page: the node and all figures of its agent. */
    public static Map<String, String> nodePage(NodeFigures node) {
        Map<String, String> cells = node(node);
        String key = key(node);
        cells.put(key + "/succeeded", FigureTexts.number((double)
                node.view().counts().succeeded()));
        cells.put(key + "/failedattempts", FigureTexts.number((double)
                node.view().counts().failed()));
        cells.put(key + "/failedrequests", FigureTexts.number((double) node.failedRequests()));
        cells.put(key + "/connections", FigureTexts.number(node.view().counts().connections()));
        sessions(cells, key, node.sessions(), node.rates());
        cells.put(key + "/spanheading", node.spanHeading());
        cells.put(key + "/span", node.spanText());
        node.view()
                .agent()
                .figures()
                .forEach((title, figure) -> cells.put(key + "/f/" + title, FigureTexts.number(figure)));
        return cells;
    }

    public static String key(NodeFigures node) {
        return "node/" + node.cluster() + "/" + node.view().name();
    }

    private static void rates(Map<String, String> cells, String key, Rates rates) {
        cells.put(key + "/rate", FigureTexts.number(rates.perSecond()));
        cells.put(key + "/p50", FigureTexts.time(rates.p50Ms()));
        cells.put(key + "/p95", FigureTexts.time(rates.p95Ms()));
        cells.put(key + "/p99", FigureTexts.time(rates.p99Ms()));
        cells.put(key + "/failures", FigureTexts.share(rates.failureShare()));
    }
}
