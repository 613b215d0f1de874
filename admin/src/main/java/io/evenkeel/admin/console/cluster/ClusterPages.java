// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.account.Desk;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.admin.console.live.LiveHub;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Pages;
import io.evenkeel.admin.console.page.SessionCookie;
import io.evenkeel.admin.console.view.Cells;
import io.evenkeel.admin.console.view.Column;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.admin.console.view.Snapshot;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.sse.SseClient;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Overview, clusters and nodes, their live streams, and the changes that operators make on a node. */
public final class ClusterPages {

    private static final int MOST_CARDS = 60;
    private static final int PAGE = 100;
    private static final int EVENTS = 12;

    private final Readings readings;
    private final NodeChanges changes;
    private final Desk desk;
    private final Pages pages;
    private final LiveHub hub;

    public ClusterPages(Control control, Desk desk, Pages pages, Readings readings, LiveHub hub) {
        this.readings = readings;
        this.changes = new NodeChanges(control, desk.audit());
        this.desk = desk;
        this.pages = pages;
        this.hub = hub;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CONSOLE, this::overview, Role.VIEWER);
        routes.get(Links.CONSOLE + "/cluster", this::cluster, Role.VIEWER);
        routes.get(Links.CONSOLE + "/node", this::node, Role.VIEWER);
        routes.post(Links.CONSOLE + "/node", this::change, Role.OPERATOR);
        routes.sse(Links.LIVE, this::live, Role.VIEWER);
    }

    private void overview(Context context) {
        Snapshot now = now();
        List<NodeFigures> cards = now.clusters().stream()
                .flatMap(cluster -> cluster.nodes().stream())
                .sorted(Comparator.<NodeFigures>comparingDouble(node -> Double.isNaN(node.load()) ? 1 : -node.load())
                        .thenComparing(Column.IN_FLIGHT.descending()))
                .limit(MOST_CARDS)
                .toList();
        pages.show(
                context,
                "overview",
                "Overview",
                "view=overview",
                Map.of(
                        "now",
                        now,
                        "cards",
                        cards,
                        "cells",
                        Cells.overview(now, Integer.MAX_VALUE),
                        "changes",
                        desk.audit().last(EVENTS)));
    }

    private void cluster(Context context) {
        Snapshot now = now();
        ClusterFigures cluster = now.cluster(Given.query(context, "cluster"));
        Column sort = Column.of(Given.query(context, "sort")).orElse(null);
        boolean up = Given.query(context, "order").equals("up");
        int page = page(context);
        List<NodeFigures> shown = sorted(cluster, sort, up).stream()
                .skip((long) page * PAGE)
                .limit(PAGE)
                .toList();
        Map<String, String> cells = Cells.cluster(cluster);
        shown.forEach(node -> cells.putAll(Cells.node(node)));
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("cluster", cluster);
        model.put("nodes", shown);
        model.put("cells", cells);
        model.put("sort", sort == null ? "" : sort.key());
        model.put("up", up);
        model.put("page", page);
        model.put("pages", (cluster.nodes().size() + PAGE - 1) / PAGE);
        String live = "view=cluster&cluster=" + Links.quoted(cluster.view().name());
        pages.show(context, "cluster", cluster.view().name(), live, model);
    }

    private void node(Context context) {
        NodeFigures node = now().node(Given.query(context, "cluster"), Given.query(context, "node"));
        String live = "view=node&cluster=" + Links.quoted(node.cluster()) + "&node="
                + Links.quoted(node.view().name());
        pages.show(
                context,
                "node",
                node.view().name(),
                live,
                Map.of("node", node, "cells", Cells.nodePage(node), "done", Given.query(context, "done")));
    }

    /** {@code do} is drain, ready, maint or weight. */
    private void change(Context context) {
        String cluster = Given.field(context, "cluster");
        String node = Given.field(context, "node");
        String command = Given.field(context, "do");
        String reason = NodeChanges.reason(Given.field(context, "reason"));
        boolean weighs = command.equals("weight");
        changes.change(
                Callers.known(context),
                cluster,
                node,
                weighs ? null : NodeChanges.state(command),
                weighs ? (Double) weight(Given.field(context, "weight")) : null,
                reason.isEmpty() ? null : reason);
        context.redirect(
                Links.CONSOLE + "/node?cluster=" + Links.quoted(cluster) + "&node=" + Links.quoted(node) + "&done="
                        + Links.quoted(command),
                HttpStatus.SEE_OTHER);
    }

    /** The stream of one page; {@code view} says which. */
    private void live(SseClient client) {
        Context context = client.ctx();
        String session = SessionCookie.read(context).orElse("");
        String cluster = Given.query(context, "cluster");
        String node = Given.query(context, "node");
        switch (Given.query(context, "view")) {
            case "overview" -> hub.open(client, session, "overview", now -> Cells.overview(now, Integer.MAX_VALUE));
            case "cluster" -> hub.open(client, session, "cluster\n" + cluster, now -> whole(now, cluster));
            case "node" ->
                hub.open(
                        client,
                        session,
                        "node\n" + cluster + "\n" + node,
                        now -> Cells.nodePage(now.node(cluster, node)));
            default -> client.close();
        }
    }

    private static Map<String, String> whole(Snapshot now, String name) {
        ClusterFigures cluster = now.cluster(name);
        Map<String, String> cells = Cells.cluster(cluster);
        cluster.nodes().forEach(node -> cells.putAll(Cells.node(node)));
        return cells;
    }

    private Snapshot now() {
        return readings.latest(System.nanoTime(), System.currentTimeMillis());
    }

    private static List<NodeFigures> sorted(ClusterFigures cluster, @Nullable Column sort, boolean up) {
        if (sort == null) {
            return cluster.nodes();
        }
        Comparator<NodeFigures> order = sort.descending();
        return cluster.nodes().stream().sorted(up ? order.reversed() : order).toList();
    }

    private static int page(Context context) {
        String page = Given.query(context, "page");
        return page.matches("[0-9]{1,4}") ? Integer.parseInt(page) : 0;
    }

    private static double weight(String written) {
        try {
            return NodeChanges.weight(Double.parseDouble(written), written);
        } catch (NumberFormatException e) {
            throw new Refusal(400, "'" + written + "' is no weight", "Use a number above 0, at most 1000000.");
        }
    }
}
