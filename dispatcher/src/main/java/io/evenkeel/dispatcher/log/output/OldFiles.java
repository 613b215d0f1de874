// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/**
 * The files that a log had before: {@code NAME.1}, the newest, to {@code NAME.KEEP}, with {@code .gz} when they are
 * compressed. One thread at a time.
 */
final class OldFiles {

    private static final String ZIPPED = ".gz";
    private static final String UNFINISHED = ".gz.next";

    private final Path log;
    private final int keep;

    /** @param keep old files that stay, at least 1 */
    OldFiles(Path log, int keep) {
        this.log = log;
        this.keep = keep;
    }

    /**
     * Gives every file the next number, the log itself number 1, and removes those beyond the last. Files behind the
     * last number that is free keep theirs: a try that has failed has made room, and further ones remove nothing.
     *
     * @throws IOException when one cannot be moved or removed; the log may still have its name
     */
    void shift() throws IOException {
        int free = keep;
        while (free > 0 && exists(free)) {
            free--;
        }
        if (free == 0) {
            remove(keep);
            free = keep;
        }
        for (int beyond = keep + 1; exists(beyond); beyond++) {
            remove(beyond);
        }
        for (int number = free - 1; number >= 1; number--) {
            move(number, "");
            move(number, ZIPPED);
        }
        Files.move(log, file(1, ""));
    }

    private void remove(int number) throws IOException {
        Files.deleteIfExists(file(number, ""));
        Files.deleteIfExists(file(number, ZIPPED));
    }

    /** Compresses all but the newest; a file that was left in the middle of it by a crash, too. */
    void compress() throws IOException {
        for (int number = 2; number <= keep; number++) {
            Path plain = file(number, "");
            if (Files.isRegularFile(plain)) {
                compress(plain, file(number, UNFINISHED), file(number, ZIPPED));
            }
        }
    }

    private static void compress(Path plain, Path unfinished, Path zipped) throws IOException {
        try {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(unfinished), 1 << 16)) {
                sameRights(plain, unfinished);
                Files.copy(plain, out);
            }
            Files.setLastModifiedTime(unfinished, Files.getLastModifiedTime(plain));
            Files.move(unfinished, zipped, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        Files.delete(plain);
    }

    /** Lets those read a new file who may read an old one. */
    static void sameRights(Path old, Path fresh) throws IOException {
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(old);
            Files.setPosixFilePermissions(fresh, rights);
        } catch (UnsupportedOperationException e) {
            // a system without such rights
        }
    }

    Path newest() {
        return file(1, "");
    }

    private void move(int number, String end) throws IOException {
        if (Files.exists(file(number, end))) {
            Files.move(file(number, end), file(number + 1, end), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private boolean exists(int number) {
        return Files.exists(file(number, "")) || Files.exists(file(number, ZIPPED));
    }

    private Path file(int number, String end) {
        return log.resolveSibling(log.getFileName() + "." + number + end);
    }
}
