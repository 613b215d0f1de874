// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.rule.AcceptedEncodings;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.RequestTerms;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of stored answers whose content is sent packed (RFC 9110 §8.4, §8.8.3.3). A tag becomes weak: the octets
 * are others, the meaning is the same, so conditions hold for both and parts are never put together from both. Any
 * thread.
 */
public final class EncodedFields {

    /** The name of the coding; not to be changed. */
    public static final byte[] ZSTD = Octets.ascii("zstd");

    private static final byte[] ENCODING = Octets.ascii("Content-Encoding: zstd\r\n");
    private static final byte[] VARY = Octets.ascii("Vary: Accept-Encoding\r\n");
    private static final byte[] ACCEPT_ENCODING = Octets.ascii("accept-encoding");
    private static final byte[] ETAG = Octets.ascii("etag");
    private static final byte[] WEAK = Octets.ascii("W/");
    private static final FieldNames LEFT_OUT = FieldNames.of(List.of("accept-ranges"));

    private EncodedFields() {}

    /**
     * True when the client would take stored content packed. Parts are those of content as it is.
     *
     * @param terms those of the head
     */
    public static boolean areWanted(RequestHead head, RequestTerms terms) {
        return terms.rangeLine() < 0 && !terms.control().noTransform() && AcceptedEncodings.prefers(head, ZSTD);
    }

    /** Writes stored lines, each with its CR LF, for content in zstd. */
    public static void write(ByteBuf stored, HeadBuffer out) {
        byte[] lines = new byte[stored.writerIndex()];
        stored.getBytes(0, lines);
        for (int line = 0; line < lines.length; ) {
            int end = Octets.indexOf(lines, line, lines.length, Octets.LF) + 1;
            int colon = Octets.indexOf(lines, line, end, (byte) ':');
            int value = colon + 2;
            if (Octets.equalsLower(lines, line, colon, ETAG) && value < end && lines[value] == '"') {
                out.add(lines, line, value);
                out.add(WEAK);
                out.add(lines, value, end);
            } else if (!LEFT_OUT.has(lines, line, colon)) {
                out.add(lines, line, end);
            }
            line = end;
        }
        out.add(ENCODING);
    }

    /** Adds the line that tells caches of clients that the content depends on what they accept, unless it is there. */
    public static void vary(AnswerTerms terms, HeadBuffer out) {
        if (terms.vary().stream().noneMatch(name -> Arrays.equals(name, ACCEPT_ENCODING))) {
            out.add(VARY);
        }
    }
}
