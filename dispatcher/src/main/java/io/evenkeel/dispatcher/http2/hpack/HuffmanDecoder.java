// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

/**
 * The Huffman code of HPACK (RFC 7541, appendix B), read eight bits at a time.
 *
 * <p>A state is a place inside the code's tree; for each state and each octet the table tells the symbols that end in
 * the octet, at most two because the shortest code has five bits, and the state behind it. The code is canonical, so
 * the lengths of the codes are enough to build the table, once, of 256 kB. Immutable.
 */
final class HuffmanDecoder {

    /** The octets are not text in this code. */
    static final int MALFORMED = -1;

    private static final int EOS = 256;
    private static final int LONGEST = 30;
    private static final int MOST_PADDING = 7;

    /** Bits of an entry of the table: two symbols, the next state, how many symbols, and whether it is malformed. */
    private static final int SECOND = 8;

    private static final int STATE = 16;
    private static final int COUNT = 24;
    private static final int BAD = 1 << 26;

    /** The lengths of the codes of all octets and of EOS. */
    private static final byte[] LENGTHS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15,
        6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23,
        23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22,
        22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
        27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27,
        26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30
    };

    private static final int[] TABLE = new int[256 * 256];

    /** True for the states that padding may lead to: fewer than eight bits of EOS, or none. */
    private static final boolean[] MAY_END = new boolean[256];

    static {
        int[][] tree = tree();
        for (int state = 0; state < 256; state++) {
            for (int octet = 0; octet < 256; octet++) {
                TABLE[(state << 8) | octet] = entry(tree, state, octet);
            }
        }
        int state = 0;
        for (int bits = 0; bits <= MOST_PADDING; bits++) {
            MAY_END[state] = true;
            state = tree[state][1];
        }
    }

    private HuffmanDecoder() {}

    /** The two children of each inner node: an inner node's number, or a symbol as a negative number. */
    private static int[][] tree() {
        int[][] tree = new int[256][2];
        int nodes = 1;
        int code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            for (int symbol = 0; symbol <= EOS; symbol++) {
                if (LENGTHS[symbol] != length) {
                    continue;
                }
                int node = 0;
                for (int bit = length - 1; bit > 0; bit--) {
                    int side = (code >>> bit) & 1;
                    if (tree[node][side] == 0) {
                        tree[node][side] = nodes++;
                    }
                    node = tree[node][side];
                }
                tree[node][code & 1] = -1 - symbol;
                code++;
            }
            code <<= 1;
        }
        return tree;
    }

    private static int entry(int[][] tree, int state, int octet) {
        int node = state;
        int symbols = 0;
        int count = 0;
        for (int bit = 7; bit >= 0; bit--) {
            node = tree[node][(octet >>> bit) & 1];
            if (node < 0) {
                int symbol = -1 - node;
                if (symbol == EOS) {
                    return BAD;
                }
                symbols |= symbol << (SECOND * count);
                count++;
                node = 0;
            }
        }
        return symbols | (node << STATE) | (count << COUNT);
    }

    /** Octets that a text of so many octets in this code may have at most. */
    static int mostOctets(int length) {
        return (int) (length * 8L / 5);
    }

    /**
     * Decodes a text.
     *
     * @param out has room for {@link #mostOctets} at {@code at}, and one more
     * @return index behind the text in {@code out}; {@link #MALFORMED} for an EOS in it, and for padding that is longer
     *     than seven bits or not the beginning of EOS
     */
    static int decode(byte[] in, int from, int to, byte[] out, int at) {
        int state = 0;
        int end = at;
        for (int i = from; i < to; i++) {
            int entry = TABLE[(state << 8) | (in[i] & 0xff)];
            int count = entry >>> COUNT;
            if (count > 2) {
                return MALFORMED;
            }
            out[end] = (byte) entry;
            if (count == 2) {
                out[end + 1] = (byte) (entry >>> SECOND);
            }
            end += count;
            state = (entry >>> STATE) & 0xff;
        }
        return MAY_END[state] ? end : MALFORMED;
    }
}
