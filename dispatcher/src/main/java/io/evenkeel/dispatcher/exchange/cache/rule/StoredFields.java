// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseWriter;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.util.List;

/** The field lines of an answer that are stored with it (RFC 9111 §3.1), and those that a 304 brings (§3.2). */
public final class StoredFields {

    /** Fields that are of one connection or one answer, or that are written again for each client. */
    private static final FieldNames LEFT_OUT = FieldNames.of(List.of(
            "age",
            "content-length",
            "set-cookie",
            "set-cookie2",
            "trailer",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "alt-svc"));

    /** Fields of the stored content itself, which a 304 cannot change. */
    private static final FieldNames OF_CONTENT =
            FieldNames.of(List.of("content-encoding", "content-type", "content-range", "content-length", "etag"));

    private static final byte[] COLON = Octets.ascii(": ");

    private StoredFields() {}

    /**
     * Writes the lines of an answer.
     *
     * @param dateLine put behind them when the answer tells no date
     */
    public static void write(ResponseHead head, byte[] dateLine, HeadBuffer out) {
        for (int k = 0; k < head.fields(); k++) {
            if (stays(head, k)) {
                line(head, k, out);
            }
        }
        if (!head.hasDate()) {
            out.add(dateLine);
        }
    }

    /**
     * Writes a whole head with the lines of a stored answer, in which those of a 304 have replaced others.
     *
     * @param stored the stored head
     * @param statusLine of the stored answer, with its CR LF
     */
    public static void merge(
            ResponseHead stored, ResponseHead confirming, byte[] statusLine, byte[] dateLine, HeadBuffer out) {
        out.add(statusLine);
        for (int k = 0; k < stored.fields(); k++) {
            if (!isReplaced(stored, k, confirming)) {
                line(stored, k, out);
            }
        }
        for (int k = 0; k < confirming.fields(); k++) {
            boolean age = confirming.nameEnd(k) - confirming.nameAt(k) == 3;
            if (brings(confirming, k) || (age && isAge(confirming, k))) {
                line(confirming, k, out);
            }
        }
        if (!confirming.hasDate()) {
            out.add(dateLine);
        }
        out.endLine();
    }

    private static boolean isAge(ResponseHead head, int k) {
        return Octets.equalsLower(head.octets(), head.nameAt(k), head.nameEnd(k), Octets.ascii("age"));
    }

    private static boolean isReplaced(ResponseHead stored, int k, ResponseHead confirming) {
        byte[] octets = stored.octets();
        int from = stored.nameAt(k);
        int to = stored.nameEnd(k);
        if (Octets.equalsLower(octets, from, to, Octets.ascii("date"))) {
            return true;
        }
        for (int i = 0; i < confirming.fields(); i++) {
            if (brings(confirming, i)
                    && sameName(octets, from, to, confirming.octets(), confirming.nameAt(i), confirming.nameEnd(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean sameName(byte[] a, int from, int to, byte[] b, int otherFrom, int otherTo) {
        if (to - from != otherTo - otherFrom) {
            return false;
        }
        for (int i = 0; i < to - from; i++) {
            if (Octets.token(a[from + i]) != Octets.token(b[otherFrom + i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean brings(ResponseHead head, int k) {
        return stays(head, k) && !OF_CONTENT.has(head.octets(), head.nameAt(k), head.nameEnd(k));
    }

    private static boolean stays(ResponseHead head, int k) {
        return ResponseWriter.stays(head, FieldNames.NONE, k)
                && !LEFT_OUT.has(head.octets(), head.nameAt(k), head.nameEnd(k));
    }

    private static void line(ResponseHead head, int k, HeadBuffer out) {
        out.add(head.octets(), head.nameAt(k), head.nameEnd(k));
        out.add(COLON);
        out.add(head.octets(), head.valueAt(k), head.valueEnd(k));
        out.endLine();
    }
}
