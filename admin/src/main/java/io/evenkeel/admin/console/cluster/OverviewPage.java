// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.admin.console.flow.FlowPicture;
import io.evenkeel.admin.console.flow.FlowTrouble;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.admin.console.view.Snapshot;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The first page of the console: clusters, the way of work through them, the busiest nodes, and what happened. */
final class OverviewPage {

    private static final int MOST_CARDS = 24;
    private static final int CHANGES = 12;

    private final Readings readings;
    private final AuditLog audit;
    private final Templates pages;
    private final Optional<DemoControls> demo;

    /** @param demo controls of a demo; empty in a dispatcher of users */
    OverviewPage(Readings readings, AuditLog audit, Templates pages, Optional<DemoControls> demo) {
        this.demo = demo;
        this.readings = readings;
        this.audit = audit;
        this.pages = pages;
    }

    /** Answers with the page as of a reading. */
    void show(Context context, Snapshot now) {
        List<NodeFigures> cards = cards(now);
        Map<String, String> sparks = new HashMap<>();
        cards.forEach(node -> sparks.put(LiveTexts.key(node), readings.spark(node)));
        FlowPicture flow = FlowPicture.of(now);
        Map<String, Object> model = new HashMap<>();
        model.put("now", now);
        model.put("flow", flow);
        model.put("cards", cards);
        model.put("nodes", nodes(now).size());
        model.put("sparks", sparks);
        model.put("cells", cells(now, cards, flow));
        model.put("demo", demo);
        model.put("changes", audit.last(CHANGES));
        pages.show(context, "overview", "Overview", "view=overview", model);
    }

    /**
     * The texts of the page.
     *
     * @param shown keys of the nodes that have a card there; those that left meanwhile are passed over
     */
    static Map<String, String> cells(Snapshot now, Set<String> shown) {
        List<NodeFigures> cards = nodes(now).stream()
                .filter(node -> shown.contains(LiveTexts.key(node)))
                .toList();
        return cells(now, cards, FlowPicture.of(now));
    }

    private static Map<String, String> cells(Snapshot now, List<NodeFigures> cards, FlowPicture flow) {
        Map<String, String> cells = LiveTexts.overview(now, cards);
        cards.forEach(node -> cells.put(LiveTexts.key(node) + "/work", Double.toString(node.work())));
        cells.put("all/cards", cardsVersion(now));
        cells.put("all/clusters", clustersVersion(now));
        cells.putAll(flow.cells());
        for (ClusterFigures cluster : now.clusters()) {
            String key = "cluster/" + cluster.view().name();
            cells.putAll(LiveTexts.traffic(cluster));
            cells.put(key + "/state", state(cluster));
            cells.put(key + "/trouble", FlowTrouble.of(cluster).words());
        }
        return cells;
    }

    /** The state in words: {@code up}, {@code partly up}, {@code down}, or {@code empty} without nodes. */
    private static String state(ClusterFigures cluster) {
        int up = cluster.view().counts().up();
        int nodes = cluster.nodes().size();
        if (nodes == 0) {
            return "empty";
        }
        return up == 0 ? "down" : up < nodes ? "partly up" : "up";
    }

    private static List<NodeFigures> nodes(Snapshot now) {
        return now.clusters().stream()
                .flatMap(cluster -> cluster.nodes().stream())
                .toList();
    }

    /** The nodes with the most work: requests in flight and requests a second together. */
    static List<NodeFigures> cards(Snapshot now) {
        return nodes(now).stream()
                .sorted(Comparator.comparingDouble(node -> -node.work()))
                .limit(MOST_CARDS)
                .toList();
    }

    /** Changes with the nodes that have a card, and the number of all; the browser decides their order. */
    private static String cardsVersion(Snapshot now) {
        return nodes(now).size() + "-"
                + LiveTexts.version(
                        cards(now).stream().map(LiveTexts::key).sorted().toList());
    }

    private static String clustersVersion(Snapshot now) {
        return LiveTexts.version(now.clusters().stream()
                .map(cluster -> cluster.view().name() + " " + cluster.view().policy())
                .toList());
    }
}
