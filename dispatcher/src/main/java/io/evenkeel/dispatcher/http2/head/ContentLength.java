// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;

/** The Content-Length of one message after another, of which each may have one. */
final class ContentLength {

    /** The message does not tell its length. */
    static final long NONE = -1;

    /** A number of so many digits, not counting zeros in front, is within the range of long. */
    private static final int MOST_DIGITS = 18;

    private long octets = NONE;

    void clear() {
        octets = NONE;
    }

    /**
     * Takes a field; false when it is not a number, or the second one, as in HTTP/1. RFC 9110 §8.6 lets a recipient
     * refuse equal ones.
     */
    boolean take(FieldBlock fields, int k) {
        long value = number(fields.octets(), fields.valueFrom(k), fields.valueTo(k));
        if (value < 0 || octets != NONE) {
            return false;
        }
        octets = value;
        return true;
    }

    private static long number(byte[] octets, int from, int to) {
        int first = from;
        while (first < to - 1 && octets[first] == '0') {
            first++;
        }
        if (from == to || to - first > MOST_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = first; i < to; i++) {
            if (!Octets.isDigit(octets[i])) {
                return -1;
            }
            value = value * 10 + octets[i] - '0';
        }
        return value;
    }

    /** The number of octets; {@link #NONE} when no field was taken. */
    long octets() {
        return octets;
    }
}
