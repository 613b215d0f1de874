// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;

/** The form of Upgrade: protocols, most of them with a version, between commas (RFC 9110 §7.8). */
public final class UpgradeValue {

    private static final byte COMMA = ',';

    private UpgradeValue() {}

    /**
     * True when the value {@code [from, to)} names a protocol, and none that {@code offered} does not name; without
     * regard to case.
     */
    public static boolean keepsTo(byte[] offered, byte[] octets, int from, int to) {
        int named = 0;
        int start = from;
        while (start < to) {
            int end = Octets.indexOf(octets, start, to, COMMA);
            int first = Octets.afterBlanks(octets, start, end);
            int last = Octets.beforeBlanks(octets, first, end);
            if (last > first) {
                if (!has(offered, octets, first, last)) {
                    return false;
                }
                named++;
            }
            start = end + 1;
        }
        return named > 0;
    }

    private static boolean has(byte[] list, byte[] octets, int from, int to) {
        int start = 0;
        while (start < list.length) {
            int end = Octets.indexOf(list, start, list.length, COMMA);
            int first = Octets.afterBlanks(list, start, end);
            if (isSame(list, first, Octets.beforeBlanks(list, first, end), octets, from, to)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    private static boolean isSame(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        if (aTo - aFrom != bTo - bFrom) {
            return false;
        }
        for (int i = 0; i < aTo - aFrom; i++) {
            if (lower(a[aFrom + i]) != lower(b[bFrom + i])) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
    }
}
