// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.Console;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.SessionCookie;
import io.evenkeel.admin.entrance.Approach;
import io.evenkeel.admin.entrance.Approach.Asked;
import io.evenkeel.admin.entrance.Guest;
import io.evenkeel.config.BrokerSettings;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which caller may do which request. On a loopback address anybody may read through the API, because the
 * command line and scrapers always could, but nobody through a proxy. Changes, the console's pages and everything on
 * other addresses need the admin token, an API token or a session, with the role that the route names, or else {@link
 * Role#ADMIN} for changes. Reports of agents have tokens and seals of their own, and the settings say who may ask the
 * broker for a node.
 *
 * <p>The {@link Approach} guards against web pages that the administrator has open. A session changes only what a page
 * of this very server asks for. A route that names a role is closed to unknown callers, whatever its handler does.
 */
final class Guard {

    /** Addresses that an open page asks by itself, so that they keep no session alive. */
    private static final Set<String> BY_ITSELF = Set.of(Links.WATCH, Links.HEALTH, Links.DEMO);

    private static final String SCHEME = "Bearer ";

    private final byte[] token;
    private final Approach approach;
    private final AccountServices services;
    private final Supplier<BrokerSettings> broker;

    /**
     * The guard of one server.
     *
     * @param broker its settings in force
     */
    Guard(String token, Approach approach, AccountServices services, Supplier<BrokerSettings> broker) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.approach = approach;
        this.services = services;
        this.broker = broker;
    }

    /** The head of a request as Javalin has it. */
    private record Head(Context context) implements Asked {

        @Override
        public String method() {
            return context.req().getMethod();
        }

        @Override
        public String path() {
            return context.path();
        }

        @Override
        public boolean encrypted() {
            return context.req().isSecure();
        }

        @Override
        public @Nullable String field(String name) {
            return context.header(name);
        }
    }

    /** Finds the caller, before every request. */
    void admit(Context context) {
        Head head = new Head(context);
        approach.mark(head, context::header);
        ApiRefusal refusal = approach.refusal(head);
        if (refusal != null) {
            throw refusal;
        }
        boolean changes = changes(context);
        if (Console.claims(context.path()) && !approach.isPrivate()) {
            throw new ApiRefusal(
                    403,
                    "without TLS the console answers on loopback addresses only",
                    "Give it a certificate (admin.tls), or set admin.address to 127.0.0.1 and use a tunnel, such as"
                            + " ssh -L 8111:127.0.0.1:8111 HOST.");
        }
        Optional<Caller> caller = caller(context, changes);
        caller.ifPresent(known -> {
            Callers.remember(context, known);
            Guest.welcome(context.attribute(Guest.KEY));
        });
        if (caller.isPresent() || Console.isOpen(context.path())) {
            return;
        }
        if (Console.claims(context.path())) {
            Console.sendToSignIn(context, changes);
        } else if (changes || !isOpen(context)) {
            throw unknown(context);
        }
    }

    /** True when strangers may read this; for clients of the broker that is set. */
    private boolean isOpen(Context context) {
        if (!context.path().equals(Approach.SELECT)) {
            return approach.isFree(context::header);
        }
        return switch (broker.get().access()) {
            case AUTO -> approach.isFree(context::header);
            case TOKEN -> false;
            case OPEN -> true;
        };
    }

    private static ApiRefusal unknown(Context context) {
        context.header("WWW-Authenticate", "Bearer realm=\"evenkeel\"");
        return new ApiRefusal(
                401,
                "this needs the admin token",
                "Send 'Authorization: Bearer TOKEN' with admin.token of the configuration, or with what"
                        + " .evenkeel/NAME.token beside the configuration file NAME.yaml says when none is configured,"
                        + " or with one of 'evenkeel token create'.");
    }

    private static boolean changes(Context context) {
        return Approach.changes(context.req().getMethod());
    }

    /** Looks at the role, once the route is known; a route that names one is closed to unknown callers. */
    void check(Context context) {
        boolean changes = changes(context);
        Optional<Role> named = context.routeRoles().stream()
                .filter(Role.class::isInstance)
                .map(Role.class::cast)
                .findFirst();
        Optional<Caller> caller = Callers.find(context);
        if (caller.isEmpty()) {
            if (named.isPresent()) {
                throw unknown(context);
            }
            return;
        }
        Role needed = named.orElse(changes && !Console.isOpen(context.path()) ? Role.ADMIN : Role.VIEWER);
        if (!caller.get().role().covers(needed)) {
            throw new ApiRefusal(
                    HttpStatus.FORBIDDEN.getCode(),
                    caller.get().name() + " is " + caller.get().role() + ", and this needs " + needed,
                    "Ask an administrator, who can change roles with 'evenkeel user role'.");
        }
        // a route that needs more than reading names its cluster in the path, or is not for tokens that are limited to
        // clusters
        if (needed != Role.VIEWER
                && !caller.get().reaches(context.pathParamMap().get("cluster"))) {
            throw new ApiRefusal(
                    HttpStatus.FORBIDDEN.getCode(),
                    caller.get().name() + " is for "
                            + String.join(", ", caller.get().clusters()) + " only",
                    "Use it for /api/v1/clusters/CLUSTER/nodes/NODE of these clusters, or make another token.");
        }
    }

    private Optional<Caller> caller(Context context, boolean changes) {
        String from = context.req().getRemoteAddr();
        String authorization = context.header("Authorization");
        if (authorization != null) {
            return bearer(authorization).flatMap(secret -> byToken(secret, from));
        }
        if (changes && !Approach.comesFromThisVerySite(new Head(context))) {
            return Optional.empty();
        }
        return SessionCookie.read(context)
                .flatMap(id -> services.sessions()
                        .find(id, from, SessionCookie.browser(context), !BY_ITSELF.contains(context.path())))
                .map(user -> new Caller(user.name(), user.role(), from));
    }

    private Optional<Caller> byToken(String secret, String from) {
        if (isOwn(secret)) {
            return Optional.of(new Caller("admin token", Role.ADMIN, from));
        }
        return services.accounts().byToken(secret).map(found -> {
            services.lastUse().used(found.name());
            return new Caller("token " + found.name(), found.role(), from, found.clusters());
        });
    }

    private boolean isOwn(String secret) {
        return MessageDigest.isEqual(token, secret.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells whether an {@code Authorization} has the admin token; waits for nothing. */
    boolean isAdminToken(@Nullable String authorization) {
        return authorization != null
                && bearer(authorization).filter(this::isOwn).isPresent();
    }

    /** Tells whether an {@code Authorization} has the admin token or an API token; may wait for the accounts' file. */
    boolean isProof(@Nullable String authorization) {
        return authorization != null
                && bearer(authorization).flatMap(secret -> byToken(secret, "")).isPresent();
    }

    private static Optional<String> bearer(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(authorization.substring(SCHEME.length()).strip())
                : Optional.empty();
    }
}
