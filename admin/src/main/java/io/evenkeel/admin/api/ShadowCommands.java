// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.account.Role;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The shadows of a cluster, under {@code /api/v1/clusters/{cluster}/shadows}. */
final class ShadowCommands {

    private static final String PATH = "/api/v1/clusters/{cluster}/shadows";

    private final Control control;
    private final ShadowChanges changes;

    ShadowCommands(Control control, ShadowChanges changes) {
        this.control = control;
        this.changes = changes;
    }

    void route(RoutesConfig routes) {
        routes.get(PATH, this::list);
        routes.get(PATH + "/{policy}", this::show);
        routes.post(PATH, this::start, Role.OPERATOR);
        routes.delete(PATH + "/{policy}", this::stop, Role.OPERATOR);
    }

    private void list(Context context) {
        ArrayNode json = Json.array();
        control.shadows().list(context.pathParam("cluster")).forEach(view -> json.add(json(view)));
        Json.answer(context, json);
    }

    private void show(Context context) {
        String cluster = context.pathParam("cluster");
        String policy = context.pathParam("policy");
        ShadowView found = control.shadows().list(cluster).stream()
                .filter(view -> view.policy().equals(policy))
                .findFirst()
                .orElseThrow(
                        () -> new UnknownNameException("cluster '" + cluster + "' has no shadow '" + policy + "'"));
        Json.answer(context, json(found));
    }

    /** {@code {"policy": "least-connections", "reason": "…"}}. */
    private void start(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, Set.of("policy", "reason"));
        JsonNode policy = body.get("policy");
        if (policy == null || !policy.isString()) {
            throw new ApiRefusal(400, "no policy given", "Send {\"policy\": \"least-connections\"}.");
        }
        ShadowView started = changes.start(
                Callers.known(context), context.pathParam("cluster"), policy.asString(""), reason(body.get("reason")));
        context.status(HttpStatus.CREATED);
        Json.answer(context, json(started));
    }

    /** The reason is in the query, because clients do not like to send a body here, or in a body. */
    private void stop(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, Set.of("reason"));
        String asked = context.queryParam("reason");
        ShadowView stopped = changes.stop(
                Callers.known(context),
                context.pathParam("cluster"),
                context.pathParam("policy"),
                asked == null ? reason(body.get("reason")) : NodeChanges.reason(asked));
        Json.answer(context, json(stopped));
    }

    private static @Nullable String reason(@Nullable JsonNode reason) {
        return reason == null || reason.isNull() ? null : NodeChanges.reason(reason.asString(""));
    }

    private static ObjectNode json(ShadowView view) {
        ObjectNode json = Json.object()
                .put("policy", view.policy())
                .put("active", view.active())
                .put("parameters", view.configured() ? "configured" : "defaults")
                .put("since", Instant.ofEpochMilli(view.sinceMs()).toString())
                .put("sinceMs", view.sinceMs())
                .put("state", view.failure() == null ? "running" : "failed")
                .put("failure", view.failure())
                .put("compared", view.compared())
                .put("same", view.same())
                .put("differed", view.differed())
                .put("held", view.held())
                .put("dropped", view.dropped())
                .put("sameShare", view.compared() == 0 ? null : (Double) view.sameShare());
        ArrayNode nodes = json.putArray("nodes");
        view.splits()
                .forEach(split -> nodes.addObject()
                        .put("node", split.node())
                        .put("active", split.active())
                        .put("shadow", split.shadow()));
        ArrayNode differences = json.putArray("differences");
        view.differences().forEach(each -> differences.add(json(each)));
        return json;
    }

    private static ObjectNode json(ShadowView.Difference difference) {
        ObjectNode json = ViewJson.decision(difference.decision()).put("shadow", difference.node());
        ArrayNode opinions = json.putArray("opinions");
        for (int i = 0; i < difference.opinions().size(); i++) {
            ShadowView.Opinion opinion = difference.opinions().get(i);
            opinions.addObject()
                    .put("node", difference.decision().candidates().get(i).node())
                    .put("score", Double.isFinite(opinion.score()) ? (Double) opinion.score() : null)
                    .put("rule", opinion.rule().isEmpty() ? null : opinion.rule());
        }
        return json;
    }
}
