// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import io.evenkeel.dispatcher.kit.Message.Field;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Fields as a block of HTTP/2, each a literal that no table remembers. */
final class HeaderBlock {

    private static final int PREFIX = 127;

    private HeaderBlock() {}

    static byte[] of(List<Field> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Field each : fields) {
            out.write(0);
            string(each.name(), out);
            string(each.value(), out);
        }
        return out.toByteArray();
    }

    private static void string(String text, ByteArrayOutputStream out) {
        int length = text.length();
        out.write(Math.min(length, PREFIX));
        if (length >= PREFIX) {
            int more = length - PREFIX;
            while (more >= 128) {
                out.write((more & 127) | 128);
                more >>= 7;
            }
            out.write(more);
        }
        out.writeBytes(Wire.bytes(text));
    }
}
