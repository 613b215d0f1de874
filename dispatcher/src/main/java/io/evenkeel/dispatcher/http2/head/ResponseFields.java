// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseWriter;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http2.hpack.HpackEncoder;

/**
 * Writes answers as field blocks of HTTP/2, with the fields that a client of HTTP/1.1 would get: nothing that is about
 * the node's connection, no load report, nothing hidden, the lines that were added, and a Date.
 *
 * <p>Blocks are put behind whatever is in the buffer. Threads: one loop.
 */
public final class ResponseFields {

    private final DateLine date;
    private final HeadBuffer rest = new HeadBuffer(64);

    public ResponseFields(DateLine date) {
        this.date = date;
    }

    /**
     * Writes the block of an interim or final answer of a node.
     *
     * @param hidden further fields that do not pass
     */
    public void head(ResponseHead head, FieldNames hidden, HpackEncoder encoder, HeadBuffer out) {
        encoder.begin(out);
        encoder.status(head.status(), out);
        fields(head, hidden, false, encoder, out);
        if (!head.hasDate() && !head.isInterim()) {
            addDate(encoder, out);
        }
    }

    /**
     * Writes the block that tells a client that its CONNECT with a protocol has succeeded (RFC 8441 §5), for the 101 of
     * a node that {@link WebSocketKey#isProvedBy} has proved.
     */
    public void upgraded(ResponseHead head, FieldNames hidden, HpackEncoder encoder, HeadBuffer out) {
        encoder.begin(out);
        encoder.status(200, out);
        fields(head, hidden, true, encoder, out);
        if (!head.hasDate()) {
            addDate(encoder, out);
        }
    }

    private void fields(ResponseHead head, FieldNames hidden, boolean upgraded, HpackEncoder encoder, HeadBuffer out) {
        byte[] octets = head.octets();
        for (int k = 0; k < head.fields(); k++) {
            if (ResponseWriter.stays(head, hidden, k)) {
                if (!(upgraded && WebSocketKey.isAccept(head, k))) {
                    encoder.field(octets, head.nameAt(k), head.nameEnd(k), head.valueAt(k), head.valueEnd(k), out);
                }
                continue;
            }
            rest.clear();
            ResponseWriter.writeRest(head, k, rest);
            encoder.lines(rest.octets(), 0, rest.length(), out);
        }
        HeadBuffer added = head.added();
        encoder.lines(added.octets(), 0, added.length(), out);
    }

    private void addDate(HpackEncoder encoder, HeadBuffer out) {
        byte[] line = date.line();
        encoder.lines(line, 0, line.length, out);
    }

    /**
     * Writes the block of a trailer section, as {@code AnswerWriter.end} gets it: lines that may pass, and an empty
     * line.
     *
     * @return false, and nothing is written, when there is no line
     */
    public static boolean trailer(HeadBuffer section, HpackEncoder encoder, HeadBuffer out) {
        byte[] octets = section.octets();
        int to = section.length() - 2;
        if (to <= 0) {
            return false;
        }
        encoder.begin(out);
        encoder.lines(octets, 0, to, out);
        return true;
    }

    /**
     * Writes the block of a whole message of the dispatcher's own making, as {@code AnswerWriter.Page} gives it.
     *
     * @param message in HTTP/1.1, without fields about the connection
     * @return start of the body, which reaches to the message's end
     */
    public static int message(byte[] message, HpackEncoder encoder, HeadBuffer out) {
        int status = (message[9] - '0') * 100 + (message[10] - '0') * 10 + message[11] - '0';
        int from = Octets.indexOf(message, 0, message.length, Octets.LF) + 1;
        int to = from;
        while (message[to] != Octets.CR) {
            to = Octets.indexOf(message, to, message.length, Octets.LF) + 1;
        }
        encoder.begin(out);
        encoder.status(status, out);
        encoder.lines(message, from, to, out);
        return to + 2;
    }
}
