// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import io.evenkeel.config.disk.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells when a file of a folder has other content than before.
 *
 * <p>Watches the folder, not the files, so that editors that write a new file and rename it, and Kubernetes, which
 * swaps a link beside it, are seen. After the first event it waits until the folder is quiet, at most 2 s, and then
 * compares the bytes: a touched or half-written file does not count as a change. Neither does a file that cannot be
 * read; the next event looks again.
 *
 * <p>Threads: one daemon thread of its own, which also runs the action.
 */
final class FileWatch implements AutoCloseable {

    private static final long QUIET_MS = 500;

    /** The longest wait for a quiet folder; another file of it may be a log. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final Consumer<Path> changed;
    private final WatchService service;
    private final Map<Path, byte[]> known = new ConcurrentHashMap<>();

    private FileWatch(Consumer<Path> changed, WatchService service) {
        this.changed = changed;
        this.service = service;
    }

    /**
     * Begins to watch one file.
     *
     * @throws IOException when the folder cannot be watched
     */
    static FileWatch start(Path file, Runnable changed) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null) {
            throw new IOException(file + " is not a file in a folder");
        }
        return start(folder, Set.of(absolute), same -> changed.run());
    }

    /**
     * Begins to watch files of one folder.
     *
     * @param folder absolute
     * @param changed hears of a file with other content
     * @throws IOException when the folder cannot be watched
     */
    static FileWatch start(Path folder, Set<Path> files, Consumer<Path> changed) throws IOException {
        WatchService service = folder.getFileSystem().newWatchService();
        folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
        FileWatch watch = new FileWatch(changed, service);
        watch.follow(files);
        Thread thread = new Thread(watch::watch, "config-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** Watches other files of the folder from now on, or the same. Any thread. */
    void follow(Set<Path> files) {
        known.keySet().retainAll(files);
        files.forEach(
                file -> known.computeIfAbsent(file, fresh -> content(fresh).orElse(new byte[0])));
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
                long endNs = System.nanoTime() + PATIENCE_NS;
                WatchKey more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
                while (more != null && drained(more) && System.nanoTime() - endNs < 0) {
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
        known.forEach((file, before) -> {
            Optional<byte[]> now = content(file);
            if (now.isPresent() && !Arrays.equals(now.get(), before) && known.replace(file, before, now.get())) {
                changed.accept(file);
            }
        });
    }

    /** The octets of a file; of one that is too large to be used, its size, so that the reload can say so. */
    private static Optional<byte[]> content(Path file) {
        try {
            long size = Files.size(file);
            return Optional.of(
                    size > BoundedFile.CONFIGURATION_OCTETS
                            ? ("too large: " + size).getBytes(StandardCharsets.US_ASCII)
                            : BoundedFile.configuration(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
