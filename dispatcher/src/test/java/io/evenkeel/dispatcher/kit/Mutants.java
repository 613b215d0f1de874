// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.util.List;
import java.util.SplittableRandom;

/** Makes broken messages out of good ones; the same seed makes the same ones ({@code -Dseed=}). */
public final class Mutants {

    private static final List<String> NASTY = List.of(
            "\r",
            "\n",
            "\r\n",
            "\r\n\r\n",
            "\n\n",
            "\r\n ",
            "\t",
            " ",
            "\u0000",
            ":",
            ",",
            ";",
            "\"",
            "\u00ff",
            "\u007f",
            "0",
            "-1",
            "+5",
            "0x5",
            "ffffffffffffffff",
            "Content-Length: 5\r\n",
            "Content-Length: 0\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: identity\r\n",
            "Host: b\r\n",
            "Connection: close\r\n",
            "Connection: Content-Length\r\n",
            "Connection: Upgrade\r\nUpgrade: x\r\n",
            "Expect: 100-continue\r\n",
            "0\r\n\r\n",
            "5\r\n",
            "GET /x HTTP/1.1\r\nHost: c\r\n\r\n",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.0",
            "HTTP/1.1",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "chunked",
            "X : y\r\n",
            " X: y\r\n");

    private final SplittableRandom random;

    public Mutants(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The seed given with {@code -Dseed=}, else {@code otherwise}. */
    public static long seed(long otherwise) {
        return Long.getLong("seed", otherwise);
    }

    public String of(List<String> seeds) {
        StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(text);
        }
        return text.toString();
    }

    /** A number below {@code bound}, out of the same sequence. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    private void change(StringBuilder text) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + 1 + random.nextInt(8));
        switch (random.nextInt(6)) {
            case 0 -> text.insert(at, NASTY.get(random.nextInt(NASTY.size())));
            case 1 -> text.replace(at, Math.min(text.length(), at + 1), String.valueOf((char) random.nextInt(256)));
            case 2 -> text.delete(at, end);
            case 3 -> text.insert(at, text.substring(at, end));
            case 4 -> text.replace(at, end, NASTY.get(random.nextInt(NASTY.size())));
            default -> {
                int line = text.indexOf("\r\n", at);
                text.insert(line < 0 ? at : line + 2, NASTY.get(random.nextInt(NASTY.size())));
            }
        }
        if (text.length() == 0) {
            text.append('\r');
        }
    }
}
