// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rrd4j.core.RrdNioBackendFactory;

/**
 * The folder of the files: makes them, moves unreadable ones aside, and keeps their number and their size bounded.
 *
 * <p>A file that cannot be read becomes {@code NAME.torn}, one for each name, and goes like a file that nobody uses.
 * Where there is no room for another file, the one that was unused for the longest time is removed, unless its owner is
 * there; a file counts with the size that it has after a year. Only the owner can read the folder.
 */
final class SeriesStore implements AutoCloseable {

    /** The most files, whatever their size: each that is open takes heap. */
    static final int MOST_FILES = 256;

    private static final String TORN = ".torn";

    /** The heap that an open file of a node takes. */
    private static final long HEAP_OF_A_FILE = 384 << 10;

    /** Files that may take a third of a heap, {@link #MOST_FILES} at most. */
    static int mostFiles(long heapBytes) {
        return (int) Math.max(3, Math.min(MOST_FILES, heapBytes / 3 / HEAP_OF_A_FILE));
    }

    /** The octets that a new file must leave free on the disk for others. */
    static final long LEFT_FREE = 256L << 20;

    private final Path folder;
    private final int mostFiles;
    private final long mostBytes;
    private final EventLogger log;
    private final SparseFiles backend = new SparseFiles();

    /** The access to files of an earlier version. */
    private final RrdNioBackendFactory dense = new RrdNioBackendFactory(0);

    /** @param mostBytes the size that all files may have together */
    SeriesStore(Path folder, int mostFiles, long mostBytes, EventLogger log) throws IOException {
        this.mostBytes = mostBytes;
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
        return Files.isRegularFile(file)
                && Files.size(file) == SeriesFile.bytes(scope.metrics())
                && !SparseFiles.isDense(file);
    }

    /**
     * The file of a scope to write to, made when there is none that is sound. One of an earlier version is
     * replaced by one with the same figures, with room for the figures that were added since.
     *
     * @param inUse true for the name of a file that must stay
     * @throws NoRoomException when there may be no more files
     * @throws IOException when the folder cannot be written
     */
    SeriesFile open(Scope scope, long nowS, Predicate<String> inUse) throws IOException {
        Path file = folder.resolve(scope.file());
        SeriesFile older = null;
        if (Files.exists(file)) {
            try {
                SeriesFile found = SeriesFile.open(file, scope.metrics(), nowS, backend, dense);
                if (found.holds(scope.metrics())) {
                    return found;
                }
                older = found;
            } catch (IOException e) {
                if (isShortage(e)) {
                    throw e;
                }
                setAside(scope, e);
            }
        }
        if (older != null && grow(older, file, scope)) {
            return SeriesFile.open(file, scope.metrics(), nowS, backend, dense);
        }
        makeRoom(inUse, SeriesFile.bytes(scope.metrics()));
        checkRoom(scope);
        SeriesFile.make(file, scope.metrics(), nowS, backend);
        return SeriesFile.open(file, scope.metrics(), nowS, backend, dense);
    }

    /** True for a failure that tells nothing of the file: too many open files, or no memory to map it. */
    private static boolean isShortage(IOException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof OutOfMemoryError || each.getClass() == FileSystemException.class) {
                return true;
            }
        }
        return false;
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
        log.info("history: " + file + " was of an earlier version and was replaced by one with the same figures");
        return true;
    }

    private void checkRoom(Scope scope) throws NoRoomException {
        long bytes = SeriesFile.bytes(scope.metrics());
        if (!DiskSpace.of(folder).has(bytes + LEFT_FREE)) {
            throw new NoRoomException("the disk has less than " + ((bytes + LEFT_FREE) >> 20) + " MB left");
        }
    }

    /** Moves a file that cannot be used out of the way; it must be closed. */
    void setAside(Scope scope, Exception why) throws IOException {
        Path file = folder.resolve(scope.file());
        Path aside = folder.resolve(scope.file() + TORN);
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        log.warn("the history in " + file + " cannot be used: "
                + (why.getMessage() == null ? why.toString() : why.getMessage())
                + "; it is now " + aside + ", and a new one begins");
    }

    /** The file of a scope that nobody writes, to read. */
    SeriesFile openToRead(Scope scope, long nowS) throws IOException {
        return SeriesFile.open(folder.resolve(scope.file()), scope.metrics(), nowS, backend, dense);
    }

    private void makeRoom(Predicate<String> inUse, long bytes) throws IOException {
        List<Path> files = new ArrayList<>(files());
        long used = 0;
        for (Path file : files) {
            used += Files.size(file);
        }
        while (files.size() >= mostFiles || used + bytes > mostBytes) {
            boolean isFull = files.size() >= mostFiles;
            int present = files.size();
            Path oldest = files.stream()
                    .filter(file -> !inUse.test(String.valueOf(file.getFileName())))
                    .min(Comparator.comparingLong(file -> file.toFile().lastModified()))
                    .orElseThrow(() -> new NoRoomException(
                            isFull
                                    ? "there are " + present + " in use already"
                                    : "the files may have " + megabytes(mostBytes)
                                            + " MB together (admin.history.size)"));
            log.info("history: " + oldest + " makes room for another; it was unused for the longest time");
            used -= Files.size(oldest);
            files.remove(oldest);
            Files.delete(oldest);
        }
    }

    /** Whole megabytes of a million bytes, as disks have them. */
    static long megabytes(long bytes) {
        return Math.round(bytes / 1e6);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(file ->
                            file.toString().endsWith(".rrd") || file.toString().endsWith(TORN))
                    .toList();
        }
    }

    @Override
    public void close() {
        backend.close();
        dense.close();
    }

    /** Thrown when there may be no more files. */
    static final class NoRoomException extends IOException {

        private static final long serialVersionUID = 1L;

        NoRoomException(String message) {
            super(message);
        }
    }
}
