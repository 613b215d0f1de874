// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tells when a file has other content than before.
 *
 * <p>Watches the folder, not the file, so that editors that write a new file and rename it, and Kubernetes, which swaps
 * a link beside it, are seen. After the first event it waits until the folder is quiet, then compares the bytes: a
 * touched file or a half-written one does not count as a change. Neither does a file that cannot be read; the next
 * event looks again.
 *
 * <p>Threads: one daemon thread of its own, which also runs the action.
 */
final class FileWatch implements AutoCloseable {

    private static final long QUIET_MS = 500;

    private final Path file;
    private final Runnable changed;
    private final WatchService service;
    private byte[] known;

    private FileWatch(Path file, Runnable changed, WatchService service) {
        this.file = file;
        this.changed = changed;
        this.service = service;
        this.known = content().orElse(new byte[0]);
    }

    /**
     * Begins to watch.
     *
     * @throws IOException when the folder cannot be watched
     */
    static FileWatch start(Path file, Runnable changed) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null) {
            throw new IOException(file + " is not a file in a folder");
        }
        WatchService service = folder.getFileSystem().newWatchService();
        folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
        FileWatch watch = new FileWatch(absolute, changed, service);
        Thread thread = new Thread(watch::watch, "config-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException e) {
            throw new IllegalStateException("closing a watch service failed", e);
        }
    }

    private void watch() {
        try {
            while (drained(service.take())) {
                WatchKey more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
                while (more != null && drained(more)) {
                    more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
                }
                compare();
            }
        } catch (ClosedWatchServiceException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forgets the events of a key; false when the folder is gone and no more will come. */
    private static boolean drained(WatchKey key) {
        key.pollEvents();
        return key.reset();
    }

    private void compare() {
        Optional<byte[]> now = content();
        if (now.isPresent() && !Arrays.equals(now.get(), known)) {
            known = now.get();
            changed.run();
        }
    }

    private Optional<byte[]> content() {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
