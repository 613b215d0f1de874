// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The field lines of one head or trailer section, as offsets into the array they were read from.
 *
 * <p>Line k spans {@code [at[k], at[k + 1])} with its CR LF; its name {@code [at[k], nameEnd[k])}, its value without
 * surrounding white space {@code [valueAt[k], valueEnd[k])}.
 */
final class FieldLines {

    /** The section does not end within the octets given. */
    static final int INCOMPLETE = -1;

    /** The section is malformed; {@link #refusal} says how. */
    static final int REFUSED = -2;

    int count;
    int[] at = new int[33];
    int[] nameEnd = new int[32];
    int[] valueAt = new int[32];
    int[] valueEnd = new int[32];
    byte[] name = new byte[32];

    /** White space stood between a name and its colon; only answers get this far with it. */
    boolean untidy;

    @Nullable
    Refusal refusal;

    /**
     * Reads field lines up to and including the empty line.
     *
     * @param most number of lines accepted
     * @param answer true to accept, and remember, white space before a colon, which RFC 9112 §5.1 has a proxy remove
     *     from answers
     * @return index after the empty line, or {@link #INCOMPLETE}, or {@link #REFUSED}
     */
    int read(byte[] octets, int from, int to, int most, boolean answer) {
        count = 0;
        untidy = false;
        refusal = null;
        int i = from;
        while (true) {
            if (i >= to) {
                return INCOMPLETE;
            }
            if (octets[i] == Octets.CR) {
                if (i + 1 >= to) {
                    return INCOMPLETE;
                }
                if (octets[i + 1] != Octets.LF) {
                    return refuse(Refusal.BAD_LINE_END);
                }
                at[count] = i;
                return i + 2;
            }
            if (count == most) {
                return refuse(Refusal.TOO_MANY_FIELDS);
            }
            i = readLine(octets, i, to, answer);
            if (i < 0) {
                return i;
            }
        }
    }

    private int readLine(byte[] octets, int from, int to, boolean answer) {
        int end = from;
        while (end < to && Octets.token(octets[end]) != 0) {
            end++;
        }
        if (end == to) {
            return INCOMPLETE;
        }
        if (end == from) {
            return octets[from] == ':' ? refuse(Refusal.BAD_FIELD_NAME) : refuseStart(octets[from]);
        }
        int colon = answer ? Octets.afterBlanks(octets, end, to) : end;
        if (colon == to) {
            return INCOMPLETE;
        }
        if (octets[colon] != ':') {
            boolean ends = octets[colon] == Octets.LF || octets[colon] == Octets.CR;
            return refuse(ends ? Refusal.BAD_LINE_END : Refusal.BAD_FIELD_NAME);
        }
        untidy |= colon > end;
        int start = Octets.afterBlanks(octets, colon + 1, to);
        int lineEnd = lineEnd(octets, start, to);
        if (lineEnd < 0) {
            return lineEnd;
        }
        int stop = Octets.beforeBlanks(octets, start, lineEnd);
        add(octets, from, end, start, stop);
        return lineEnd + 2;
    }

    /** Index of the CR LF behind a value, or {@link #INCOMPLETE}, or {@link #REFUSED} for another control octet. */
    private int lineEnd(byte[] octets, int from, int to) {
        int at = Octets.controlAt(octets, from, to);
        while (at + 1 < to && octets[at] == Octets.HTAB) {
            at = Octets.controlAt(octets, at + 1, to);
        }
        if (at + 1 < to) {
            return octets[at] == Octets.CR && octets[at + 1] == Octets.LF ? at : refuseControl(octets[at]);
        }
        boolean mayGoOn = at >= to || octets[at] == Octets.CR || octets[at] == Octets.HTAB;
        return mayGoOn ? INCOMPLETE : refuseControl(octets[at]);
    }

    private void add(byte[] octets, int from, int end, int start, int stop) {
        if (count == nameEnd.length) {
            int capacity = count * 2;
            at = Arrays.copyOf(at, capacity + 1);
            nameEnd = Arrays.copyOf(nameEnd, capacity);
            valueAt = Arrays.copyOf(valueAt, capacity);
            valueEnd = Arrays.copyOf(valueEnd, capacity);
            name = Arrays.copyOf(name, capacity);
        }
        at[count] = from;
        nameEnd[count] = end;
        valueAt[count] = start;
        valueEnd[count] = stop;
        name[count] = FieldName.of(octets, from, end);
        count++;
    }

    /** True when a line has a name, which is given in lower case. */
    boolean isNamed(byte[] octets, int line, byte[] lowerName) {
        return Octets.equalsLower(octets, at[line], nameEnd[line], lowerName);
    }

    /** The number of the first line with a name, a constant of {@link FieldName}; -1 when there is none. */
    int find(byte wanted) {
        for (int k = 0; k < count; k++) {
            if (name[k] == wanted) {
                return k;
            }
        }
        return -1;
    }

    private int refuseStart(byte octet) {
        if (Octets.isBlank(octet)) {
            return refuse(Refusal.FOLDED_FIELD);
        }
        return refuse(octet == Octets.LF ? Refusal.BAD_LINE_END : Refusal.BAD_FIELD_NAME);
    }

    private int refuseControl(byte octet) {
        return refuse(octet == Octets.CR || octet == Octets.LF ? Refusal.BAD_LINE_END : Refusal.BAD_FIELD_VALUE);
    }

    private int refuse(Refusal why) {
        refusal = why;
        return REFUSED;
    }

    /** The value of the first field of a name in lower case; null when absent. Allocates. */
    @Nullable
    String value(byte[] octets, byte[] lowerName) {
        for (int k = 0; k < count; k++) {
            if (isNamed(octets, k, lowerName)) {
                return new String(octets, valueAt[k], valueEnd[k] - valueAt[k], StandardCharsets.ISO_8859_1);
            }
        }
        return null;
    }
}
