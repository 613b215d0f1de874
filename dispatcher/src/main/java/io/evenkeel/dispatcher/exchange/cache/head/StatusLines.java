// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.text.Octets;
import java.util.Map;

/** The status lines of answers that are stored, and of those made of them. Any thread. */
public final class StatusLines {

    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(203, "Non-Authoritative Information"),
            Map.entry(204, "No Content"),
            Map.entry(206, "Partial Content"),
            Map.entry(300, "Multiple Choices"),
            Map.entry(301, "Moved Permanently"),
            Map.entry(302, "Found"),
            Map.entry(303, "See Other"),
            Map.entry(304, "Not Modified"),
            Map.entry(307, "Temporary Redirect"),
            Map.entry(308, "Permanent Redirect"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(410, "Gone"),
            Map.entry(414, "URI Too Long"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(451, "Unavailable For Legal Reasons"),
            Map.entry(501, "Not Implemented"));

    private static final byte[][] LINES = new byte[600][];

    static {
        for (int status = 0; status < LINES.length; status++) {
            LINES[status] = Octets.ascii("HTTP/1.1 " + status + " " + PHRASES.getOrDefault(status, "") + "\r\n");
        }
    }

    private StatusLines() {}

    /** The line of a status, with its CR LF; not to be changed. */
    public static byte[] of(int status) {
        return LINES[status];
    }
}
