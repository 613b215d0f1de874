// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;

/**
 * Encodes the field blocks that one connection sends (RFC 7541): entries and names of the static table, all else as
 * literals. There is no dynamic table, so blocks may be encoded in any order, and no Huffman code, which costs more
 * than it saves here.
 *
 * <p>Fields with secrets are marked as never indexed, for the sake of intermediaries behind this one (RFC 7541 §7.1.3).
 * Blocks are put behind whatever the buffer has, so that the room for a frame's header can be left in front. Threads:
 * the connection's loop.
 */
public final class HpackEncoder {

    private static final int INDEXED = 0x80;
    private static final int TABLE_SIZE = 0x20;
    private static final int NEVER_INDEXED = 0x10;
    private static final int NOT_INDEXED = 0;

    private boolean tellsSize;
    private boolean sizeTold;

    /**
     * Takes the peer's SETTINGS_HEADER_TABLE_SIZE. When it is smaller than the one that every peer may assume, the next
     * block says that the table has no room at all (RFC 7541 §4.2).
     */
    public void peerTableSize(long octets) {
        tellsSize |= octets < HpackDecoder.USUAL_TABLE_SIZE && !sizeTold;
    }

    /** Begins a block, which must be sent: what it says of the table is said once. */
    public void begin(HeadBuffer out) {
        if (tellsSize) {
            tellsSize = false;
            sizeTold = true;
            out.add((byte) TABLE_SIZE);
        }
    }

    /** Adds {@code :status}, of three digits. */
    public void status(int status, HeadBuffer out) {
        int entry = switch (status) {
            case 200 -> StaticTable.STATUS;
            case 204 -> StaticTable.STATUS + 1;
            case 206 -> StaticTable.STATUS + 2;
            case 304 -> StaticTable.STATUS + 3;
            case 400 -> StaticTable.STATUS + 4;
            case 404 -> StaticTable.STATUS + 5;
            case 500 -> StaticTable.STATUS + 6;
            default -> 0;
        };
        if (entry != 0) {
            out.add((byte) (INDEXED | entry));
            return;
        }
        out.add((byte) StaticTable.STATUS);
        out.add((byte) 3);
        out.add((byte) ('0' + status / 100));
        out.add((byte) ('0' + status / 10 % 10));
        out.add((byte) ('0' + status % 10));
    }

    /** Adds {@code :method}. */
    public void method(byte[] octets, int from, int to, HeadBuffer out) {
        if (is(StaticTable.METHOD_GET, octets, from, to)) {
            out.add((byte) (INDEXED | StaticTable.METHOD_GET));
        } else if (is(StaticTable.METHOD_POST, octets, from, to)) {
            out.add((byte) (INDEXED | StaticTable.METHOD_POST));
        } else {
            literal(NOT_INDEXED, StaticTable.METHOD_GET, octets, from, to, out);
        }
    }

    /** Adds {@code :scheme}, http or https. */
    public void scheme(boolean https, HeadBuffer out) {
        out.add((byte) (INDEXED | (https ? StaticTable.SCHEME_HTTPS : StaticTable.SCHEME_HTTP)));
    }

    /** Adds {@code :authority}. */
    public void authority(byte[] octets, int from, int to, HeadBuffer out) {
        literal(NOT_INDEXED, StaticTable.AUTHORITY, octets, from, to, out);
    }

    /** Adds {@code :path}. */
    public void path(byte[] octets, int from, int to, HeadBuffer out) {
        if (is(StaticTable.PATH, octets, from, to)) {
            out.add((byte) (INDEXED | StaticTable.PATH));
        } else {
            literal(NOT_INDEXED, StaticTable.PATH, octets, from, to, out);
        }
    }

    private static boolean is(int entry, byte[] octets, int from, int to) {
        byte[] known = StaticTable.octets(entry);
        int skip = StaticTable.nameLength(entry);
        if (to - from != known.length - skip) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (octets[i] != known[skip + i - from]) {
                return false;
            }
        }
        return true;
    }

    /** Adds a field. Its name is a token in any case, which is sent in lower case. */
    public void field(byte[] octets, int nameFrom, int nameTo, int valueFrom, int valueTo, HeadBuffer out) {
        int entry = StaticTable.find(octets, nameFrom, nameTo);
        if (entry != 0) {
            literal(isSecret(entry) ? NEVER_INDEXED : NOT_INDEXED, entry, octets, valueFrom, valueTo, out);
            return;
        }
        out.add((byte) NOT_INDEXED);
        integer(0, 0x7f, nameTo - nameFrom, out);
        out.addLower(octets, nameFrom, nameTo);
        string(octets, valueFrom, valueTo, out);
    }

    private static boolean isSecret(int entry) {
        return entry == StaticTable.COOKIE
                || entry == StaticTable.SET_COOKIE
                || entry == StaticTable.AUTHORIZATION
                || entry == StaticTable.PROXY_AUTHORIZATION;
    }

    /** Adds the lines of a part of a head of HTTP/1.1, each with its CR LF; they are well-formed. */
    public void lines(byte[] octets, int from, int to, HeadBuffer out) {
        int i = from;
        while (i < to) {
            int end = Octets.indexOf(octets, i, to, Octets.LF) - 1;
            line(octets, i, Octets.indexOf(octets, i, end, (byte) ':'), end, out);
            i = end + 2;
        }
    }

    /**
     * Adds one such line.
     *
     * @param colon index of the colon behind the name
     * @param to end of the line, in front of its CR LF
     */
    public void line(byte[] octets, int from, int colon, int to, HeadBuffer out) {
        int value = Octets.afterBlanks(octets, colon + 1, to);
        int stop = Octets.beforeBlanks(octets, value, to);
        field(octets, from, colon, value, stop, out);
    }

    private static void literal(int form, int entry, byte[] octets, int from, int to, HeadBuffer out) {
        integer(form, 0xf, entry, out);
        string(octets, from, to, out);
    }

    private static void string(byte[] octets, int from, int to, HeadBuffer out) {
        integer(0, 0x7f, to - from, out);
        out.add(octets, from, to);
    }

    /** Adds an integer behind the bits of {@code form}, in those of {@code mask} and further octets. */
    private static void integer(int form, int mask, int value, HeadBuffer out) {
        if (value < mask) {
            out.add((byte) (form | value));
            return;
        }
        out.add((byte) (form | mask));
        int rest = value - mask;
        while (rest >= 0x80) {
            out.add((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.add((byte) rest);
    }
}
