// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.file.discover.NodesFile;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A file of nodes, looked at again and again: links are followed, so a volume of Kubernetes that is exchanged is seen
 * too. It is read when its time, size or inode have changed, and for a few seconds after that with every look, because
 * a file can change twice within one tick of its clock. Threads: one of its own, which a hanging disk may hold.
 */
final class FileSource implements NodeSource {

    private static final Duration USUAL = Duration.ofSeconds(1);
    private static final long FRESH_MS = 5_000;

    private final Path file;
    private final Duration interval;
    private final Duration timeout;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(FileSource::thread);
    private @Nullable List<Object> stamp;
    private List<NodeSettings> nodes = List.of();

    FileSource(Path file, DiscoverSettings settings) {
        this.file = file;
        Duration wanted = settings.interval();
        this.interval = wanted == null ? USUAL : wanted;
        this.timeout = settings.timeout();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-node-file");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return CompletableFuture.supplyAsync(this::look, thread);
    }

    private SourceAnswer look() {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            List<Object> seen = List.of(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()));
            boolean fresh =
                    Math.abs(System.currentTimeMillis() - now.lastModifiedTime().toMillis()) < FRESH_MS;
            if (fresh || !seen.equals(stamp)) {
                nodes = NodesFile.read(file);
                stamp = seen;
            }
            return new SourceAnswer(nodes, interval, "");
        } catch (NoSuchFileException e) {
            stamp = null;
            throw new CompletionException(new IOException("there is no file " + file, e));
        } catch (IOException e) {
            stamp = null;
            String message = e.getMessage();
            throw new CompletionException(
                    message == null || message.equals(file.toString())
                            ? new IOException(
                                    "the file " + file + " cannot be read: "
                                            + e.getClass().getSimpleName(),
                                    e)
                            : e);
        }
    }

    @Override
    public Duration patience() {
        return timeout;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
