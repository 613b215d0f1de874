// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.config.disk.OwnerFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Turns at a file that several processes change: {@code NAME.lock} beside it is locked meanwhile. Any thread; those of
 * this process wait for one another, too.
 */
final class FileTurn {

    private static final Object FILES = new Object();

    private FileTurn() {}

    /** Work on a file, which no other process does meanwhile. */
    interface FileWork<E extends Exception> {
        void run() throws IOException, E;
    }

    /** Waits for the turn, and does the work in it. */
    static <E extends Exception> void at(Path file, FileWork<E> work) throws IOException, E {
        synchronized (FILES) {
            Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
            OwnerFile.create(lockFile);
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                work.run();
                assert lock.isValid();
            }
        }
    }
}
