// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The place where octets that should be text are not UTF-8.
 *
 * @param place of the character that would stand there
 * @param octet its first octet, 128 to 255
 */
public record BadOctet(TextPlace place, int octet) {

    /** The remedy for the user. */
    public static final String REMEDY = "save the file as UTF-8";

    /** The first one; null when all of it is UTF-8. */
    public static @Nullable BadOctet in(byte[] octets) {
        ByteBuffer in = ByteBuffer.wrap(octets);
        CharBuffer before = CharBuffer.allocate(octets.length);
        if (!StandardCharsets.UTF_8.newDecoder().decode(in, before, true).isError()) {
            return null;
        }
        String[] lines = before.flip().toString().split("\r\n|[\n\r]", -1);
        String last = lines[lines.length - 1];
        TextPlace place = new TextPlace(lines.length, last.codePointCount(0, last.length()) + 1, 1);
        return new BadOctet(place, octets[in.position()] & 0xFF);
    }

    /** The fault in words. */
    public String message() {
        return "this is not UTF-8: a character that begins with the byte 0x%02X".formatted(octet);
    }
}
