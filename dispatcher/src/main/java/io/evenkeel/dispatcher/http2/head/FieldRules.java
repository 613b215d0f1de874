// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import org.jspecify.annotations.Nullable;

/** The rules for fields that requests, answers and trailer sections share (RFC 9113 §8.2). */
final class FieldRules {

    private static final byte[] TE = Octets.ascii("te");
    private static final byte[] TRAILERS = Octets.ascii("trailers");

    private FieldRules() {}

    /** True when a field is, or wants to be, a pseudo-field. */
    static boolean isPseudo(FieldBlock fields, int k) {
        int from = fields.nameFrom(k);
        return from < fields.nameTo(k) && fields.octets()[from] == ':';
    }

    /** Checks name and value of a field that is not a pseudo-field, by their octets. */
    static @Nullable HeadProblem check(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int from = fields.nameFrom(k);
        int to = fields.nameTo(k);
        for (int i = from; i < to; i++) {
            if (octets[i] == 0 || Octets.token(octets[i]) != octets[i]) {
                return HeadProblem.BAD_NAME;
            }
        }
        if (from == to) {
            return HeadProblem.BAD_NAME;
        }
        return isValue(octets, fields.valueFrom(k), fields.valueTo(k)) ? null : HeadProblem.BAD_VALUE;
    }

    /** True for a value without NUL, CR and LF, and without white space at its ends (RFC 9113 §8.2.1). */
    static boolean isValue(byte[] octets, int from, int to) {
        if (from == to) {
            return true;
        }
        if (Octets.isBlank(octets[from]) || Octets.isBlank(octets[to - 1])) {
            return false;
        }
        int i = from;
        while (true) {
            i = Octets.controlAt(octets, i, to);
            if (i == to) {
                return true;
            }
            if (octets[i] == 0 || octets[i] == Octets.CR || octets[i] == Octets.LF) {
                return false;
            }
            i++;
        }
    }

    /** True when a value has a control character other than a tab (RFC 9110 §5.5). */
    static boolean hasControl(FieldBlock fields, int k) {
        byte[] octets = fields.octets();
        int to = fields.valueTo(k);
        int i = Octets.controlAt(octets, fields.valueFrom(k), to);
        while (i < to && octets[i] == Octets.HTAB) {
            i = Octets.controlAt(octets, i + 1, to);
        }
        return i < to;
    }

    /** Finds a field about the connection (RFC 9113 §8.2.2); {@code name} is a constant of {@link FieldName}. */
    static @Nullable HeadProblem checkHop(FieldBlock fields, int k, byte name) {
        return switch (name) {
            case FieldName.CONNECTION, FieldName.TRANSFER_ENCODING, FieldName.UPGRADE, FieldName.KEEP_ALIVE ->
                HeadProblem.CONNECTION_FIELD;
            case FieldName.HOP -> checkHopByName(fields, k);
            default -> null;
        };
    }

    /** True for TE, which is about the connection; a request may have it (RFC 9113 §8.2.2), an answer may not. */
    static boolean isTe(FieldBlock fields, int k) {
        return Octets.equalsLower(fields.octets(), fields.nameFrom(k), fields.nameTo(k), TE);
    }

    /** HTTP2-Settings passes: it says nothing here, and the writer of heads for nodes leaves it out. */
    private static @Nullable HeadProblem checkHopByName(FieldBlock fields, int k) {
        return switch (fields.octets()[fields.nameFrom(k)]) {
            case 't' ->
                Octets.equalsLower(fields.octets(), fields.valueFrom(k), fields.valueTo(k), TRAILERS)
                        ? null
                        : HeadProblem.BAD_TE;
            case 'p' -> HeadProblem.CONNECTION_FIELD;
            default -> null;
        };
    }

    /** Writes a field as a line. */
    static void writeLine(FieldBlock fields, int k, HeadBuffer out) {
        out.add(fields.octets(), fields.nameFrom(k), fields.nameTo(k));
        writeValue(fields, k, out);
    }

    /** Writes the end of a line whose name is written. */
    static void writeValue(FieldBlock fields, int k, HeadBuffer out) {
        out.add((byte) ':');
        out.add(Octets.SP);
        out.add(fields.octets(), fields.valueFrom(k), fields.valueTo(k));
        out.endLine();
    }
}
