// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The character classes of HTTP and the searches over them. */
public final class Octets {

    public static final byte CR = '\r';
    public static final byte LF = '\n';
    public static final byte SP = ' ';
    public static final byte HTAB = '\t';

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** A token character in lower case, or 0 for any other octet (RFC 9110 §5.6.2). */
    private static final byte[] TOKEN = new byte[256];

    /** True for the octets that may stand in a request target as it arrives from real clients. */
    private static final boolean[] TARGET = new boolean[256];

    /** True for the octets of a host and port. */
    private static final boolean[] HOST = new boolean[256];

    static {
        for (int c = '0'; c <= '9'; c++) {
            TOKEN[c] = (byte) c;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            TOKEN[c] = (byte) c;
            TOKEN[c - 32] = (byte) c;
        }
        for (byte c : "!#$%&'*+-.^_`|~".getBytes(StandardCharsets.US_ASCII)) {
            TOKEN[c] = c;
        }
        for (int c = 0x21; c < 0x7f; c++) {
            TARGET[c] = c != '"' && c != '<' && c != '>' && c != '#';
        }
        for (int c = 0x21; c < 0x7f; c++) {
            HOST[c] = Character.isLetterOrDigit(c) || "-._~!$&'()*+,;=:[]%".indexOf(c) >= 0;
        }
        HOST[','] = false;
    }

    private Octets() {}

    /** The octet in lower case when it is a token character, else 0. */
    public static int token(byte octet) {
        return TOKEN[octet & 0xff];
    }

    public static boolean isTarget(byte octet) {
        return TARGET[octet & 0xff];
    }

    public static boolean isHost(byte octet) {
        return HOST[octet & 0xff];
    }

    public static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    /** The value of a hexadecimal digit, or -1. */
    public static int hex(byte octet) {
        if (octet >= '0' && octet <= '9') {
            return octet - '0';
        }
        int lower = octet | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /**
     * Index of the first octet in {@code [from, to)} below 0x20 or equal to 0x7f; {@code to} when there is none. Eight
     * at a time.
     */
    public static int controlAt(byte[] octets, int from, int to) {
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long word = (long) LONGS.get(octets, i);
            long below = (word - 0x20 * LOW_BITS) & ~word;
            long del = word ^ (0x7f * LOW_BITS);
            long hit = (below | ((del - LOW_BITS) & ~del)) & HIGH_BITS;
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        for (; i < to; i++) {
            byte octet = octets[i];
            if ((octet >= 0 && octet < 0x20) || octet == 0x7f) {
                return i;
            }
        }
        return to;
    }

    /** True when the range equals {@code lower}, which is in lower case, without regard to case. */
    public static boolean equalsLower(byte[] octets, int from, int to, byte[] lower) {
        if (to - from != lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            int octet = octets[from + i];
            if (octet != lower[i] && (octet < 'A' || octet > 'Z' || (octet | 0x20) != lower[i])) {
                return false;
            }
        }
        return true;
    }

    /**
     * True when the ranges are the same without regard to case, and with underscores read as dashes: servers that turn
     * names into variables cannot tell these apart.
     *
     * @param lower in lower case, with dashes
     */
    public static boolean equalsLoosely(byte[] octets, int from, int to, byte[] lower) {
        if (to - from != lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            int octet = octets[from + i];
            int plain = octet == '_' ? '-' : octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
            if (plain != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** True when {@code prefix} stands at {@code from}, octet by octet, and ends before or at {@code to}. */
    public static boolean startsWith(byte[] octets, int from, int to, byte[] prefix) {
        if (to - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (octets[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    /** True for a space or a tab. */
    public static boolean isBlank(byte octet) {
        return octet == SP || octet == HTAB;
    }

    /** The place of the first octet of a range that is no blank; {@code to} when there is none. */
    public static int afterBlanks(byte[] octets, int from, int to) {
        int i = from;
        while (i < to && isBlank(octets[i])) {
            i++;
        }
        return i;
    }

    /** The place behind the last octet of a range that is no blank; {@code from} when there is none. */
    public static int beforeBlanks(byte[] octets, int from, int to) {
        int i = to;
        while (i > from && isBlank(octets[i - 1])) {
            i--;
        }
        return i;
    }

    /**
     * Index of the first {@code wanted} in {@code [from, to)}; {@code to} when there is none. Eight octets at a time.
     */
    public static int indexOf(byte[] octets, int from, int to, byte wanted) {
        long everywhere = (wanted & 0xffL) * LOW_BITS;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            long difference = (long) LONGS.get(octets, i) ^ everywhere;
            long hit = (difference - LOW_BITS) & ~difference & HIGH_BITS;
            if (hit != 0) {
                return i + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
        }
        for (; i < to; i++) {
            if (octets[i] == wanted) {
                return i;
            }
        }
        return to;
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
