// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Words;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server as httpd writes it.
 *
 * @param scheme in lower case: http, https, h2, h2c, ws, wss or ajp
 * @param path empty, or with a slash at its beginning
 */
record HttpdTarget(String scheme, String host, int port, String path) {

    private static final Pattern URL =
            Pattern.compile("(?i)(https?|h2c?|wss?|ajp)://(\\[[0-9a-f:.]+\\]|[^/:\\[\\]]+)(?::([0-9]{1,5}))?(/.*)?");

    /** The server of a URL; null when it is none that speaks HTTP or AJP over TCP. */
    static @Nullable HttpdTarget of(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            return null;
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        int usual = scheme.equals("ajp") ? 8009 : scheme.matches("https|h2|wss") ? 443 : 80;
        Integer port = parts.group(3) == null ? Integer.valueOf(usual) : Words.whole(parts.group(3), 1, 65_535);
        String path = parts.group(4) == null ? "" : parts.group(4);
        return port == null ? null : new HttpdTarget(scheme, parts.group(2), port, path);
    }

    boolean isTls() {
        return scheme.equals("https") || scheme.equals("h2") || scheme.equals("wss");
    }

    boolean isHttp2() {
        return scheme.startsWith("h2");
    }

    boolean isAjp() {
        return scheme.equals("ajp");
    }

    /** The server without its path, the same for WebSockets and HTTP. */
    String key() {
        return (isTls() ? "tls " : "") + (isHttp2() ? "h2 " : "") + host + ":" + port;
    }
}
