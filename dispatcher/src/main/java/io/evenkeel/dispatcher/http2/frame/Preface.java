// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.frame;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The octets with which a client begins a connection of HTTP/2 (RFC 9113 §3.4). */
public final class Preface {

    private static final byte[] OCTETS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** Octets of the preface. */
    public static final int LENGTH = OCTETS.length;

    private Preface() {}

    /** Writes it. */
    public static void write(ByteBuf out) {
        out.writeBytes(OCTETS);
    }

    /** Finds out whether octets are the preface, or the beginning of it. */
    public static boolean begins(ByteBuf in, int from, int to) {
        return matches(in, from, to, 0);
    }

    /**
     * Finds out whether octets go on with the preface.
     *
     * @param seen octets of the preface in front of them, fewer than {@link #LENGTH}
     */
    public static boolean matches(ByteBuf in, int from, int to, int seen) {
        int count = Math.min(LENGTH - seen, to - from);
        for (int i = 0; i < count; i++) {
            if (in.getByte(from + i) != OCTETS[seen + i]) {
                return false;
            }
        }
        return true;
    }
}
