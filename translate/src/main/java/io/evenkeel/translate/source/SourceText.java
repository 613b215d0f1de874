// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file as lines. Octets that are no UTF-8 are read as ISO-8859-1, as the products themselves take any octets.
 *
 * @param lines without their ends
 */
public record SourceText(Path file, List<String> lines) {

    static final long MOST_OCTETS = 16 << 20;
    private static final int LONGEST_LINE = 64 << 10;

    /**
     * The file at a path, at most 16 MB with lines of at most 65,536 characters.
     *
     * @throws MalformedFileException also when there is no such file, or it is no text
     */
    public static SourceText read(Path file) throws MalformedFileException {
        SourceLine whole = new SourceLine(file, 0);
        byte[] octets;
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new MalformedFileException(whole, "this is not a regular file");
            }
            long size = Files.size(file);
            if (size > MOST_OCTETS) {
                throw new MalformedFileException(whole, "the file has " + size + " bytes, more than 16 MB");
            }
            octets = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new MalformedFileException(whole, "there is no such file");
        } catch (AccessDeniedException e) {
            throw new MalformedFileException(whole, "the file may not be read by this user");
        } catch (IOException e) {
            throw new MalformedFileException(whole, "the file cannot be read: " + e.getMessage());
        }
        refuseBinary(file, octets);
        List<String> lines = text(octets).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).length() > LONGEST_LINE) {
                throw new MalformedFileException(
                        new SourceLine(file, i + 1),
                        "the line has " + lines.get(i).length() + " characters, more than " + LONGEST_LINE);
            }
        }
        return new SourceText(file, new ArrayList<>(lines));
    }

    /**
     * Refuses what was joined of several lines when it is longer than one line may be.
     *
     * @param at the first of them
     */
    public static void refuseLong(SourceLine at, int characters) throws MalformedFileException {
        if (characters > LONGEST_LINE) {
            throw new MalformedFileException(
                    at, "what begins here has more than " + LONGEST_LINE + " characters in several lines");
        }
    }

    private static void refuseBinary(Path file, byte[] octets) throws MalformedFileException {
        int line = 1;
        for (byte octet : octets) {
            if (octet == '\n') {
                line++;
            } else if (octet >= 0 && octet < ' ' && octet != '\t' && octet != '\r' && octet != '\f') {
                throw new MalformedFileException(
                        new SourceLine(file, line), "there is the byte 0x%02X, so this is not text".formatted(octet));
            }
        }
    }

    private static String text(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(octets, StandardCharsets.ISO_8859_1);
        }
    }
}
