// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.dispatcher.http.FieldName;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import org.jspecify.annotations.Nullable;

/** Lines of the trailer section of HTTP/1.1 for the trailers of a stream, requests and answers alike. Stateless. */
public final class TrailerLines {

    private TrailerLines() {}

    /**
     * Writes the fields that may stand in a trailer section behind whatever is in the buffer, each with its CR LF, and
     * no empty line; those that a proxy must understand in a head are left out, as they are from chunked bodies. No
     * value has a control character, because nobody reads the lines again before a node does.
     *
     * @param removed further fields that do not pass
     * @return null, or the problem; then something may have been written
     */
    public static @Nullable HeadProblem write(FieldBlock fields, FieldNames removed, HeadBuffer out) {
        if (fields.tooLarge()) {
            return HeadProblem.TOO_LARGE;
        }
        byte[] octets = fields.octets();
        for (int k = 0; k < fields.count(); k++) {
            if (FieldRules.isPseudo(fields, k)) {
                return HeadProblem.PSEUDO_IN_TRAILER;
            }
            HeadProblem problem = FieldRules.check(fields, k);
            if (problem != null) {
                return problem;
            }
            if (FieldRules.hasControl(fields, k)) {
                return HeadProblem.BAD_VALUE;
            }
            int from = fields.nameFrom(k);
            int to = fields.nameTo(k);
            byte name = FieldName.of(octets, from, to);
            problem = FieldRules.checkHop(fields, k, name);
            if (problem != null) {
                return problem;
            }
            if (name == FieldName.OTHER && !removed.has(octets, from, to)) {
                FieldRules.writeLine(fields, k, out);
            }
        }
        return null;
    }
}
