// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.api.AgentReports;
import io.evenkeel.admin.api.Refusal;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what: looking is free on a loopback address, everything else needs the bearer token, but for the reports of agents, which
 * have tokens and seals of their own.
 *
 * <p>Against web pages that the administrator has open: a loopback address is only answered under a loopback name, so that a name that
 * was rebound to 127.0.0.1 gets nothing, and changes that a browser says come from another site are refused.
 */
final class Guard implements Handler {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final String SCHEME = "Bearer ";

    private final byte[] token;
    private final boolean loopback;

    /** @param loopback the server listens on a loopback address */
    Guard(String token, boolean loopback) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.loopback = loopback;
    }

    @Override
    public void handle(Context context) {
        context.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff");
        boolean changes = !SAFE.contains(context.req().getMethod());
        if (loopback && !isLoopbackName(context.header("Host"))) {
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
        if ((changes || !loopback) && !carriesToken(context.header("Authorization"))) {
            context.header("WWW-Authenticate", "Bearer realm=\"evenkeel\"");
            throw new Refusal(
                    401,
                    "this needs the admin token",
                    "Send 'Authorization: Bearer TOKEN' with admin.token of the configuration, or with what"
                            + " .evenkeel/NAME.token beside the configuration file NAME.yaml says when none is configured.");
        }
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

    private static boolean isOrigin(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean carriesToken(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] given = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(token, given);
    }
}
