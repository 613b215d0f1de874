// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.console.cache.CacheTexts;
import io.evenkeel.admin.console.cost.Costs;
import io.evenkeel.admin.console.demo.DemoControls;
import io.evenkeel.admin.console.live.LiveHub;
import io.evenkeel.admin.console.page.Frame;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.SessionCookie;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.admin.console.view.Snapshot;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.Registrations;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.sse.SseClient;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Overview, events, the dispatcher, clusters and nodes, their live streams, and the changes that operators make on a
 * node.
 */
public final class ClusterPages {

    /** The meaning of an order for the node, by the name of the order. */
    private static final Map<String, String> ORDERED = Map.of(
            "drain", "Draining: it gets no new requests, and those it has may finish.",
            "maint", "Maintenance: it gets no new requests.",
            "ready", "Ready: it gets new requests as soon as it is up.",
            "weight", "The weight is changed.");

    private final Control control;
    private final Readings readings;
    private final NodeChanges changes;
    private final OverviewPage overview;
    private final Templates pages;
    private final LiveHub hub;
    private final Costs costs;
    private final CacheTexts cache;
    private final Registrations registrations;

    /** @param demo controls of a demo, which the overview shows; empty in a dispatcher of users */
    public ClusterPages(
            Control control,
            AccountServices services,
            Templates pages,
            Readings readings,
            LiveHub hub,
            Costs costs,
            CacheTexts cache,
            Optional<DemoControls> demo) {
        this.control = control;
        this.costs = costs;
        this.cache = cache;
        this.registrations = control.registrations();
        this.readings = readings;
        this.changes = new NodeChanges(control, services.audit());
        this.overview = new OverviewPage(readings, services.audit(), pages, demo);
        this.pages = pages;
        this.hub = hub;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CONSOLE, this::overview, Role.VIEWER);
        routes.get(Links.CONSOLE + "/cluster", this::cluster, Role.VIEWER);
        routes.get(Links.CONSOLE + "/dispatcher", this::dispatcher, Role.VIEWER);
        routes.get(Links.EVENTS, this::events, Role.VIEWER);
        routes.get(Links.CONSOLE + "/node", this::node, Role.VIEWER);
        routes.post(Links.CONSOLE + "/node", this::change, Role.OPERATOR);
        routes.get(Links.HEALTH, this::health, Role.VIEWER);
        routes.sse(Links.LIVE, this::live, Role.VIEWER);
    }

    private void overview(Context context) {
        overview.show(context, now());
    }

    private void events(Context context) {
        String most = Given.query(context, "most");
        int shown = most.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(most) : Readings.EVENTS;
        pages.show(context, "events", "Events", "view=events", Map.of("events", now().events(), "most", shown));
    }

    private void dispatcher(Context context) {
        Snapshot now = now();
        JoinView join = control.join();
        pages.show(
                context,
                "dispatcher",
                "Dispatcher",
                "view=dispatcher",
                Map.of(
                        "now",
                        now,
                        "cells",
                        LiveTexts.dispatcher(now),
                        "members",
                        join == null ? List.of() : join.members()));
    }

    private void health(Context context) {
        context.contentType("application/json")
                .header("Cache-Control", "no-store")
                .result(JsonMapper.shared().writeValueAsString(LiveTexts.health(now())));
    }

    private void cluster(Context context) {
        ClusterFigures cluster = now().cluster(Given.query(context, "cluster"));
        NodeTable table = NodeTable.of(context);
        List<NodeFigures> matching = table.matching(cluster);
        List<NodeFigures> shown = table.rows(matching);
        Map<String, String> cells = LiveTexts.cluster(cluster);
        shown.forEach(node -> cells.putAll(LiveTexts.node(node)));
        Map<String, Object> model = new HashMap<>();
        model.put("cluster", cluster);
        model.put("table", table);
        model.put("nodes", shown);
        model.put("matching", matching.size());
        model.put("version", table.version(matching));
        model.put("cells", cells);
        model.put("page", table.pageOf(matching));
        RegistrationView registered = registrations.of(cluster.view().name());
        model.put("registers", registered != null);
        model.put("servers", registered == null ? List.of() : registered.servers());
        model.put("sources", SourceRow.of(control.discoveries(), cluster.view().name(), System.currentTimeMillis()));
        model.put("pages", (matching.size() + NodeTable.PAGE - 1) / NodeTable.PAGE);
        pages.show(context, "cluster", cluster.view().name(), "", model);
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
                Map.of("node", node, "cells", LiveTexts.nodePage(node), "done", done(context)));
    }

    /** The message of the change before, if it is one of the known messages: no link puts other words into the page. */
    private static String done(Context context) {
        return ORDERED.getOrDefault(Given.query(context, "done"), "");
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

    /**
     * The stream of the page that {@code view} names. A stream keeps to the nodes that the page shows, and a version
     * tells it when other nodes would stand there now.
     */
    private void live(SseClient client) {
        Context context = client.ctx();
        String session = SessionCookie.read(context).orElse("");
        String cluster = Given.query(context, "cluster");
        String node = Given.query(context, "node");
        switch (Given.query(context, "view")) {
            case "overview" -> {
                Set<String> shown = new LinkedHashSet<>();
                OverviewPage.cards(now()).forEach(card -> shown.add(LiveTexts.key(card)));
                hub.open(client, session, "overview\n" + shown, now -> OverviewPage.cells(now, shown));
            }
            case "dispatcher" -> hub.open(client, session, "dispatcher", LiveTexts::dispatcher);
            case "costs" ->
                hub.open(client, session, "costs\n" + cluster, now -> costs.cells(cluster, System.nanoTime()));
            case "cache" -> hub.open(client, session, "cache", now -> cache.cells(System.nanoTime()));
            case Frame.HEALTH -> hub.open(client, session, Frame.HEALTH, now -> Map.of());
            case "events" -> hub.open(client, session, "events", LiveTexts::events);
            case "cluster" -> {
                NodeTable table = NodeTable.of(context);
                Set<String> shown = new LinkedHashSet<>();
                table.rows(table.matching(now().cluster(cluster))).forEach(row -> shown.add(LiveTexts.key(row)));
                hub.open(client, session, table + "\n" + shown, now -> tableCells(now, table, shown));
            }
            case "node" ->
                hub.open(
                        client,
                        session,
                        "node\n" + cluster + "\n" + node,
                        now -> LiveTexts.nodePage(now.node(cluster, node)));
            default -> client.close();
        }
    }

    private static Map<String, String> tableCells(Snapshot now, NodeTable table, Set<String> shown) {
        ClusterFigures cluster = now.cluster(table.cluster());
        Map<String, String> cells = LiveTexts.cluster(cluster);
        cells.put(table.versionKey(), table.version(table.matching(cluster)));
        cluster.nodes().stream()
                .filter(node -> shown.contains(LiveTexts.key(node)))
                .forEach(node -> cells.putAll(LiveTexts.node(node)));
        return cells;
    }

    private Snapshot now() {
        return readings.latest(System.nanoTime(), System.currentTimeMillis());
    }

    private static double weight(String written) {
        try {
            return NodeChanges.weight(Double.parseDouble(written), written);
        } catch (NumberFormatException e) {
            throw new ApiRefusal(400, "'" + written + "' is not a weight", "Use a number above 0, at most 1000000.");
        }
    }
}
