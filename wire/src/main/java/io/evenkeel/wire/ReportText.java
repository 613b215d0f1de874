// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.Decimal;
import java.nio.charset.StandardCharsets;

/** Reads the TEXT form: {@code cpu_utilization:0.3,named_metrics.heap:0.5}. */
final class ReportText {

    private static final byte[][] MAPS = {
        "named_metrics.".getBytes(StandardCharsets.US_ASCII),
        "utilization.".getBytes(StandardCharsets.US_ASCII),
        "request_cost.".getBytes(StandardCharsets.US_ASCII)
    };

    private final Decimal decimal = new Decimal();

    boolean read(byte[] octets, int from, int to, ReportFields fields) {
        int begin = from;
        while (begin <= to) {
            int end = find(octets, begin, to, ',', ',');
            int first = skipBlanks(octets, begin, end);
            int last = trimBlanks(octets, first, end);
            if (first < last && !pair(octets, first, last, fields)) {
                return false;
            }
            begin = end + 1;
        }
        return true;
    }

    private boolean pair(byte[] octets, int from, int to, ReportFields fields) {
        int mark = find(octets, from, to, ':', '=');
        int nameTo = trimBlanks(octets, from, mark);
        if (mark == to || !fields.first(octets, from, nameTo, 0)) {
            return false;
        }
        int code = code(octets, from, nameTo, fields);
        if (code < ReportFields.FOREIGN) {
            return false;
        }
        int number = skipBlanks(octets, mark + 1, to);
        return decimal.read(octets, number, to, fields.shift(code))
                && decimal.end() == to
                && fields.put(code, decimal.value());
    }

    /** Below {@link ReportFields#FOREIGN} for what must not stand here. */
    private static int code(byte[] octets, int from, int to, ReportFields fields) {
        for (int map = 0; map < MAPS.length; map++) {
            int name = from + MAPS[map].length;
            if (startsWith(octets, from, to, MAPS[map])) {
                if (name == to) {
                    return ReportFields.FOREIGN - 1;
                }
                return map == 0 ? fields.named(octets, name, to) : ReportFields.FOREIGN;
            }
        }
        int code = fields.field(octets, from, to);
        boolean alone = code >= 0 && code != ReportFields.NAMED && code != ReportFields.OTHERS;
        return alone ? code : ReportFields.FOREIGN - 1;
    }

    private static boolean startsWith(byte[] octets, int from, int to, byte[] start) {
        if (to - from < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if (octets[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static int find(byte[] octets, int from, int to, char one, char other) {
        int at = from;
        while (at < to && octets[at] != one && octets[at] != other) {
            at++;
        }
        return at;
    }

    private static int skipBlanks(byte[] octets, int from, int to) {
        int at = from;
        while (at < to && (octets[at] == ' ' || octets[at] == '\t')) {
            at++;
        }
        return at;
    }

    private static int trimBlanks(byte[] octets, int from, int to) {
        int at = to;
        while (at > from && (octets[at - 1] == ' ' || octets[at - 1] == '\t')) {
            at--;
        }
        return at;
    }
}
