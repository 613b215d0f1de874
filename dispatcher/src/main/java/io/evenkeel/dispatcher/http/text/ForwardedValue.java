// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;

/**
 * Checks values of {@code Forwarded} by the grammar of RFC 7239 §4, so that what is appended to one stands outside
 * every quote.
 *
 * <p>Wider than the grammar in one thing that moves no border: blanks around a semicolon, which many proxies write.
 * Stateless.
 */
public final class ForwardedValue {

    private ForwardedValue() {}

    /**
     * True when {@code [from, to)} is a list of elements, each of {@code name=value} pairs; empty elements are allowed.
     */
    public static boolean isOne(byte[] octets, int from, int to) {
        int i = Octets.afterBlanks(octets, from, to);
        while (i < to) {
            if (octets[i] != ',' && octets[i] != ';') {
                i = pair(octets, i, to);
                if (i < 0) {
                    return false;
                }
                i = Octets.afterBlanks(octets, i, to);
                if (i < to && octets[i] != ',' && octets[i] != ';') {
                    return false;
                }
            }
            i = Octets.afterBlanks(octets, i + 1, to);
        }
        return true;
    }

    /** Index behind a pair that starts here; -1 when none does. */
    private static int pair(byte[] octets, int from, int to) {
        int equals = token(octets, from, to);
        if (equals == from || equals == to || octets[equals] != '=') {
            return -1;
        }
        int value = equals + 1;
        if (value < to && octets[value] == '"') {
            return quoted(octets, value + 1, to);
        }
        int end = token(octets, value, to);
        return end == value ? -1 : end;
    }

    /**
     * Index behind the closing quote; -1 when there is none. A value of a field has no control character but the tab.
     */
    private static int quoted(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            if (octets[i] == '"') {
                return i + 1;
            }
            if (octets[i] == '\\') {
                i++;
            }
        }
        return -1;
    }

    private static int token(byte[] octets, int from, int to) {
        int i = from;
        while (i < to && Octets.token(octets[i]) != 0) {
            i++;
        }
        return i;
    }
}
