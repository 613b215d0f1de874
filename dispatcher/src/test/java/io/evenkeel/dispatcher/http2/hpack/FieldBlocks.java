// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import io.evenkeel.dispatcher.kit.Wire;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Field blocks written by hand, octet by octet, and decoded ones in words. */
public final class FieldBlocks {

    /** Limits that no test reaches by accident. */
    public static final int PLENTY = 1 << 20;

    private FieldBlocks() {}

    /** The octets of digits in hexadecimal, with white space between them as you like. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    }

    /** A block of literals as they are, whatever their octets: {@code name=value}, split at the first {@code =}. */
    public static byte[] literals(String... fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String field : fields) {
            int split = field.indexOf('=');
            out.write(0);
            string(field.substring(0, split), out);
            string(field.substring(split + 1), out);
        }
        return out.toByteArray();
    }

    private static void string(String text, ByteArrayOutputStream out) {
        byte[] octets = Wire.bytes(text);
        int rest = octets.length - 127;
        out.write(Math.min(octets.length, 127));
        if (rest >= 0) {
            for (; rest >= 128; rest >>>= 7) {
                out.write((rest & 127) | 128);
            }
            out.write(rest);
        }
        out.writeBytes(octets);
    }

    /** The decoded block of {@link #literals}. */
    public static FieldBlock of(String... fields) {
        FieldBlock block = new FieldBlock();
        block.begin(PLENTY, PLENTY);
        byte[] octets = literals(fields);
        if (!new HpackDecoder(4096).decode(octets, 0, octets.length, block)) {
            throw new IllegalArgumentException("malformed");
        }
        return block;
    }

    /** The fields, each as {@code name=value}. */
    public static List<String> words(FieldBlock block) {
        List<String> words = new ArrayList<>();
        for (int k = 0; k < block.count(); k++) {
            words.add(name(block, k) + "=" + value(block, k));
        }
        return words;
    }

    public static String name(FieldBlock block, int k) {
        return text(block, block.nameFrom(k), block.nameTo(k));
    }

    public static String value(FieldBlock block, int k) {
        return text(block, block.valueFrom(k), block.valueTo(k));
    }

    private static String text(FieldBlock block, int from, int to) {
        return new String(block.octets(), from, to - from, StandardCharsets.ISO_8859_1);
    }
}
