// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import io.evenkeel.config.text.Octets;

/** The static table (RFC 7541, appendix A): entries 1 to 61, and their names found in any case. Immutable. */
final class StaticTable {

    static final int LENGTH = 61;

    static final int AUTHORITY = 1;
    static final int METHOD_GET = 2;
    static final int METHOD_POST = 3;
    static final int PATH = 4;
    static final int SCHEME_HTTP = 6;
    static final int SCHEME_HTTPS = 7;
    static final int STATUS = 8;
    static final int AUTHORIZATION = 23;
    static final int COOKIE = 32;
    static final int PROXY_AUTHORIZATION = 49;
    static final int SET_COOKIE = 55;

    /** Names that begin with a colon end before this entry. */
    private static final int FIRST_FIELD = 15;

    private static final String[] ENTRIES = {
        ":authority",
        ":method: GET",
        ":method: POST",
        ":path: /",
        ":path: /index.html",
        ":scheme: http",
        ":scheme: https",
        ":status: 200",
        ":status: 204",
        ":status: 206",
        ":status: 304",
        ":status: 400",
        ":status: 404",
        ":status: 500",
        "accept-charset",
        "accept-encoding: gzip, deflate",
        "accept-language",
        "accept-ranges",
        "accept",
        "access-control-allow-origin",
        "age",
        "allow",
        "authorization",
        "cache-control",
        "content-disposition",
        "content-encoding",
        "content-language",
        "content-length",
        "content-location",
        "content-range",
        "content-type",
        "cookie",
        "date",
        "etag",
        "expect",
        "expires",
        "from",
        "host",
        "if-match",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "if-unmodified-since",
        "last-modified",
        "link",
        "location",
        "max-forwards",
        "proxy-authenticate",
        "proxy-authorization",
        "range",
        "referer",
        "refresh",
        "retry-after",
        "server",
        "set-cookie",
        "strict-transport-security",
        "transfer-encoding",
        "user-agent",
        "vary",
        "via",
        "www-authenticate"
    };

    /** The octets of each entry, its name followed by its value; index 0 is unused. */
    private static final byte[][] OCTETS = new byte[LENGTH + 1][];

    private static final int[] NAME_LENGTH = new int[LENGTH + 1];

    private static final int MASK = 255;

    /** Entries by the hash of their name; the next free place holds one whose own place is taken. */
    private static final byte[] PLACES = new byte[MASK + 1];

    static {
        OCTETS[0] = new byte[0];
        for (int entry = 1; entry <= LENGTH; entry++) {
            String text = ENTRIES[entry - 1];
            int colon = text.indexOf(": ");
            String name = colon < 0 ? text : text.substring(0, colon);
            OCTETS[entry] = Octets.ascii(colon < 0 ? text : name + text.substring(colon + 2));
            NAME_LENGTH[entry] = name.length();
            if (entry >= FIRST_FIELD) {
                int place = hash(OCTETS[entry], 0, name.length());
                while (PLACES[place] != 0) {
                    place = (place + 1) & MASK;
                }
                PLACES[place] = (byte) entry;
            }
        }
    }

    private StaticTable() {}

    /** The octets of an entry: its name, of {@link #nameLength} octets, and its value. Not to be changed. */
    static byte[] octets(int entry) {
        return OCTETS[entry];
    }

    static int nameLength(int entry) {
        return NAME_LENGTH[entry];
    }

    /** The entry of a field name, in any case; 0 when the table has no such field. */
    static int find(byte[] octets, int from, int to) {
        if (from == to) {
            return 0;
        }
        int place = hash(octets, from, to);
        while (true) {
            int entry = PLACES[place];
            if (entry == 0 || isNamed(entry, octets, from, to)) {
                return entry;
            }
            place = (place + 1) & MASK;
        }
    }

    private static boolean isNamed(int entry, byte[] octets, int from, int to) {
        int length = NAME_LENGTH[entry];
        if (to - from != length) {
            return false;
        }
        byte[] name = OCTETS[entry];
        for (int i = 0; i < length; i++) {
            if (name[i] != Octets.token(octets[from + i])) {
                return false;
            }
        }
        return true;
    }

    private static int hash(byte[] octets, int from, int to) {
        int middle = octets[from + (to - from) / 2] | 0x20;
        int ends = (octets[from] | 0x20) * 31 + (octets[to - 1] | 0x20);
        return ((ends * 31 + middle) * 31 + to - from) & MASK;
    }
}
