// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Text of made-up words, some of them far more frequent than others as in any language (Zipf's law), so that it can be
 * compressed about as well as prose. Files are parts of one text that is made once.
 */
final class Words {

    private static final int LENGTH = 1 << 21;
    private static final int WORDS = 8000;
    private static final int IN_A_LINE = 12;
    private static final String LETTERS = "eeeeeeetttttaaaaooooiiiinnnnssshhhrrrdddlllcuumwfgypbvk";

    private static final byte[] TEXT = text();

    private Words() {}

    private static byte[] text() {
        SplittableRandom random = new SplittableRandom(1);
        String[] words = new String[WORDS];
        double[] upTo = new double[WORDS];
        double sum = 0;
        for (int rank = 0; rank < WORDS; rank++) {
            words[rank] = word(random, rank);
            sum += 1.0 / (rank + 1);
            upTo[rank] = sum;
        }
        byte[] text = new byte[LENGTH];
        int at = 0;
        for (int count = 1; at < LENGTH; count++) {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * sum);
            String word = words[Math.min(WORDS - 1, found < 0 ? -found - 1 : found)];
            for (int i = 0; i < word.length() && at < LENGTH; i++) {
                text[at++] = (byte) word.charAt(i);
            }
            if (at < LENGTH) {
                text[at++] = (byte) (count % IN_A_LINE == 0 ? '\n' : ' ');
            }
        }
        return text;
    }

    /** A word; frequent ones are short. */
    private static String word(SplittableRandom random, int rank) {
        int least = rank < 50 ? 1 : rank < 500 ? 3 : 4;
        int length = least + random.nextInt(rank < 50 ? 4 : 7);
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return word.toString();
    }

    /** Writes the octets of a file, always the same for its name. */
    static void write(OutputStream out, String name, int octets) throws IOException {
        int from = Math.floorMod(name.hashCode() * 0x9E3779B9, LENGTH);
        for (int left = octets; left > 0; from = 0) {
            int count = Math.min(left, LENGTH - from);
            out.write(TEXT, from, count);
            left -= count;
        }
    }
}
