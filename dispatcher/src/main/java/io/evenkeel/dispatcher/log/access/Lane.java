// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A bounded ring of bytes from one event loop to the writer thread, whole lines at a time.
 *
 * <p>One thread puts and one drains; neither of them ever waits for the other. A line that does not fit is dropped and
 * counted.
 */
final class Lane {

    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle DROPPED;
    private static final byte END = '\n';

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Lane.class, "tail", long.class);
            HEAD = lookup.findVarHandle(Lane.class, "head", long.class);
            DROPPED = lookup.findVarHandle(Lane.class, "dropped", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The buffer in which the putting thread makes a line; for that thread alone. */
    final LineBuffer line = new LineBuffer();

    final LineFormat format;

    private final ByteBuffer ring;
    private final ByteBuffer reader;
    private final int mask;
    private boolean torn;
    private long failed;

    /** Bytes ever put; written by the putting thread. */
    @SuppressWarnings("UnusedVariable") // through TAIL
    private volatile long tail;

    /** Bytes ever drained; written by the draining thread. */
    @SuppressWarnings("UnusedVariable") // through HEAD
    private volatile long head;

    @SuppressWarnings("UnusedVariable") // through DROPPED
    private volatile long dropped;

    /**
     * @param capacity bytes, a power of two
     */
    Lane(int capacity, LineFormat format) {
        this.ring = ByteBuffer.allocateDirect(capacity);
        this.reader = ring.duplicate();
        this.mask = capacity - 1;
        this.format = format;
    }

    /** Formats and puts a line. Putting thread only. */
    void put(AccessEntry entry) {
        line.clear();
        format.write(entry, line);
        put(line.bytes(), line.length());
    }

    void put(byte[] bytes, int length) {
        long end = (long) TAIL.get(this);
        if (length > mask + 1 - (end - (long) HEAD.getAcquire(this))) {
            DROPPED.setOpaque(this, (long) DROPPED.get(this) + 1);
            return;
        }
        int at = (int) end & mask;
        int first = Math.min(length, mask + 1 - at);
        ring.put(at, bytes, 0, first);
        if (first < length) {
            ring.put(0, bytes, first, length - first);
        }
        TAIL.setRelease(this, end + length);
    }

    /**
     * Writes out the waiting lines. Draining thread only.
     *
     * @return true when there was anything
     * @throws IOException when they could not be written; they are lost then, and {@link #failed} counts them
     */
    boolean drain(WritableByteChannel channel) throws IOException {
        long end = (long) TAIL.getAcquire(this);
        long begin = (long) HEAD.get(this);
        long from = begin;
        if (from == end) {
            return false;
        }
        try {
            while (from < end) {
                int at = (int) from & mask;
                int count = (int) Math.min(end - from, mask + 1 - at);
                reader.limit(at + count).position(at);
                while (reader.hasRemaining()) {
                    channel.write(reader);
                }
                from += count;
            }
        } catch (IOException e) {
            long reached = from + reader.position() - ((int) from & mask);
            torn = reached > begin && ring.get((int) (reached - 1) & mask) != END;
            countFailed(reached, end);
            throw e;
        } finally {
            HEAD.setRelease(this, end);
        }
        return true;
    }

    /** Gives up the waiting lines, and counts them as those that could not be written. Draining thread only. */
    void discard() {
        long end = (long) TAIL.getAcquire(this);
        countFailed((long) HEAD.get(this), end);
        HEAD.setRelease(this, end);
    }

    private void countFailed(long from, long end) {
        for (long at = from; at < end; at++) {
            if (ring.get((int) at & mask) == END) {
                failed++;
            }
        }
    }

    /** Lines that were ever lost because they could not be written. Draining thread only. */
    long failed() {
        return failed;
    }

    /** True when the last {@link #drain} failed in the middle of a line. Draining thread only. */
    boolean isTorn() {
        return torn;
    }

    /** Lines that found no room. */
    long dropped() {
        return (long) DROPPED.getOpaque(this);
    }
}
