// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that only their owner can read at any moment: a file is made with mode 600, a folder with mode 700. Where the
 * system has no such modes, files get those of their folder. What the superuser makes belongs to the owner of the file
 * that is replaced, or of the folder.
 *
 * <p>{@link #replace} writes {@code NAME.next} beside the file, forces it to the disk, moves it over the file and
 * forces the folder. A reader sees the old text or the new one as a whole, also after a crash or a power cut. When it
 * has returned, the new text survives both. When it throws, as on a full disk, the old text is in its place and
 * {@code NAME.next} is gone. Only a crash in the middle leaves {@code NAME.next}, with the same mode, until the next
 * write.
 *
 * <p>A symbolic link in the place of the file is replaced by a file, and what it leads to stays as it was. Links to
 * folders are followed.
 *
 * <p>Threads: any, one writer of a file at a time; readers need not wait.
 */
public final class OwnerFile {

    private OwnerFile() {}

    /** Replaces the whole file at once, in UTF-8; makes it, and folders that lack, when it is not there. */
    public static void replace(Path file, String text) throws IOException {
        replace(file, channel -> write(channel, text));
    }

    /** Replaces the whole file by what is written to a channel. */
    static void replace(Path file, FileBody body) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            try (FileChannel channel = make(next)) {
                FileOwner.of(file, next);
                body.writeTo(channel);
                channel.force(true);
            }
            moveOver(next, file);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /**
     * Adds to the end of the file, which is made when it is not there. A crash or a full disk may leave a part of the
     * text, and a power cut none of it.
     */
    public static void append(Path file, String text) throws IOException {
        create(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            write(channel, text);
        }
    }

    /** Makes an empty file unless there is one. */
    public static void create(Path file) throws IOException {
        createFolder(file.getParent());
        if (!Files.exists(file)) {
            try {
                Files.createFile(file, only(file, "rw-------"));
                FileOwner.ofFolder(file);
            } catch (FileAlreadyExistsException e) {
                // another process made it a moment ago
            }
        }
    }

    /** Makes an empty file to write to; one that is there is removed first. */
    public static FileChannel make(Path file) throws IOException {
        createFolder(file.getParent());
        Files.deleteIfExists(file);
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), only(file, "rw-------"));
        FileOwner.ofFolder(file);
        return channel;
    }

    /**
     * Moves a file over another one of the same folder, and forces the folder. The caller has written and forced it;
     * its mode stays.
     */
    public static void moveOver(Path next, Path file) throws IOException {
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(file);
    }

    /** Makes a folder, and those around it, unless it is there; null stands for the working directory. */
    public static void createFolder(@Nullable Path folder) throws IOException {
        if (folder == null || Files.isDirectory(folder)) {
            return;
        }
        createFolder(folder.getParent());
        Files.createDirectories(folder, only(folder, "rwx------"));
        FileOwner.ofFolder(folder);
        forceFolder(folder);
    }

    /** Writes the whole text in UTF-8, without forcing it. */
    public static void write(FileChannel channel, String text) throws IOException {
        ByteBuffer octets = StandardCharsets.UTF_8.encode(text);
        while (octets.hasRemaining()) {
            channel.write(octets);
        }
    }

    /** Brings the name of a file to the disk. A system that cannot do this for a folder does it with the file. */
    private static void forceFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // the file is in its place already, and not all systems open or force a folder
        }
    }

    private static FileAttribute<?>[] only(Path file, String permissions) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** The content of a file that is being written. */
    @FunctionalInterface
    interface FileBody {

        /** Writes it; an error leaves the old file in its place. */
        void writeTo(FileChannel channel) throws IOException;
    }
}
