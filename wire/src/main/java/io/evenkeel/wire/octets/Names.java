// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * A fixed set of names with a number each, looked up by octets, so that no text has to be made of them.
 *
 * <p>Immutable. A look-up hashes the name once and compares it about once.
 */
public final class Names {

    private final byte[][] names;
    private final int[] codes;

    /** @param codes name to number, numbers from 0 */
    public Names(Map<String, Integer> codes) {
        int room = Integer.highestOneBit(codes.size() * 4 + 4);
        this.names = new byte[room][];
        this.codes = new int[room];
        for (Map.Entry<String, Integer> entry : codes.entrySet()) {
            byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            int place = hash(name, 0, name.length) & (room - 1);
            while (names[place] != null) {
                place = (place + 1) & (room - 1);
            }
            names[place] = name;
            this.codes[place] = entry.getValue();
        }
    }

    /** The number of the name between two places; -1 when it is not one of these. */
    public int code(byte[] octets, int from, int to) {
        int room = names.length;
        int place = hash(octets, from, to) & (room - 1);
        for (byte[] name = names[place]; name != null; name = names[place]) {
            if (Arrays.equals(name, 0, name.length, octets, from, to)) {
                return codes[place];
            }
            place = (place + 1) & (room - 1);
        }
        return -1;
    }

    static int hash(byte[] octets, int from, int to) {
        int hash = 0x811c9dc5;
        for (int at = from; at < to; at++) {
            hash = (hash ^ octets[at]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }
}
