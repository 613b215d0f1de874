// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

/**
 * Decimal numbers: read from octets, and written short.
 *
 * <p>A number read has at most 18 significant digits, further ones only count for its size. Up to 15 digits with a
 * power of ten of at most 22 either way the result is the nearest double, beyond that it is off by a few units in the
 * last place. Integers up to 2^53 are exact.
 *
 * <p>An object is reused, by one thread; a number costs some nanoseconds for each digit, and no garbage.
 */
public final class Decimal {

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final long FULL = (Long.MAX_VALUE - 9) / 10;
    private static final int FAR = 10_000;

    private double value;
    private int end;

    /**
     * Reads the number that begins at {@code from}: an optional sign, digits, and optionally a point with digits and an
     * exponent.
     *
     * @param shift power of ten the number is multiplied with, before it is rounded: 2 makes a percentage of a
     *     share
     * @return false when there is none, or when it is too large for a double
     */
    public boolean read(byte[] octets, int from, int to, int shift) {
        int at = from;
        boolean negative = at < to && octets[at] == '-';
        if (negative || (at < to && octets[at] == '+')) {
            at++;
        }
        long digits = 0;
        int power = shift;
        int begin = at;
        for (; at < to && isDigit(octets[at]); at++) {
            if (digits < FULL) {
                digits = digits * 10 + octets[at] - '0';
            } else {
                power++;
            }
        }
        if (at == begin) {
            return false;
        }
        if (at < to && octets[at] == '.') {
            begin = ++at;
            for (; at < to && isDigit(octets[at]); at++) {
                if (digits < FULL) {
                    digits = digits * 10 + octets[at] - '0';
                    power--;
                }
            }
            if (at == begin) {
                return false;
            }
        }
        if (at < to && (octets[at] | 0x20) == 'e') {
            at++;
            boolean small = at < to && octets[at] == '-';
            if (small || (at < to && octets[at] == '+')) {
                at++;
            }
            begin = at;
            int exponent = 0;
            for (; at < to && isDigit(octets[at]); at++) {
                exponent = Math.min(FAR, exponent * 10 + octets[at] - '0');
            }
            if (at == begin) {
                return false;
            }
            power += small ? -exponent : exponent;
        }
        double size = scaled(digits, power);
        value = negative ? 0 - size : size;
        end = at;
        return size <= Double.MAX_VALUE;
    }

    /** The number read last, finite. */
    public double value() {
        return value;
    }

    /** The end of the number read last: the first octet behind it. */
    public int end() {
        return end;
    }

    /** True for an octet that is one of the ten digits. */
    public static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    /**
     * Writes a number from 0 to 1e18, rounded: from 1 on to three decimals, below it to six. Trailing zeros are left
     * out, and so is the point when nothing is behind it. A value that is not such a number is written as 0.
     */
    public static void append(double number, StringBuilder out) {
        if (!(number >= 0 && number <= 1e18)) {
            out.append('0');
            return;
        }
        int places = number < 1 ? 6 : 3;
        long whole = (long) number;
        long unit = (long) POWERS[places];
        long rest = Math.round((number - whole) * unit);
        if (rest == unit) {
            whole++;
            rest = 0;
        }
        out.append(whole);
        if (rest == 0) {
            return;
        }
        out.append('.');
        for (long place = unit / 10; rest > 0; place /= 10) {
            out.append((char) ('0' + rest / place));
            rest %= place;
        }
    }

    private static double scaled(long digits, int power) {
        double size = digits;
        int left = power;
        while (left > 22 && size > 0 && size <= Double.MAX_VALUE) {
            size *= 1e22;
            left -= 22;
        }
        while (left < -22 && size > 0) {
            size /= 1e22;
            left += 22;
        }
        if (size == 0 || size > Double.MAX_VALUE) {
            return size;
        }
        return left >= 0 ? size * POWERS[left] : size / POWERS[-left];
    }
}
