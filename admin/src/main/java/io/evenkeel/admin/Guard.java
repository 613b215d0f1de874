// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Desk;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.AgentReports;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.admin.console.Console;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.SessionCookie;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what. On a loopback address looking through the API is free, because it was always so for the command line and for scrapers;
 * changes, the console's pages and everything on other addresses need the admin token, an API token or a session, with the role that the
 * route names, or else {@link Role#ADMIN} for changes. Reports of agents have tokens and seals of their own.
 *
 * <p>Against web pages that the administrator has open: without TLS a loopback address is only answered under a loopback name, so that a
 * name that was rebound to 127.0.0.1 gets nothing (with TLS the browser sees that the certificate is not for that name); changes that a
 * browser says come from another site are refused; and a session changes only what a page of this very server asks for.
 */
final class Guard {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final String SCHEME = "Bearer ";

    private final byte[] token;
    private final boolean loopback;
    private final @Nullable Https https;
    private final Desk desk;

    /**
     * For one server.
     *
     * @param loopback it listens on a loopback address
     * @param https null when it speaks plain HTTP
     */
    Guard(String token, boolean loopback, @Nullable Https https, Desk desk) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.loopback = loopback;
        this.https = https;
        this.desk = desk;
    }

    /** Finds out who it is, before every request. */
    void admit(Context context) {
        context.header("Cache-Control", "no-store")
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("X-Frame-Options", "DENY")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Content-Security-Policy", Console.CONTENT_POLICY);
        boolean changes = !SAFE.contains(context.req().getMethod());
        if (https != null) {
            https.admit(context);
        } else if (loopback && !isLoopbackName(context.header("Host"))) {
            throw new Refusal(
                    403,
                    "this address answers to localhost only, not to '" + context.header("Host") + "'",
                    "Use http://localhost:PORT or 127.0.0.1, or let admin.address name an interface of the network.");
        }
        if (changes && comesFromAnotherSite(context)) {
            throw new Refusal(403, "a page of another site asked for this", "Use the command line or curl.");
        }
        if (AgentReports.claims(context.req().getMethod(), context.path())) {
            return;
        }
        if (Console.claims(context.path()) && !loopback && https == null) {
            throw new Refusal(
                    403,
                    "without TLS the console answers on loopback addresses only",
                    "Give it a certificate (admin.tls), or let admin.address be 127.0.0.1 and come through a tunnel, such as"
                            + " ssh -L 8111:127.0.0.1:8111 HOST.");
        }
        Optional<Caller> caller = caller(context, changes);
        caller.ifPresent(known -> Callers.remember(context, known));
        if (caller.isPresent() || Console.isOpen(context.path())) {
            return;
        }
        if (Console.claims(context.path())) {
            Console.sendToSignIn(context, changes);
        } else if (changes || !loopback) {
            context.header("WWW-Authenticate", "Bearer realm=\"evenkeel\"");
            throw new Refusal(
                    401,
                    "this needs the admin token",
                    "Send 'Authorization: Bearer TOKEN' with admin.token of the configuration, or with what"
                            + " .evenkeel/NAME.token beside the configuration file NAME.yaml says when none is configured,"
                            + " or with one of 'evenkeel token create'.");
        }
    }

    /** Looks at the role, once it is known which route it is. */
    void check(Context context) {
        boolean changes = !SAFE.contains(context.req().getMethod());
        Optional<Caller> caller = Callers.find(context);
        if (caller.isEmpty()) {
            return;
        }
        Role needed = context.routeRoles().stream()
                .filter(Role.class::isInstance)
                .map(Role.class::cast)
                .findFirst()
                .orElse(changes && !Console.isOpen(context.path()) ? Role.ADMIN : Role.VIEWER);
        if (!caller.get().role().covers(needed)) {
            throw new Refusal(
                    HttpStatus.FORBIDDEN.getCode(),
                    caller.get().name() + " is " + caller.get().role() + ", and this needs " + needed,
                    "Ask an administrator, who can change roles with 'evenkeel user role'.");
        }
        // what needs more than looking names its cluster in the path, or is not for tokens that are limited to clusters
        if (needed != Role.VIEWER
                && !caller.get().reaches(context.pathParamMap().get("cluster"))) {
            throw new Refusal(
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
        if (changes && !comesFromThisVerySite(context)) {
            return Optional.empty();
        }
        return SessionCookie.read(context)
                .flatMap(id -> context.path().equals(Links.WATCH)
                        ? desk.sessions().peek(id)
                        : desk.sessions().use(id))
                .map(user -> new Caller(user.name(), user.role(), from));
    }

    private Optional<Caller> byToken(String secret, String from) {
        if (MessageDigest.isEqual(token, secret.getBytes(StandardCharsets.UTF_8))) {
            return Optional.of(new Caller("admin token", Role.ADMIN, from));
        }
        return desk.accounts().byToken(secret).map(found -> {
            desk.lastUse().used(found.name());
            return new Caller("token " + found.name(), found.role(), from, found.clusters());
        });
    }

    private static Optional<String> bearer(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(authorization.substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    private static boolean isLoopbackName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d*$", "");
        return name.equalsIgnoreCase("localhost") || name.equals("[::1]") || name.matches("127\\.\\d+\\.\\d+\\.\\d+");
    }

    private static boolean comesFromAnotherSite(Context context) {
        String site = context.header("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = context.header("Origin");
        return origin != null && !isOrigin(origin, context.header("Host"));
    }

    private static boolean comesFromThisVerySite(Context context) {
        String site = context.header("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin");
        }
        String origin = context.header("Origin");
        return origin != null && isOrigin(origin, context.header("Host"));
    }

    private static boolean isOrigin(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
