// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import java.util.Arrays;

/**
 * The options of a message's Connection fields (RFC 9110 §7.6.1): what they say about the connection, and the fields
 * they nominate for removal.
 */
final class ConnectionOptions {

    private static final byte[] CLOSE = Octets.ascii("close");
    private static final byte[] KEEP_ALIVE = Octets.ascii("keep-alive");
    private static final byte[] UPGRADE = Octets.ascii("upgrade");

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
