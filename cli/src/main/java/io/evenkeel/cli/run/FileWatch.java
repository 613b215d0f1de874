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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells when a file of a folder has other content than before.
 *
 * <p>Watches the folder, not the files, so that editors that write a new file and rename it, and Kubernetes, which
 * swaps a link beside it, are seen. After the first event it waits until the folder is quiet, at most 2 s, and then
 * compares the bytes: a touched or half-written file does not count as a change. Neither does a file that cannot be
 * read; the next event looks again.
 *
 * <p>A folder that is deleted, or has another one in its place, sends no more events. So every few seconds it looks
 * whether the folder is still the same, watches it again, and compares then, too.
 *
 * <p>Threads: one daemon thread of its own, which also runs the action.
 */
final class FileWatch implements AutoCloseable {

    private static final long QUIET_MS = 500;

    /** The longest wait for a quiet folder; another file of it may be a log. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** The time between two looks at the folder itself. */
    private static final long LOOK_MS = 5_000;

    private final Path folder;
    private final Consumer<Path> changed;
    private final Consumer<String> say;
    private final WatchService service;
    private final Map<Path, byte[]> known = new ConcurrentHashMap<>();
    private @Nullable WatchKey key;

    /** Identity of the folder that is watched. */
    private @Nullable Object identity;

    private boolean isInTrouble;

    private FileWatch(Path folder, Consumer<Path> changed, Consumer<String> say, WatchService service) {
        this.folder = folder;
        this.changed = changed;
        this.say = say;
        this.service = service;
    }

    /**
     * Begins to watch one file.
     *
     * @param say gets a sentence for the user when the folder cannot be watched any more
     * @throws IOException when the folder cannot be watched
     */
    static FileWatch start(Path file, Runnable changed, Consumer<String> say) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        if (folder == null) {
            throw new IOException(file + " is not a file in a folder");
        }
        return start(folder, Set.of(absolute), same -> changed.run(), say);
    }

    /**
     * Begins to watch files of one folder.
     *
     * @param folder absolute
     * @param changed hears of a file with other content
     * @param say gets a sentence for the user when the folder cannot be watched any more
     * @throws IOException when the folder cannot be watched
     */
    static FileWatch start(Path folder, Set<Path> files, Consumer<Path> changed, Consumer<String> say)
            throws IOException {
        WatchService service = folder.getFileSystem().newWatchService();
        FileWatch watch = new FileWatch(folder, changed, say, service);
        try {
            watch.register();
        } catch (IOException e) {
            service.close();
            throw e;
        }
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
            while (true) {
                WatchKey event = service.poll(LOOK_MS, TimeUnit.MILLISECONDS);
                if (event != null) {
                    drained(event);
                }
                if (isWatchedAnew() || event != null) {
                    awaitQuiet();
                    compare();
                }
            }
        } catch (ClosedWatchServiceException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitQuiet() throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        WatchKey more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
        while (more != null && drained(more) && System.nanoTime() - endNs < 0) {
            more = service.poll(QUIET_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Forgets the events of a key; false when the folder is gone and no more will come. */
    private static boolean drained(WatchKey key) {
        key.pollEvents();
        return key.reset();
    }

    /** Watches the folder again when it is another one than before; true when it now does. */
    private boolean isWatchedAnew() {
        WatchKey before = key;
        boolean isSame = before != null && before.isValid() && Objects.equals(identity(), identity);
        if (isSame && !isInTrouble) {
            return false;
        }
        try {
            register();
        } catch (IOException e) {
            if (!isInTrouble) {
                isInTrouble = true;
                say.accept("changes in " + folder + " are not seen until it can be watched again, reload with SIGHUP: "
                        + e);
            }
            return false;
        }
        if (before != null && !before.equals(key)) {
            before.cancel();
        }
        if (isInTrouble) {
            isInTrouble = false;
            say.accept("changes in " + folder + " are seen again");
        }
        return true;
    }

    /** Watches the folder that is there now. */
    private void register() throws IOException {
        // First: if another folder takes its place in between, the next look sees that.
        Object now = identity();
        key = folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
        identity = now;
    }

    /** That of the folder behind the path; null when there is none, or the system has none. */
    private @Nullable Object identity() {
        try {
            return Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
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
