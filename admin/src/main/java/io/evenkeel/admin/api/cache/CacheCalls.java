// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.cache;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.Json;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.CacheView;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The cache, under {@code /api/v1/cache}. */
public final class CacheCalls {

    private static final String HINT =
            "Send one of {\"url\": \"https://shop.example.org/a\"}, {\"prefix\": \"https://shop.example.org/img/\"}, {\"tag\": \"product-7\"} and {\"all\": true}.";
    private static final int LONGEST = 16_384;

    private final Control control;
    private final AuditLog audit;

    private CacheCalls(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Adds the calls to a server. */
    public static void route(RoutesConfig routes, Control control, AuditLog audit) {
        CacheCalls calls = new CacheCalls(control, audit);
        routes.get("/api/v1/cache", calls::show);
        routes.post("/api/v1/cache/purge", calls::purge, Role.OPERATOR);
    }

    private void show(Context context) {
        CacheView view = control.cache().view();
        ObjectNode json = Json.object().put("used", view != null);
        if (view != null) {
            json.put("memoryBytes", view.memory())
                    .put("takenBytes", view.taken())
                    .put("urls", view.urls())
                    .put("hits", view.hits())
                    .put("stale", view.stale())
                    .put("revalidated", view.revalidated())
                    .put("collapsed", view.collapsed())
                    .put("misses", view.misses())
                    .put("bypassed", view.bypassed())
                    .put("stored", view.stored())
                    .put("evicted", view.evicted())
                    .put("invalidated", view.invalidated())
                    .put("sentBytes", view.octets())
                    .put("packedShare", view.packedShare())
                    .put("packedBytes", view.packedTaken())
                    .put("packedHits", view.packedHits())
                    .put("unpackMs", view.unpackNs() / 1e6)
                    .put("fetchMs", view.fetchNs() / 1e6);
        }
        Json.answer(context, json);
    }

    private void purge(Context context) {
        ObjectNode body = Json.body(context);
        Json.only(body, Set.of("url", "prefix", "tag", "all"));
        CachePurge order = order(body);
        int urls = control.cache().purge(order);
        Caller caller = Callers.known(context);
        String what =
                order.kind().name().toLowerCase(Locale.ROOT) + (order.value().isEmpty() ? "" : " " + order.value());
        control.adminLog().info("cache: " + urls + " URLs were forgotten by " + caller.name() + " (" + what + ")");
        audit.add(caller.name(), caller.from(), "purge", "cache", what);
        Json.answer(context, Json.object().put("purged", urls));
    }

    private static CachePurge order(ObjectNode body) {
        if (body.size() != 1) {
            throw new ApiRefusal(400, "what is to be forgotten?", HINT);
        }
        JsonNode all = body.get("all");
        if (all != null) {
            if (!all.isBoolean() || !all.asBoolean(false)) {
                throw new ApiRefusal(400, "'all' can only be true", HINT);
            }
            return new CachePurge(CachePurge.Kind.ALL, "");
        }
        String name = body.propertyNames().iterator().next();
        String value = body.get(name).isString() ? body.get(name).asString("") : "";
        boolean printable = value.length() <= LONGEST && value.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (value.isEmpty() || !printable) {
            throw new ApiRefusal(400, "'" + name + "' must be a text of visible ASCII characters", HINT);
        }
        CachePurge.Kind kind = CachePurge.Kind.valueOf(name.toUpperCase(Locale.ROOT));
        if (kind != CachePurge.Kind.TAG && !value.matches("(?i:https?)://[^/?#]+([/?].*)?")) {
            throw new ApiRefusal(400, "'" + value + "' is not a URL", HINT);
        }
        return new CachePurge(kind, value);
    }
}
