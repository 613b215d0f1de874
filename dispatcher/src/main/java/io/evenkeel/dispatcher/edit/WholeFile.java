// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.config.yaml.BadOctet;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A text file that is read and replaced as a whole; errors are sentences for people. */
final class WholeFile {

    private static final String PREFIX = ".evenkeel-";
    private static final String SUFFIX = ".next";

    /** No write of a file takes longer. */
    private static final Duration ABANDONED = Duration.ofMinutes(1);

    private WholeFile() {}

    static String read(Path file) throws IOException {
        byte[] octets;
        try {
            octets = BoundedFile.configuration(file);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + reason(e), e);
        }
        BadOctet bad = BadOctet.in(octets);
        if (bad != null) {
            throw new IOException("%s:%d:%d: %s; %s"
                    .formatted(file, bad.place().line(), bad.place().column(), bad.message(), BadOctet.REMEDY));
        }
        return new String(octets, StandardCharsets.UTF_8);
    }

    /**
     * Replaces the text at once: a reader sees the old or the new one, also after a crash. Mode, owner and group stay;
     * behind a link the file that it leads to is replaced.
     */
    static void replace(Path link, String text) throws IOException {
        try {
            Path file = link.toRealPath();
            Path next = Files.createTempFile(file.getParent(), PREFIX, SUFFIX);
            try {
                try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                    OwnerFile.write(channel, text);
                    channel.force(true);
                }
                resemble(file, next);
                OwnerFile.moveOver(next, file);
            } finally {
                Files.deleteIfExists(next);
            }
        } catch (IOException e) {
            throw new IOException(link + " cannot be written: " + reason(e), e);
        }
    }

    /**
     * Removes the files that a {@link #replace} left beside the file when its process ended in the middle of it; such
     * texts may hold secrets.
     */
    static void sweep(Path link, Instant now) throws IOException {
        Path folder = link.toRealPath().getParent();
        List<Path> found;
        try (Stream<Path> files = Files.list(folder)) {
            found = files.filter(file -> String.valueOf(file.getFileName())
                            .matches(Pattern.quote(PREFIX) + "[0-9]+" + Pattern.quote(SUFFIX)))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
        for (Path file : found) {
            if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(ABANDONED))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void resemble(Path file, Path next) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(next, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        PosixFileAttributes wanted = Files.readAttributes(file, PosixFileAttributes.class);
        PosixFileAttributes made = view.readAttributes();
        if (!wanted.owner().equals(made.owner())) {
            view.setOwner(wanted.owner());
        }
        if (!wanted.group().equals(made.group())) {
            view.setGroup(wanted.group());
        }
        view.setPermissions(wanted.permissions());
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "it is not there";
        }
        return e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    }
}
