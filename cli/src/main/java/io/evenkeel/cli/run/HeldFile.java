// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.disk.OwnerFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that one process at a time holds, with a line about it. The kernel ends the hold with the process, however
 * that ends, so a number in the file is never that of a process that is gone.
 *
 * <p>The static methods are for files that this process does not hold: a process loses its hold when it closes the file
 * anywhere. Threads: one at a time.
 */
final class HeldFile implements AutoCloseable {

    private final FileChannel channel;

    private HeldFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Holds a file, which is made when it is not there; null when another process holds it. */
    static @Nullable HeldFile take(Path file, String line) throws IOException {
        OwnerFile.create(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        HeldFile held = null;
        try {
            if (channel.tryLock() != null) {
                HeldFile own = new HeldFile(channel);
                own.write(line);
                held = own;
            }
            return held;
        } finally {
            if (held == null) {
                channel.close();
            }
        }
    }

    /** True while another process holds the file. */
    static boolean isHeld(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return channel.tryLock() == null;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The line of a file that another process holds; empty while it is being written. */
    static String line(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Replaces the line. */
    void write(String line) throws IOException {
        channel.truncate(0).position(0);
        OwnerFile.write(channel, line + "\n");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
