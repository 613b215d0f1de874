// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import io.evenkeel.config.LogRotation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A file that lines are added to, and that makes room for a new one when it is full or old.
 *
 * <p>It is rotated between two writes, so no line is cut. Old files are compressed on a thread of their own, and no
 * rotation begins while that runs. When a rotation fails, lines go on into the same file, and the next try is a minute
 * later. One thread.
 */
public final class RollingFile implements LogOutput {

    private static final long AGAIN_MS = 60_000;

    private final Path path;
    private final LogRotation rotation;
    private final ZoneId zone;
    private final OldFiles old;
    private final Consumer<String> troubles;
    private final ThreadFactory threads;
    private final AtomicBoolean compressing = new AtomicBoolean();

    private FileChannel channel;
    private long size;
    private long notBeforeMs = Long.MIN_VALUE;

    /** The wall clock at which the file is too old. */
    private long endMs;

    private RollingFile(Path path, LogRotation rotation, ZoneId zone, Consumer<String> troubles, ThreadFactory threads)
            throws IOException {
        this.path = path;
        this.rotation = rotation;
        this.zone = zone;
        this.old = new OldFiles(path, rotation.keep());
        this.troubles = troubles;
        this.threads = threads;
        channel = open(path);
        begin();
    }

    /**
     * Opens a file for appending; it is made when it is not there.
     *
     * @param zone where midnight is
     * @param troubles told why a rotation failed, in a sentence; on any thread
     */
    public static RollingFile open(Path path, LogRotation rotation, ZoneId zone, Consumer<String> troubles)
            throws IOException {
        return open(path, rotation, zone, troubles, work -> new Thread(work, "evenkeel-log-compress"));
    }

    static RollingFile open(
            Path path, LogRotation rotation, ZoneId zone, Consumer<String> troubles, ThreadFactory threads)
            throws IOException {
        return new RollingFile(path, rotation, zone, troubles, threads);
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Looks how much there is in the file, and since when. */
    private void begin() throws IOException {
        size = channel.size();
        // What was there before a start counts for the time in which it was written last.
        endMs = end(
                size == 0
                        ? System.currentTimeMillis()
                        : Files.getLastModifiedTime(path).toMillis());
    }

    /**
     * The first full multiple of the rotation's time that comes after a time, counted from the midnight with which 1970
     * began in the zone. Multiples of a day are midnights, also behind a day on which the clocks change; shorter times
     * go on through the change.
     */
    private long end(long afterMs) {
        Duration every = rotation.every();
        if (every == null) {
            return Long.MAX_VALUE;
        }
        long local = afterMs + offsetMs(afterMs);
        long localEnd = (Math.floorDiv(local, every.toMillis()) + 1) * every.toMillis();
        long end = localEnd - offsetMs(afterMs);
        return every.toDays() > 0 ? localEnd - offsetMs(end) : end;
    }

    private long offsetMs(long atMs) {
        return zone.getRules().getOffset(Instant.ofEpochMilli(atMs)).getTotalSeconds() * 1000L;
    }

    @Override
    public boolean isReady(long nowMs) {
        boolean tooOld = nowMs >= endMs;
        if (tooOld && size == 0) {
            endMs = end(nowMs);
        } else if ((tooOld || size >= rotation.size()) && nowMs >= notBeforeMs && !compressing.get()) {
            rotate(nowMs);
        }
        return true;
    }

    private void rotate(long nowMs) {
        try {
            if (!Files.exists(path)) {
                // somebody has taken it away without a word
                reopen();
                return;
            }
            old.shift();
            FileChannel before = channel;
            channel = next();
            size = 0;
            endMs = end(nowMs);
            before.close();
            OldFiles.sameRights(old.newest(), path);
        } catch (IOException e) {
            notBeforeMs = nowMs + AGAIN_MS;
            troubles.accept(path + " could not be rotated, and it grows: " + e);
            return;
        }
        if (rotation.compress()) {
            compress();
        }
    }

    /** The file that comes after the one that has number 1 now, which gets its name back when there is none. */
    private FileChannel next() throws IOException {
        try {
            return open(path);
        } catch (IOException e) {
            Files.move(old.newest(), path);
            throw e;
        }
    }

    private void compress() {
        compressing.set(true);
        try {
            Thread thread = threads.newThread(this::compressOld);
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError noThread) {
            compressing.set(false);
            troubles.accept(
                    "no old file of " + path + " is compressed before the next rotation: " + noThread.getMessage());
        }
    }

    private void compressOld() {
        try {
            old.compress();
        } catch (IOException e) {
            troubles.accept("an old file of " + path + " could not be compressed: " + e);
        } finally {
            compressing.set(false);
        }
    }

    /** True while old files are compressed. Any thread. */
    boolean isCompressing() {
        return compressing.get();
    }

    @Override
    public void reopen() throws IOException {
        FileChannel next = open(path);
        FileChannel before = channel;
        channel = next;
        begin();
        before.close();
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int count = channel.write(from);
        size += count;
        return count;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
