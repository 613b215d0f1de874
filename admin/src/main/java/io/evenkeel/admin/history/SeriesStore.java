// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.rrd4j.core.RrdNioBackendFactory;

/**
 * The folder of the files: makes them, moves unreadable ones aside, and keeps their number bounded.
 *
 * <p>A file that cannot be read becomes {@code NAME.torn}, one for each name. At {@link #MOST_FILES} the file that was
 * unused for the longest time is removed, unless it is being written. Only the owner can read the folder.
 */
final class SeriesStore implements AutoCloseable {

    /** Files of nodes have 43 MB each: 11 GB at most. */
    static final int MOST_FILES = 256;

    /** The heap that an open file of a node takes. */
    private static final long HEAP_OF_A_FILE = 384 << 10;

    /** Files that may take a third of a heap, {@link #MOST_FILES} at most. */
    static int mostFiles(long heapBytes) {
        return (int) Math.max(3, Math.min(MOST_FILES, heapBytes / 3 / HEAP_OF_A_FILE));
    }

    /** The octets that a new file must leave free on the disk for others. */
    private static final long LEFT_FREE = 256L << 20;

    private final Path folder;
    private final int mostFiles;
    private final EventLogger log;

    // the kernel writes mapped pages back by itself; a thread of the library that forces them adds nothing after a kill
    private final RrdNioBackendFactory backend = new RrdNioBackendFactory(0);

    SeriesStore(Path folder, int mostFiles, EventLogger log) throws IOException {
        this.log = log;
        this.folder = folder;
        this.mostFiles = mostFiles;
        OwnerFile.createFolder(folder);
        if (!Files.isWritable(folder)) {
            throw new IOException("the folder cannot be written");
        }
    }

    /** True when something was kept of it before. */
    boolean has(Scope scope) {
        return Files.isRegularFile(folder.resolve(scope.file()));
    }

    /** True when rows can be written to its file at once, so that it need be neither made nor made again. */
    boolean isReady(Scope scope) throws IOException {
        Path file = folder.resolve(scope.file());
        return Files.isRegularFile(file) && Files.size(file) == SeriesFile.bytes(scope.metrics());
    }

    /**
     * The file of a scope to write to, made when there is none that is sound. One of an earlier version gets room for
     * the figures that were added since.
     *
     * @param inUse names of files that are open
     * @throws NoRoomException when there may be no more files
     * @throws IOException when the folder cannot be written
     */
    SeriesFile open(Scope scope, long nowS, Set<String> inUse) throws IOException {
        Path file = folder.resolve(scope.file());
        SeriesFile older = null;
        if (Files.exists(file)) {
            try {
                SeriesFile found = SeriesFile.open(file, scope.metrics(), nowS, backend);
                if (found.holds(scope.metrics())) {
                    return found;
                }
                older = found;
            } catch (IOException e) {
                setAside(scope, e);
            }
        }
        if (older != null && grow(older, file, scope)) {
            return SeriesFile.open(file, scope.metrics(), nowS, backend);
        }
        makeRoom(inUse);
        checkRoom(scope);
        SeriesFile.make(file, scope.metrics(), nowS, backend);
        return SeriesFile.open(file, scope.metrics(), nowS, backend);
    }

    /** False when the file has numbers that point nowhere; then it is out of the way. */
    private boolean grow(SeriesFile older, Path file, Scope scope) throws IOException {
        try (older) {
            checkRoom(scope);
            older.grow(file, scope.metrics(), backend);
        } catch (RuntimeException e) {
            setAside(scope, e);
            return false;
        }
        log.info("history: " + file + " is of an earlier version and has got room for the figures that are new");
        return true;
    }

    private void checkRoom(Scope scope) throws IOException {
        long bytes = SeriesFile.bytes(scope.metrics());
        if (Files.getFileStore(folder).getUsableSpace() < bytes + LEFT_FREE) {
            throw new NoRoomException("the disk has less than " + ((bytes + LEFT_FREE) >> 20) + " MB left");
        }
    }

    /** Moves a file that cannot be used out of the way; it must be closed. */
    void setAside(Scope scope, Exception why) throws IOException {
        Path file = folder.resolve(scope.file());
        Path aside = folder.resolve(scope.file() + ".torn");
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        log.warn("the history in " + file + " cannot be used: "
                + (why.getMessage() == null ? why.toString() : why.getMessage())
                + "; it is now " + aside + ", and a new one begins");
    }

    /** The file of a scope that nobody writes, to read. */
    SeriesFile openToRead(Scope scope, long nowS) throws IOException {
        return SeriesFile.open(folder.resolve(scope.file()), scope.metrics(), nowS, backend);
    }

    private void makeRoom(Set<String> inUse) throws IOException {
        List<Path> files = files();
        if (files.size() < mostFiles) {
            return;
        }
        Path oldest = files.stream()
                .filter(file -> !inUse.contains(String.valueOf(file.getFileName())))
                .min(Comparator.comparingLong(file -> file.toFile().lastModified()))
                .orElseThrow(() -> new NoRoomException("there are " + mostFiles + " in use already"));
        log.info("history: " + oldest + " makes room for another; it was unused for the longest time");
        Files.delete(oldest);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file -> file.toString().endsWith(".rrd")).toList();
        }
    }

    @Override
    public void close() {
        backend.close();
    }

    /** There may be no more files. */
    static final class NoRoomException extends IOException {

        private static final long serialVersionUID = 1L;

        NoRoomException(String message) {
            super(message);
        }
    }
}
