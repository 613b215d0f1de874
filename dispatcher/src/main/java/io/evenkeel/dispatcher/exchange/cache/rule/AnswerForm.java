// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The form in which a stored answer is given to a client, by the client's conditions and its range (RFC 9111 §4.3.2,
 * RFC 9110 §13.2.2).
 *
 * @param status of the answer
 * @param from the first octet of the content
 * @param to the octet behind the last one
 */
public record AnswerForm(int status, long from, long to) {

    /**
     * The form for a request.
     *
     * @param head of the request
     * @param status of the stored answer
     * @param length octets of its content
     */
    public static AnswerForm of(RequestHead head, RequestTerms request, AnswerTerms answer, int status, long length) {
        AnswerForm whole = new AnswerForm(status, 0, length);
        if (status != 200) {
            return whole;
        }
        if (isKnown(head, request, answer)) {
            return new AnswerForm(304, 0, 0);
        }
        int line = request.rangeLine();
        if (line < 0 || head.method() != Method.GET || !rangeHolds(head, request, answer)) {
            return whole;
        }
        ByteRange range = ByteRange.of(head.octets(), head.valueAt(line), head.valueEnd(line), length);
        return switch (range.kind()) {
            case WHOLE -> whole;
            case PART -> new AnswerForm(206, range.from(), range.to());
            case OUTSIDE -> new AnswerForm(416, 0, 0);
        };
    }

    /**
     * True when a client would get more octets of an answer than so many.
     *
     * @param length octets of the answer's content
     */
    public static boolean isLonger(
            int most, RequestHead head, RequestTerms request, AnswerTerms answer, int status, long length) {
        if (length <= most || head.method() == Method.HEAD) {
            return false;
        }
        AnswerForm form = of(head, request, answer, status, length);
        return form.to() - form.from() > most;
    }

    /** True when a client has the answer under a weak tag, which is that of its content when it was sent packed. */
    public static boolean isKnownPacked(RequestHead head, RequestTerms request, AnswerTerms answer) {
        return request.ifNoneMatchLine() >= 0 && isListed(head, request, answer, true);
    }

    /** True when the list of tags, on one line or several, has that of an answer. */
    private static boolean isListed(RequestHead head, RequestTerms request, AnswerTerms answer, boolean weakly) {
        byte[] octets = head.octets();
        boolean listed = false;
        for (int k = request.ifNoneMatchLine(); !listed && k < head.fields(); k++) {
            int from = head.valueAt(k);
            int to = head.valueEnd(k);
            listed = RequestTerms.isIfNoneMatch(head, k)
                    && (weakly ? answer.isWeaklyIn(octets, from, to) : answer.isIn(octets, from, to));
        }
        return listed;
    }

    private static boolean isKnown(RequestHead head, RequestTerms request, AnswerTerms answer) {
        if (request.ifNoneMatchLine() >= 0) {
            return isListed(head, request, answer, false);
        }
        int since = request.ifModifiedSinceLine();
        return since >= 0 && answer.unchangedSince(head.octets(), head.valueAt(since), head.valueEnd(since));
    }

    /** True when the part that a client has is of the answer that is stored, as a strong tag proves. */
    private static boolean rangeHolds(RequestHead head, RequestTerms request, AnswerTerms answer) {
        int line = request.ifRangeLine();
        if (line < 0) {
            return true;
        }
        String etag = answer.etag();
        if (etag == null) {
            return false;
        }
        byte[] tag = etag.getBytes(StandardCharsets.ISO_8859_1);
        return EntityTags.isStrong(tag)
                && Arrays.equals(head.octets(), head.valueAt(line), head.valueEnd(line), tag, 0, tag.length);
    }
}
