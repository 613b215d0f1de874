// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import org.jspecify.annotations.Nullable;

/**
 * Composes the head of HTTP/1.1 for the fields of a node's answer in HTTP/2, as strictly as {@link RequestComposer}
 * does it for requests; {@link io.evenkeel.dispatcher.http.ResponseHead} reads it.
 *
 * <p>A body without Content-Length gets {@code Transfer-Encoding: chunked}, and an answer that ends with its head
 * {@code Content-Length: 0}, so that the end of the connection never tells the end of an answer. The octets that come
 * on the stream must be counted against {@link #contentLength} by their receiver. Objects are used for answer
 * after answer. Threads: one loop.
 */
public final class ResponseComposer {

    /** An answer without Content-Length. */
    public static final long NO_LENGTH = ContentLength.NONE;

    private static final byte[] STATUS = Octets.ascii(":status");
    private static final byte[] VERSION = Octets.ascii("HTTP/1.1 ");
    private static final byte[] CHUNKED = Octets.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] NO_BODY = Octets.ascii("Content-Length: 0\r\n");

    private final ContentLength length = new ContentLength();
    private int status;

    /**
     * Composes the head of an interim or final answer.
     *
     * @param fields a decoded block
     * @param ends true when the stream ends with the block
     * @param toHead true when the request's method was HEAD, so that there is no body whatever the fields say
     * @param out cleared first; it holds the whole head when there is no problem
     * @return null, or the problem
     */
    public @Nullable HeadProblem compose(FieldBlock fields, boolean ends, boolean toHead, HeadBuffer out) {
        out.clear();
        length.clear();
        status = 0;
        if (fields.tooLarge()) {
            return HeadProblem.TOO_LARGE;
        }
        HeadProblem problem = begin(fields, ends, out);
        for (int k = 1; problem == null && k < fields.count(); k++) {
            problem = field(fields, k, out);
        }
        return problem != null ? problem : end(ends, toHead, out);
    }

    /** A final status must come, and the stream does not end with an interim one (RFC 9113 §8.1). */
    private @Nullable HeadProblem begin(FieldBlock fields, boolean ends, HeadBuffer out) {
        if (fields.count() == 0 || !FieldRules.isPseudo(fields, 0)) {
            return HeadProblem.MISSING_PSEUDO;
        }
        if (!isStatus(fields, 0)) {
            return HeadProblem.UNKNOWN_PSEUDO;
        }
        byte[] octets = fields.octets();
        int from = fields.valueFrom(0);
        int to = fields.valueTo(0);
        if (to - from != 3) {
            return HeadProblem.BAD_STATUS;
        }
        for (int i = from; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return HeadProblem.BAD_STATUS;
            }
            status = status * 10 + octets[i] - '0';
        }
        if (status < 100 || status == 101 || (status < 200 && ends)) {
            return HeadProblem.BAD_STATUS;
        }
        out.add(VERSION);
        out.add(octets, from, to);
        out.add(Octets.SP);
        out.endLine();
        return null;
    }

    private static boolean isStatus(FieldBlock fields, int k) {
        return Octets.equalsLower(fields.octets(), fields.nameFrom(k), fields.nameTo(k), STATUS);
    }

    private @Nullable HeadProblem field(FieldBlock fields, int k, HeadBuffer out) {
        if (FieldRules.isPseudo(fields, k)) {
            return isStatus(fields, k) ? HeadProblem.REPEATED_PSEUDO : HeadProblem.UNKNOWN_PSEUDO;
        }
        HeadProblem problem = FieldRules.check(fields, k);
        if (problem != null) {
            return problem;
        }
        byte name = FieldName.of(fields.octets(), fields.nameFrom(k), fields.nameTo(k));
        problem = FieldRules.isTe(fields, k) ? HeadProblem.CONNECTION_FIELD : FieldRules.checkHop(fields, k, name);
        if (problem != null) {
            return problem;
        }
        if (name == FieldName.CONTENT_LENGTH && !length.take(fields, k)) {
            return HeadProblem.BAD_LENGTH;
        }
        FieldRules.writeLine(fields, k, out);
        return null;
    }

    private @Nullable HeadProblem end(boolean ends, boolean toHead, HeadBuffer out) {
        boolean mayHaveBody = status >= 200 && status != 204 && status != 304 && !toHead;
        if (mayHaveBody && ends && length.octets() > 0) {
            return HeadProblem.BAD_LENGTH;
        }
        if (mayHaveBody && length.octets() == NO_LENGTH) {
            out.add(ends ? NO_BODY : CHUNKED);
        }
        out.endLine();
        return null;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** The Content-Length of the answer, or {@link #NO_LENGTH}. */
    public long contentLength() {
        return length.octets();
    }
}
