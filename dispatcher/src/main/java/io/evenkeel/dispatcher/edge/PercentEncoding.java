// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;

/**
 * Octets as a part of a URI has them: letters, digits and some marks as they are, all others as a percent sign and two
 * digits. Immutable; nothing is allocated.
 */
final class PercentEncoding {

    private static final byte[] DIGITS = Octets.ascii("0123456789ABCDEF");

    private final byte[] marks;

    /** @param marks stay as they are, beside letters and digits */
    PercentEncoding(String marks) {
        this.marks = Octets.ascii(marks);
    }

    void write(byte[] octets, int from, int to, HeadBuffer out) {
        for (int i = from; i < to; i++) {
            byte octet = octets[i];
            if (stays(octet)) {
                out.add(octet);
            } else {
                out.add((byte) '%');
                out.add(DIGITS[(octet & 0xff) >>> 4]);
                out.add(DIGITS[octet & 0xf]);
            }
        }
    }

    private boolean stays(byte octet) {
        boolean letter = (octet | 0x20) >= 'a' && (octet | 0x20) <= 'z';
        return letter || Octets.isDigit(octet) || Octets.indexOf(marks, 0, marks.length, octet) < marks.length;
    }
}
