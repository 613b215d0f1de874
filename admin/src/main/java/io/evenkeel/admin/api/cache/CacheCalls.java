// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.cache;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.Json;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The cache, under {@code /api/v1/cache}. */
public final class CacheCalls {

    private final Control control;
    private final CacheChanges changes;

    private CacheCalls(Control control, CacheChanges changes) {
        this.control = control;
        this.changes = changes;
    }

    /** Adds the calls to a server. */
    public static void route(RoutesConfig routes, Control control, AuditLog audit) {
        CacheCalls calls = new CacheCalls(control, new CacheChanges(control, audit));
        routes.get("/api/v1/cache", calls::show);
        routes.get("/api/v1/cache/explain", calls::explain);
        routes.post("/api/v1/cache/purge", calls::purge, Role.OPERATOR);
    }

    private void show(Context context) {
        Json.answer(context, CacheJson.of(control.cache().view()));
    }

    private void explain(Context context) {
        CacheAsked asked = new CacheAsked(control);
        Json.answer(context, CacheJson.of(asked.explanation(CacheAsked.question(context))));
    }

    private void purge(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, Set.of("url", "prefix", "tag", "all"));
        int urls = changes.purge(Callers.known(context), order(body));
        Json.answer(context, Json.object().put("purged", urls));
    }

    private static CachePurge order(ObjectNode body) {
        if (body.size() != 1) {
            throw CacheChanges.unclear("what is to be forgotten?");
        }
        JsonNode all = body.get("all");
        if (all != null && (!all.isBoolean() || !all.asBoolean(false))) {
            throw CacheChanges.unclear("'all' can only be true");
        }
        String kind = body.propertyNames().iterator().next();
        return CacheChanges.order(
                kind, body.get(kind).isString() ? body.get(kind).asString("") : "");
    }
}
