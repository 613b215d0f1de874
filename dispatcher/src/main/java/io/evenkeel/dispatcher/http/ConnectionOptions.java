// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The options of a message's Connection fields (RFC 9110 §7.6.1): what they say about the connection, and the fields
 * they nominate for removal.
 */
final class ConnectionOptions {

    private static final byte[] CLOSE = Octets.ascii("close");
    private static final byte[] KEEP_ALIVE = Octets.ascii("keep-alive");
    private static final byte[] UPGRADE = Octets.ascii("upgrade");

    private static final int MOST_REMEMBERED = 64;
    private static final int MOST_OCTETS_REMEMBERED = 4096;

    boolean close;
    boolean keepAlive;
    boolean upgrade;

    private int nominated;
    private int[] from = new int[4];
    private int[] to = new int[4];

    void clear() {
        close = false;
        keepAlive = false;
        upgrade = false;
        nominated = 0;
    }

    /** Adds the comma-separated options of one field value; what is not a token is ignored. */
    void add(byte[] octets, int start, int end) {
        int i = start;
        while (i < end) {
            int token = i;
            while (i < end && Octets.token(octets[i]) != 0) {
                i++;
            }
            if (i > token) {
                option(octets, token, i);
                continue;
            }
            i++;
        }
    }

    private void option(byte[] octets, int start, int end) {
        if (Octets.equalsLower(octets, start, end, CLOSE)) {
            close = true;
        } else if (Octets.equalsLower(octets, start, end, KEEP_ALIVE)) {
            keepAlive = true;
        } else if (Octets.equalsLower(octets, start, end, UPGRADE)) {
            upgrade = true;
        } else {
            if (nominated == from.length) {
                from = Arrays.copyOf(from, nominated * 2);
                to = Arrays.copyOf(to, nominated * 2);
            }
            from[nominated] = start;
            to[nominated++] = end;
        }
    }

    boolean nominates() {
        return nominated > 0;
    }

    /** True when an option names the field whose name is {@code [start, end)} of the same array. */
    boolean nominates(byte[] octets, int start, int end) {
        for (int k = 0; k < nominated; k++) {
            if (to[k] - from[k] == end - start) {
                int i = 0;
                while (i < end - start && Octets.token(octets[from[k] + i]) == Octets.token(octets[start + i])) {
                    i++;
                }
                if (i == end - start) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The fields that do not pass in a trailer section: those given, and those nominated. Allocates for the latter;
     * when they are more than any honest sender nominates, no field passes, so that nobody has to remember them.
     */
    FieldNames unwanted(byte[] octets, FieldNames others) {
        if (nominated == 0) {
            return others;
        }
        List<String> names = new ArrayList<>();
        int length = 0;
        for (int k = 0; k < nominated; k++) {
            length += to[k] - from[k];
            if (k == MOST_REMEMBERED || length > MOST_OCTETS_REMEMBERED) {
                return FieldNames.ALL;
            }
            names.add(new String(octets, from[k], to[k] - from[k], StandardCharsets.ISO_8859_1));
        }
        return others.with(names);
    }

    /**
     * True when a value of Upgrade names HTTP/2 in clear text, which would take the requests inside it past every check
     * that a head gets.
     */
    static boolean namesH2c(byte[] octets, int from, int to) {
        for (int i = from; i + 2 < to; i++) {
            if ((octets[i] | 0x20) == 'h' && octets[i + 1] == '2' && (octets[i + 2] | 0x20) == 'c') {
                return true;
            }
        }
        return false;
    }
}
