// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file as text in UTF-8. */
public final class TextFile {

    private TextFile() {}

    /**
     * The whole file.
     *
     * @throws IOException whose message is for people and says why, without the file's name; of text in another
     *     encoding it says the place
     */
    public static String read(Path file) throws IOException {
        byte[] octets;
        try {
            octets = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IOException(FileTrouble.reading(e), e);
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(octets);
        CharBuffer text = CharBuffer.allocate(octets.length);
        CoderResult result = decoder.decode(in, text, true);
        text.flip();
        if (result.isError()) {
            throw new IOException("%s is not UTF-8, which begins with the byte 0x%02X; save the file as UTF-8"
                    .formatted(place(text), octets[in.position()]));
        }
        return text.toString();
    }

    /** The place of the next character. */
    private static String place(CharSequence before) {
        String read = before.toString();
        long line = 1 + read.chars().filter(c -> c == '\n').count();
        int column = read.codePointCount(read.lastIndexOf('\n') + 1, read.length()) + 1;
        return "line %d, column %d".formatted(line, column);
    }
}
