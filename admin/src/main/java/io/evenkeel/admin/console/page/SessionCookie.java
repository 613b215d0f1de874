// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.javalin.http.Context;
import java.util.Optional;

/**
 * The cookie that carries a session's id: for this server only, never for scripts, never from another site. Its name
 * has the port, because browsers share cookies between the ports of a host; over TLS also the prefix by which they take
 * it from this very host only.
 */
public final class SessionCookie {

    private SessionCookie() {}

    public static Optional<String> read(Context context) {
        return Optional.ofNullable(context.cookie(name(context)));
    }

    public static void write(Context context, String id) {
        context.header("Set-Cookie", name(context) + "=" + id + attributes(context));
    }

    public static void remove(Context context) {
        context.header("Set-Cookie", name(context) + "=; Max-Age=0" + attributes(context));
    }

    /** The browser's name for itself; empty when it gives none. */
    public static String browser(Context context) {
        String name = context.userAgent();
        return name == null ? "" : name;
    }

    private static String name(Context context) {
        return (context.req().isSecure() ? "__Host-" : "") + "evenkeel-"
                + context.req().getLocalPort();
    }

    private static String attributes(Context context) {
        return "; Path=/; HttpOnly; SameSite=Strict" + (context.req().isSecure() ? "; Secure" : "");
    }
}
