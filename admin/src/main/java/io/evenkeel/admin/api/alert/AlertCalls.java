// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.alert;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.Json;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /api/v1/alerts} and {@code /api/v1/silences}. */
public final class AlertCalls {

    private static final Set<String> FIELDS = Set.of("rule", "cluster", "node", "severity", "until", "for", "reason");

    private final Alerts alerts;
    private final SilenceChanges changes;

    private AlertCalls(Alerts alerts, SilenceChanges changes) {
        this.alerts = alerts;
        this.changes = changes;
    }

    /** Adds the calls to a server. */
    public static void route(RoutesConfig routes, Alerts alerts, AuditLog audit) {
        AlertCalls calls = new AlertCalls(alerts, new SilenceChanges(alerts, audit));
        routes.get("/api/v1/alerts", calls::alerts);
        routes.get("/api/v1/silences", calls::silences);
        routes.post("/api/v1/silences", calls::silence, Role.OPERATOR);
        routes.delete("/api/v1/silences/{id}", calls::end, Role.OPERATOR);
    }

    private void alerts(Context context) {
        Json.answer(context, AlertJson.of(alerts.view()));
    }

    private void silences(Context context) {
        Json.answer(context, AlertJson.silences(alerts.view()));
    }

    private void silence(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, FIELDS);
        SilenceChanges.Wish wish = new SilenceChanges.Wish(
                text(body, "rule"),
                text(body, "cluster"),
                text(body, "node"),
                text(body, "severity"),
                text(body, "until"),
                text(body, "for"),
                text(body, "reason"));
        ObjectNode made = AlertJson.silence(changes.make(Callers.known(context), wish));
        context.status(HttpStatus.CREATED);
        Json.answer(context, made);
    }

    private void end(Context context) {
        Json.answer(context, AlertJson.silence(changes.end(Callers.known(context), context.pathParam("id"))));
    }

    private static String text(ObjectNode body, String name) {
        JsonNode field = body.get(name);
        if (field == null || field.isNull()) {
            return "";
        }
        if (!field.isString()) {
            throw new ApiRefusal(400, "'" + name + "' is not a text", "Send \"" + name + "\": \"…\".");
        }
        return field.asString("");
    }
}
