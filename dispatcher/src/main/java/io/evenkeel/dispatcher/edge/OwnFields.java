// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Fields that answers of the dispatcher itself get; what such an answer says itself stays. Immutable. */
public final class OwnFields {

    /** No field. */
    public static final OwnFields NONE = new OwnFields(List.of());

    /** A field line, and its name with the colon in lower case. */
    private static final class Line {
        private final byte[] lowerName;
        private final byte[] octets;

        Line(Map.Entry<String, String> field) {
            lowerName = Octets.ascii(field.getKey().toLowerCase(Locale.ROOT) + ":");
            octets = Octets.ascii(field.getKey() + ": " + field.getValue() + "\r\n");
        }
    }

    private final List<Line> lines;

    OwnFields(List<Map.Entry<String, String>> fields) {
        lines = fields.stream().map(Line::new).toList();
    }

    /** True when there is none. */
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    /**
     * The message with the fields at the end of its head.
     *
     * @param message a whole one of HTTP/1.1, well-formed
     */
    public byte[] with(byte[] message) {
        int end = 0;
        while (message[end] != Octets.CR) {
            end = Octets.indexOf(message, end, message.length, Octets.LF) + 1;
        }
        HeadBuffer out = new HeadBuffer(message.length + 256);
        out.add(message, 0, end);
        for (Line line : lines) {
            if (!has(message, end, line.lowerName)) {
                out.add(line.octets);
            }
        }
        out.add(message, end, message.length);
        return Arrays.copyOf(out.octets(), out.length());
    }

    private static boolean has(byte[] message, int end, byte[] lowerName) {
        for (int at = 0; at < end; at = Octets.indexOf(message, at, end, Octets.LF) + 1) {
            if (at + lowerName.length <= end && Octets.equalsLower(message, at, at + lowerName.length, lowerName)) {
                return true;
            }
        }
        return false;
    }
}
