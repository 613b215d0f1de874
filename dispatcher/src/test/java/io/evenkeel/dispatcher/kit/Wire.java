// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes as they go over the wire, written as text: one character is one byte. */
public final class Wire {

    private Wire() {}

    /** The bytes of {@code text}, whose characters must be below 256. */
    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** {@code text} with every byte that is not visible written as an escape, for messages of failed tests. */
    public static String shown(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < bytes.length && i < 2000; i++) {
            int b = bytes[i] & 0xff;
            switch (b) {
                case '\r' -> out.append("\\r");
                case '\n' -> out.append("\\n\n");
                case '\t' -> out.append("\\t");
                default -> {
                    if (b >= 32 && b < 127) {
                        out.append((char) b);
                    } else {
                        out.append(String.format("\\x%02x", b));
                    }
                }
            }
        }
        return bytes.length > 2000
                ? out.append("… ").append(bytes.length).append(" bytes").toString()
                : out.toString();
    }

    /** {@code body} in chunks of {@code size} bytes, with the last chunk and no trailers. */
    public static String chunked(String body, int size) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < body.length(); i += size) {
            String part = body.substring(i, Math.min(body.length(), i + size));
            out.append(Integer.toHexString(part.length()))
                    .append("\r\n")
                    .append(part)
                    .append("\r\n");
        }
        return out.append("0\r\n\r\n").toString();
    }

    static byte[] join(byte[] first, byte[] second) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(first.length + second.length);
        out.writeBytes(first);
        out.writeBytes(second);
        return out.toByteArray();
    }
}
