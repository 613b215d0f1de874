// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner can read at any moment. */
final class OwnerFile {

    private OwnerFile() {}

    /** Replaces the whole file at once: a reader sees the old text or the new one, also after a crash. */
    static void replace(Path file, String text) throws IOException {
        createFolder(file);
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        Files.createFile(next, ownerOnly("rw-------"));
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            write(channel, text);
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static void append(Path file, String text) throws IOException {
        create(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            write(channel, text);
        }
    }

    /** Makes an empty file unless there is one. */
    static void create(Path file) throws IOException {
        createFolder(file);
        if (!Files.exists(file)) {
            Files.createFile(file, ownerOnly("rw-------"));
        }
    }

    private static void write(FileChannel channel, String text) throws IOException {
        ByteBuffer octets = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (octets.hasRemaining()) {
            channel.write(octets);
        }
    }

    private static void createFolder(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, ownerOnly("rwx------"));
        }
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        Set<String> views = FileSystems.getDefault().supportedFileAttributeViews();
        return views.contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
