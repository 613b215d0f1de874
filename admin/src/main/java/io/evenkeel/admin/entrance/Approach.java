// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import io.evenkeel.admin.api.ApiRefusal;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.MimeTypes;
import org.jspecify.annotations.Nullable;

/**
 * The check of the way a request came, for every sender: unencrypted where TLS is spoken, under a foreign name, from a
 * page of another site, or in a disguise that would make the router or a parser see another request than the guard
 * does. Immutable; any thread.
 *
 * <p>The method that is judged is the one of the request line. The router would follow a field that names another, so
 * that field is refused.
 */
public final class Approach {

    /** The things that browsers may load and do on every page: files of this server, and nothing inline. */
    public static final String CONTENT_POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none';" + " form-action 'self'; frame-ancestors 'none'";

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /** Fields of requests that a proxy has passed on. */
    private static final Set<String> PROXIED =
            Set.of("Via", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private static final String METHOD_OVERRIDE = "X-HTTP-Method-Override";
    private static final String MULTIPART = "multipart/";

    /** The path of a GET that does more than read: the policy chooses, and counts that. */
    public static final String SELECT = "/api/v1/select";

    private final boolean loopback;
    private final @Nullable LongSupplier httpsOnlySeconds;

    /** A request as far as its head tells. */
    public interface Asked {

        /** The method of the request line. */
        String method();

        String path();

        boolean encrypted();

        /** The first field of that name; null when there is none. */
        @Nullable
        String field(String name);
    }

    /**
     * The rules of one server.
     *
     * @param loopback it listens on a loopback address
     * @param httpsOnlySeconds time for which browsers shall come by HTTPS only, 0 for not at all; null when the
     *     server speaks plain HTTP
     */
    public Approach(boolean loopback, @Nullable LongSupplier httpsOnlySeconds) {
        this.loopback = loopback;
        this.httpsOnlySeconds = httpsOnlySeconds;
    }

    /**
     * Tells whether looking is free: the client is on this machine itself, and not behind a proxy that is.
     *
     * @param field the first field of a name; null when there is none
     */
    public boolean isFree(Function<String, @Nullable String> field) {
        return loopback && PROXIED.stream().allMatch(name -> field.apply(name) == null);
    }

    /**
     * Tells whether nobody between client and server can read the traffic: by TLS, or because both are on this machine.
     */
    public boolean isPrivate() {
        return loopback || httpsOnlySeconds != null;
    }

    /** Tells whether a method may change something. */
    public static boolean changes(String method) {
        return !SAFE.contains(method);
    }

    /** The fields that every answer has. */
    public void mark(Asked asked, BiConsumer<String, String> fields) {
        fields.accept("Cache-Control", "no-store");
        fields.accept("X-Content-Type-Options", "nosniff");
        fields.accept("Referrer-Policy", "no-referrer");
        fields.accept("X-Frame-Options", "DENY");
        fields.accept("Cross-Origin-Opener-Policy", "same-origin");
        fields.accept("Cross-Origin-Resource-Policy", "same-origin");
        fields.accept("Content-Security-Policy", CONTENT_POLICY);
        if (httpsOnlySeconds != null && asked.encrypted()) {
            long seconds = httpsOnlySeconds.getAsLong();
            if (seconds > 0) {
                fields.accept("Strict-Transport-Security", "max-age=" + seconds);
            }
        }
    }

    /** The reason why the request is not looked at; null when it is. */
    public @Nullable ApiRefusal refusal(Asked asked) {
        if (asked.field(METHOD_OVERRIDE) != null) {
            return new ApiRefusal(
                    400, METHOD_OVERRIDE + " is not accepted here", "Send the request with the method that it has.");
        }
        String type = asked.field("Content-Type");
        if (type != null && type.strip().regionMatches(true, 0, MULTIPART, 0, MULTIPART.length())) {
            return new ApiRefusal(
                    415, "multipart content is not accepted here", "Send application/x-www-form-urlencoded or JSON.");
        }
        if (type != null && !isCharset(MimeTypes.getCharsetFromContentType(type))) {
            return new ApiRefusal(415, "the charset of the content is not supported here", "Send UTF-8.");
        }
        if (httpsOnlySeconds != null && !asked.encrypted()) {
            return new ApiRefusal(
                    400,
                    "this port speaks HTTPS, and the request came unencrypted",
                    "Begin the address with https://. A password or token that was sent along may have been read on its way.");
        }
        if (httpsOnlySeconds == null && loopback && !isLoopbackName(asked.field("Host"))) {
            return new ApiRefusal(
                    403,
                    "this address answers to localhost only, not to '" + asked.field("Host") + "'",
                    "Use http://localhost:PORT or 127.0.0.1, or let admin.address name an interface of the network.");
        }
        if ((changes(asked.method()) || asked.path().equals(SELECT)) && comesFromAnotherSite(asked)) {
            return new ApiRefusal(403, "a page of another site sent this request", "Use the command line or curl.");
        }
        return null;
    }

    /** Tells whether a browser says that a page of this very server asks. */
    public static boolean comesFromThisVerySite(Asked asked) {
        String site = asked.field("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin");
        }
        String origin = asked.field("Origin");
        return origin != null && isOrigin(origin, asked.field("Host"));
    }

    private static boolean comesFromAnotherSite(Asked asked) {
        String site = asked.field("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = asked.field("Origin");
        return origin != null && !isOrigin(origin, asked.field("Host"));
    }

    private static boolean isOrigin(String origin, @Nullable String host) {
        try {
            return host != null && host.equals(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isLoopbackName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d*$", "");
        return name.equalsIgnoreCase("localhost") || name.equals("[::1]") || name.matches("127\\.\\d+\\.\\d+\\.\\d+");
    }

    private static boolean isCharset(@Nullable String name) {
        try {
            return name == null || Charset.isSupported(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
