// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api.openapi;

import io.evenkeel.admin.account.Role;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.javalin.security.Roles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/openapi.json}. The document is made at the first question, since nobody may ever ask.
 *
 * <p>Pages of the console are no part of it. Any thread.
 */
public final class OpenApi {

    private static final String PATH = "/api/v1/openapi.json";

    private final Control control;
    private volatile List<Endpoint> endpoints = List.of();
    private volatile byte @Nullable [] made;

    public OpenApi(Control control) {
        this.control = control;
    }

    /** Adds the call to a server. */
    public void route(RoutesConfig routes) {
        routes.get(PATH, this::answer);
    }

    /** Takes the routes of the server, once they are all there. */
    public void of(List<Endpoint> all) {
        endpoints = List.copyOf(all);
    }

    private void answer(Context context) {
        byte[] octets = made;
        if (octets == null) {
            OpenApiDocument document = new OpenApiDocument(control.dispatcher().version(), OpenApiWords.read());
            for (Endpoint each : endpoints) {
                if (isOfTheApi(each.path)) {
                    document.add(each.method.name(), each.path, role(each));
                }
            }
            octets = document.json().toString().getBytes(StandardCharsets.UTF_8);
            made = octets;
        }
        context.contentType("application/json").result(octets);
    }

    private static boolean isOfTheApi(String path) {
        return !path.startsWith("/console")
                && !path.startsWith("/static/")
                && !path.equals("/")
                && !path.isEmpty()
                && !path.contains("*");
    }

    private static @Nullable Role role(Endpoint endpoint) {
        Roles roles = endpoint.metadata(Roles.class);
        return roles == null
                ? null
                : roles.getRoles().stream()
                        .filter(Role.class::isInstance)
                        .map(Role.class::cast)
                        .findFirst()
                        .orElse(null);
    }
}
