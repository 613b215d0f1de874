// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Fields out of octets that may be hostile. Nothing is allocated for a length that the octets do not bear out. One
 * thread.
 */
final class FieldReader {

    private static final int MORE = 0x80;
    private static final int LONGEST = 10;

    private final ByteBuffer octets;
    private ByteBuffer content;

    FieldReader(ByteBuffer octets) {
        this.octets = octets;
        this.content = octets;
    }

    /** The number of the next field; 0 at the end. Fields of any number may come, to be passed over. */
    int next() throws ReportException {
        if (!octets.hasRemaining()) {
            return 0;
        }
        long tag = unsigned(octets);
        long length = unsigned(octets);
        if (tag <= 0 || tag > Integer.MAX_VALUE || length < 0 || length > octets.remaining()) {
            throw new ReportException("a field is longer than what there is of it");
        }
        content = octets.slice(octets.position(), (int) length);
        octets.position(octets.position() + (int) length);
        return (int) tag;
    }

    /** The fields inside the present one. */
    FieldReader fields() {
        return new FieldReader(content);
    }

    int length() {
        return content.remaining();
    }

    /** The next number of those in the present field, up to a bound. */
    long number(long most) throws ReportException {
        long value = unsigned(content);
        if (value < 0 || value > most) {
            throw new ReportException("a number is above " + most);
        }
        return value;
    }

    /** The next eight octets of the present field. */
    long eight() throws ReportException {
        if (content.remaining() < Long.BYTES) {
            throw new ReportException("a number of eight bytes is cut off");
        }
        return content.getLong();
    }

    int octet(int at) throws ReportException {
        if (at >= content.remaining()) {
            throw new ReportException("a list is too short");
        }
        return content.get(content.position() + at) & 0xFF;
    }

    /** The present field as a text. */
    String text(int most) throws ReportException {
        if (content.remaining() > most) {
            throw new ReportException("a text has more than " + most + " bytes");
        }
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(content);
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new ReportException("a text is not UTF-8");
        }
    }

    private static long unsigned(ByteBuffer from) throws ReportException {
        long value = 0;
        for (int i = 0; i < LONGEST; i++) {
            if (!from.hasRemaining()) {
                throw new ReportException("a number is cut off");
            }
            int octet = from.get();
            value |= (long) (octet & (MORE - 1)) << (7 * i);
            if ((octet & MORE) == 0) {
                return value;
            }
        }
        throw new ReportException("a number has too many bytes");
    }
}
