// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.HealthLine;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.metrics.ClassTraffic;
import io.evenkeel.dispatcher.node.Decision;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The paths under {@code /api/v1}. */
public final class Api {

    /** More than the dispatcher remembers. */
    private static final int EVENTS = 1000;

    private final Control control;
    private final AuditLog audit;
    private final Semaphore reloading = new Semaphore(1);

    private Api(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Adds the paths of the API to a server. */
    public static void route(RoutesConfig routes, Control control, AuditLog audit) {
        Api api = new Api(control, audit);
        NodeCommands commands = new NodeCommands(new NodeChanges(control, audit));
        routes.get("/api/v1/dispatcher", api::dispatcher);
        routes.get("/api/v1/clusters", api::clusters);
        routes.get("/api/v1/clusters/{cluster}", api::cluster);
        routes.get("/api/v1/clusters/{cluster}/nodes/{node}", api::node);
        routes.put("/api/v1/clusters/{cluster}/nodes/{node}", commands::put, Role.OPERATOR);
        routes.post("/api/v1/clusters/{cluster}/nodes/{node}/{command}", commands::post, Role.OPERATOR);
        routes.put("/api/v1/clusters/{cluster}/nodes/{node}/{command}", commands::post, Role.OPERATOR);
        routes.get("/api/v1/clusters/{cluster}/classes", api::classes);
        routes.get("/api/v1/clusters/{cluster}/sessions", api::sessions);
        routes.get("/api/v1/clusters/{cluster}/overload", api::overload);
        routes.get("/api/v1/clusters/{cluster}/servers", api::servers);
        routes.get("/api/v1/clusters/{cluster}/nodes/{node}/sessions", api::nodeSessions);
        new ShadowCommands(control, new ShadowChanges(control, audit)).route(routes);
        routes.get("/api/v1/decisions", api::decisions);
        routes.get("/api/v1/explain", api::explain);
        SelectCall select = new SelectCall(control);
        routes.get("/api/v1/select", context -> {
            select.admit(context);
            select.answer(context, api.named(context));
        });
        routes.get("/api/v1/events", api::events);
        routes.get("/api/v1/members", api::members);
        routes.get("/api/v1/config", api::config);
        routes.post("/api/v1/reload", api::reload, Role.ADMIN);
    }

    private void dispatcher(Context context) {
        DispatcherView view = control.dispatcher();
        HealthLine health = HealthLine.of(view, control.clusters());
        ObjectNode json = ViewJson.dispatcher(view, health, control.issues(), control.discoveries());
        JoinView join = control.join();
        if (join != null) {
            json.set("join", new JoinJson(join).json());
        }
        Json.answer(context, json);
    }

    private void clusters(Context context) {
        ArrayNode json = Json.array();
        control.clusters().forEach(view -> json.add(of(view, context)));
        Json.answer(context, json);
    }

    private void cluster(Context context) {
        Json.answer(context, of(control.cluster(context.pathParam("cluster")), context));
    }

    private ObjectNode of(ClusterView view, Context context) {
        ObjectNode json = ViewJson.cluster(view, cells(context));
        ClusterSettings settings = control.settings().clusters().get(view.name());
        if (settings != null) {
            json.put("protocol", settings.protocol().name().toLowerCase(Locale.ROOT));
        }
        if (control.registrations().of(view.name()) != null) {
            json.put("registers", true);
        }
        return json;
    }

    private void classes(Context context) {
        ArrayNode json = Json.array();
        for (ClassCost each : ClassCost.of(control.classes(context.pathParam("cluster")))) {
            ClassTraffic traffic = each.traffic();
            json.addObject()
                    .put("class", traffic.name())
                    .put("requests", traffic.requests())
                    .put("failures", traffic.failures())
                    .put("workShare", each.workShare())
                    .set("headMs", TrafficJson.distribution(traffic.headNs(), TrafficJson.NS_PER_MS));
        }
        Json.answer(context, json);
    }

    private void overload(Context context) {
        Json.answer(context, SessionsJson.of(control.overload(context.pathParam("cluster"))));
    }

    private void servers(Context context) {
        String cluster = control.cluster(context.pathParam("cluster")).name();
        RegistrationView view = control.registrations().of(cluster);
        if (view == null) {
            throw new ApiRefusal(
                    404, "no servers register in cluster " + cluster, "Let them, with a listener of protocol: mcmp.");
        }
        Json.answer(context, new ServersJson(view).json());
    }

    private void sessions(Context context) {
        Json.answer(context, SessionsJson.of(control.sessions(context.pathParam("cluster"))));
    }

    private void nodeSessions(Context context) {
        String cluster = context.pathParam("cluster");
        String node = context.pathParam("node");
        Json.answer(
                context,
                SessionsJson.of(
                        node,
                        control.sessions(cluster),
                        control.sessionsLeft(cluster, node),
                        control.elsewhere(cluster, node)));
    }

    private void node(Context context) {
        NodeView node = NodeChanges.find(control, context.pathParam("cluster"), context.pathParam("node"));
        Json.answer(context, ViewJson.node(node, cells(context)));
    }

    private void decisions(Context context) {
        String policy = context.queryParam("policy");
        if (policy != null) {
            String cluster = named(context);
            Json.answer(context, ViewJson.whatIf(cluster, control.whatIf(cluster, policy)));
            return;
        }
        ArrayNode json = Json.array();
        control.decisions(named(context)).forEach(decision -> json.add(ViewJson.decision(decision)));
        Json.answer(context, json);
    }

    private void explain(Context context) {
        ClusterView cluster = control.cluster(named(context));
        List<Decision.Candidate> candidates = control.explain(cluster.name());
        String next = candidates.stream()
                .filter(candidate -> candidate.eligible() && Double.isFinite(candidate.score()))
                .min(Comparator.comparingDouble(Decision.Candidate::score))
                .map(Decision.Candidate::node)
                .orElse(null);
        ObjectNode json = Json.object()
                .put("cluster", cluster.name())
                .put("policy", cluster.policy())
                .put("leastScore", next);
        json.set("candidates", ViewJson.candidates(candidates));
        Json.answer(context, json);
    }

    private void events(Context context) {
        String most = context.queryParam("most");
        if (most != null && !most.matches("[1-9][0-9]{0,5}")) {
            throw new ApiRefusal(400, "'" + most + "' is not a number of events", "Give ?most= a number from 1.");
        }
        ArrayNode json = Json.array();
        control.events(most == null ? EVENTS : Integer.parseInt(most)).forEach(each -> json.add(ViewJson.event(each)));
        Json.answer(context, json);
    }

    private void members(Context context) {
        JoinView view = control.join();
        if (view == null) {
            throw new ApiRefusal(
                    404,
                    "this dispatcher is joined with no other",
                    "Add join: {address: …, members: […]} to the configuration.");
        }
        Json.answer(context, new JoinJson(view).json());
    }

    private void config(Context context) {
        Json.answer(context, SettingsJson.of(control.settings()));
    }

    private void reload(Context context) {
        if (!reloading.tryAcquire()) {
            throw new ApiRefusal(409, "a reload is running", "Wait for it to end; it reads the file as it is then.");
        }
        try {
            boolean all = "true".equals(context.queryParam("all"));
            ReloadResult result = all ? control.reloadAll() : control.reload();
            Caller caller = Callers.known(context);
            audit.add(
                    caller.name(),
                    caller.from(),
                    "reload",
                    all ? "configuration of all joined dispatchers" : "configuration",
                    result.applied() ? result.changes().size() + " changes" : "refused");
            ObjectNode json = Json.object().put("applied", result.applied());
            result.changes().forEach(json.putArray("changes")::add);
            result.problems().forEach(json.putArray("problems")::add);
            context.status(result.applied() ? 200 : 422);
            Json.answer(context, json);
        } finally {
            reloading.release();
        }
    }

    /** The cluster of the query; may be left out where there is one only. */
    private String named(Context context) {
        String cluster = context.queryParam("cluster");
        if (cluster != null) {
            return cluster;
        }
        List<String> names = control.clusters().stream().map(ClusterView::name).toList();
        if (names.size() == 1) {
            return names.get(0);
        }
        throw new ApiRefusal(
                400,
                "which cluster?",
                "Add ?cluster=" + names.stream().collect(Collectors.joining(" or ?cluster=")) + " to the address.");
    }

    private static boolean cells(Context context) {
        return "true".equals(context.queryParam("cells"));
    }
}
