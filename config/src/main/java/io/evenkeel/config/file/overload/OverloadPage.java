// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.overload;

import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.yaml.FileGate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** The file of a page that clients see with 503. */
public final class OverloadPage {

    private static final int MOST_OCTETS = 256 * 1024;

    private OverloadPage() {}

    /**
     * The text of a file that was read before.
     *
     * @throws UncheckedIOException when it has become unusable since
     */
    public static String checked(String path, FileGate gate) {
        try {
            return read(path, gate);
        } catch (IOException e) {
            throw new UncheckedIOException("page " + path + ": " + e.getMessage(), e);
        }
    }

    /** Advice for a page that could not be read; null where the reason says all. */
    public static @Nullable String remedy(String path, IOException why, FileGate gate) {
        return why.getCause() instanceof NoSuchFileException ? gate.beginning(path) : null;
    }

    /**
     * The text of the file.
     *
     * @throws IOException that says in words why it cannot be used
     */
    public static String read(String path, FileGate gate) throws IOException {
        byte[] octets;
        try (InputStream in = Files.newInputStream(gate.place(path))) {
            octets = in.readNBytes(MOST_OCTETS + 1);
        } catch (InvalidPathException e) {
            throw new IOException("it is not a path", e);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such file", e);
        } catch (IOException e) {
            throw new IOException("it cannot be read", e);
        }
        if (octets.length > MOST_OCTETS) {
            throw new IOException("it is longer than 256 kB");
        }
        return BoundedFile.utf8(octets);
    }
}
