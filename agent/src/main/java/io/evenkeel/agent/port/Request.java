// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The head of an HTTP request, as far as the agent server wants to know it. Immutable. */
final class Request {

    private final String method;
    private final String path;
    private final @Nullable String host;
    private final String authorization;
    private final boolean keepsAlive;

    private Request(String method, String path, @Nullable String host, String authorization, boolean keepsAlive) {
        this.method = method;
        this.path = path;
        this.host = host;
        this.authorization = authorization;
        this.keepsAlive = keepsAlive;
    }

    /**
     * The request whose head are these octets, its empty line included; null when they are not a request, or it has a
     * body, which nothing here takes.
     */
    static @Nullable Request read(byte[] octets, int length) {
        String[] lines = new String(octets, 0, length, StandardCharsets.ISO_8859_1).split("\r\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !words[1].startsWith("/") || !words[2].matches("HTTP/1\\.[01]")) {
            return null;
        }
        String host = null;
        String authorization = "";
        boolean keepsAlive = words[2].endsWith("1");
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                if (lines[i].isEmpty()) {
                    continue;
                }
                return null;
            }
            String value = lines[i].substring(colon + 1).trim();
            switch (lines[i].substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "host":
                    if (host != null) {
                        return null;
                    }
                    host = value;
                    break;
                case "authorization":
                    authorization = value;
                    break;
                case "connection":
                    String option = value.toLowerCase(Locale.ROOT);
                    keepsAlive = option.contains("keep-alive") || (keepsAlive && !option.contains("close"));
                    break;
                case "content-length":
                    if (!value.equals("0")) {
                        return null;
                    }
                    break;
                case "transfer-encoding":
                    return null;
                default:
                    break;
            }
        }
        int query = words[1].indexOf('?');
        String path = query < 0 ? words[1] : words[1].substring(0, query);
        return new Request(words[0], path, host, authorization, keepsAlive);
    }

    String method() {
        return method;
    }

    /** The target without its query. */
    String path() {
        return path;
    }

    /** The field {@code Host}; null when there is none, which no browser leaves out. */
    @Nullable
    String host() {
        return host;
    }

    /** The field {@code Authorization}; empty when there is none. */
    String authorization() {
        return authorization;
    }

    /** True when its client wants to ask again on the same connection. */
    boolean keepsAlive() {
        return keepsAlive;
    }
}
