// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Octets that say nothing, as many as a request asks for. */
final class Octets {

    private static final int MOST = 50_000_000;
    private static final byte[] BLOCK = new byte[8192];

    static {
        Arrays.fill(BLOCK, (byte) '.');
    }

    private Octets() {}

    /** The number of octets that a request asks for; -1 when it names none, or too many. */
    static int asked(HttpServletRequest request) {
        return Fields.number(request, "octets", 1, MOST);
    }

    /** Answers 400 and says what is missing. */
    static void refuse(HttpServletResponse response) throws IOException {
        Fields.refuse(response, "write ?octets= with a number from 1 to " + MOST);
    }

    /** Writes octets. */
    static void write(OutputStream out, int octets) throws IOException {
        for (int left = octets; left > 0; left -= BLOCK.length) {
            out.write(BLOCK, 0, Math.min(left, BLOCK.length));
        }
    }
}
