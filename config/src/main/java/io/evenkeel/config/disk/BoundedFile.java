// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Locale;

/**
 * Files that are read as a whole, up to a bound: one that is larger than it can be sensible is refused before it takes
 * the heap. Pipes and files that grow while they are read are cut off, too. Stateless; any thread.
 */
public final class BoundedFile {

    /** The most octets of a configuration: all that its most characters can take, and more. */
    public static final int CONFIGURATION_OCTETS = 16 << 20;

    /** The words for what {@link #isOther}. */
    public static final String OTHER = "no file but a pipe or a device";

    private static final int LEAST_BUFFER = 8192;

    private BoundedFile() {}

    /**
     * The octets of a configuration.
     *
     * @throws IOException when it cannot be read or is too large, which its message says
     */
    public static byte[] configuration(Path file) throws IOException {
        return read(file, CONFIGURATION_OCTETS, "a configuration");
    }

    /**
     * The octets of a file.
     *
     * @param mostOctets a multiple of 2^20
     * @param what the file is, as "a configuration"
     * @throws IOException when it cannot be read or is too large, which its message says
     */
    public static byte[] read(Path file, int mostOctets, String what) throws IOException {
        long size = Files.size(file);
        if (size > mostOctets) {
            throw tooLarge(String.format(Locale.ROOT, "it has %,d bytes", size), mostOctets, what);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] octets = new byte[(int) Math.max(size, LEAST_BUFFER)];
            int length = in.readNBytes(octets, 0, octets.length);
            // A file of the size that it had is read without a copy; what has more is a pipe, or grows.
            while (length == octets.length) {
                int next = in.read();
                if (next < 0) {
                    return octets;
                } else if (length == mostOctets) {
                    throw tooLarge("it has more bytes", mostOctets, what);
                }
                octets = Arrays.copyOf(octets, (int) Math.min(mostOctets, 2L * length));
                octets[length] = (byte) next;
                length += 1 + in.readNBytes(octets, length + 1, octets.length - length - 1);
            }
            return Arrays.copyOf(octets, length);
        }
    }

    /**
     * The text of a file in UTF-8.
     *
     * @param mostOctets a multiple of 2^20
     * @param what the file is, as "a configuration"
     * @throws IOException when it cannot be read, is too large or no UTF-8
     */
    public static String text(Path file, int mostOctets, String what) throws IOException {
        return utf8(read(file, mostOctets, what));
    }

    /**
     * The text that octets are.
     *
     * @throws IOException when they are not UTF-8
     */
    public static String utf8(byte[] octets) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not text in UTF-8", e);
        }
    }

    /** True for a pipe, a device or a socket, links followed: a reader may wait for its end for ever. */
    public static boolean isOther(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (IOException notThere) {
            return false;
        }
    }

    private static IOException tooLarge(String found, int mostOctets, String what) {
        return new IOException(found + "; " + what + " has at most " + (mostOctets >> 20) + " MB");
    }
}
