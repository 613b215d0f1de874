// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;

/** The forms of a host (RFC 3986 §3.2.2): a name, or an address of IPv6 in brackets. Stateless. */
public final class HostForm {

    private static final int GROUPS = 8;
    private static final int MOST_DIGITS = 4;
    private static final int NONE = -1;

    private HostForm() {}

    /**
     * Finds the end of the host that an authority begins with.
     *
     * @return index behind it; -1 when there is none, or it is malformed
     */
    public static int end(byte[] octets, int from, int to) {
        if (from < to && octets[from] == '[') {
            int close = Octets.indexOf(octets, from, to, (byte) ']');
            return close < to && isIpv6(octets, from + 1, close) ? close + 1 : NONE;
        }
        int i = from;
        while (i < to && octets[i] != ':') {
            if (!Octets.isHost(octets[i]) || octets[i] == '[' || octets[i] == ']') {
                return NONE;
            }
            if (octets[i] == '%' && !isEncoded(octets, i, to)) {
                return NONE;
            }
            i++;
        }
        return i == from ? NONE : i;
    }

    private static boolean isEncoded(byte[] octets, int at, int to) {
        return at + 2 < to && Octets.hex(octets[at + 1]) >= 0 && Octets.hex(octets[at + 2]) >= 0;
    }

    /** True for groups of digits with colons between them, of which two may stand for as many as are missing. */
    private static boolean isIpv6(byte[] octets, int from, int to) {
        boolean gap = to - from >= 2 && octets[from] == ':' && octets[from + 1] == ':';
        int groups = 0;
        int i = gap ? from + 2 : from;
        while (i < to) {
            int start = i;
            while (i < to && Octets.hex(octets[i]) >= 0) {
                i++;
            }
            if (i < to && octets[i] == '.') {
                return isIpv4(octets, start, to) && isWhole(groups + 2, gap);
            }
            if (i == start || i - start > MOST_DIGITS) {
                return false;
            }
            groups++;
            if (i == to) {
                break;
            }
            if (octets[i++] != ':' || i == to) {
                return false;
            }
            if (octets[i] == ':') {
                if (gap) {
                    return false;
                }
                gap = true;
                i++;
            }
        }
        return isWhole(groups, gap);
    }

    private static boolean isWhole(int groups, boolean gap) {
        return gap ? groups < GROUPS : groups == GROUPS;
    }

    /** True for four numbers below 256, without zeros in front, with dots between them. */
    private static boolean isIpv4(byte[] octets, int from, int to) {
        int numbers = 0;
        int at = from;
        while (numbers < 4) {
            int end = Octets.indexOf(octets, at, to, (byte) '.');
            long number = end - at > 3 ? NONE : FieldNumber.of(octets, at, end);
            boolean padded = end - at > 1 && octets[at] == '0';
            if (number < 0 || number > 255 || padded) {
                return false;
            }
            numbers++;
            if (end == to) {
                return numbers == 4;
            }
            at = end + 1;
        }
        return false;
    }
}
