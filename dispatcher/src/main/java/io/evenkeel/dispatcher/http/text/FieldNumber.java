// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

/** Numbers in fields and hosts. Stateless. */
public final class FieldNumber {

    private FieldNumber() {}

    /**
     * A field value that is a number in decimal digits, such as a Content-Length; -1 when it is anything else or above
     * {@link Long#MAX_VALUE}.
     */
    public static long of(byte[] octets, int from, int to) {
        if (from == to) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = octets[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
