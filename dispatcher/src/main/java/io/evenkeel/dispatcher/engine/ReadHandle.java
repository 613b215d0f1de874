// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.dispatcher.engine.buffer.SharedReads;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Tells Netty how a connection reads: into which buffer, how much at once, and how often before other connections get
 * their turn.
 *
 * <p>One object for each connection, both the allocator that a channel is configured with and its handle.
 */
final class ReadHandle implements RecvByteBufAllocator, RecvByteBufAllocator.ExtendedHandle {

    private static final int READS_PER_EVENT = 4;

    private final SocketConnection connection;
    private int size = SharedReads.HEAD_READ;
    private int reads;
    private int lastBytes;
    private int attempted;
    private boolean draining;

    ReadHandle(SocketConnection connection) {
        this.connection = connection;
    }

    void size(int bytes) {
        size = bytes;
    }

    @Override
    public ReadHandle newHandle() {
        return this;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator pool) {
        if (connection.readsWanted()) {
            Splice splice = connection.splice();
            if (splice != null && splice.pump()) {
                throw ReadPause.NOW;
            }
            return connection.loop().reads().take(pool, size);
        }
        draining = connection.mustDrain();
        if (draining) {
            return SharedReads.pooled(pool, SharedReads.HEAD_READ);
        }
        throw ReadPause.NOW;
    }

    @Override
    public int guess() {
        return size;
    }

    @Override
    public void reset(ChannelConfig config) {
        reads = 0;
    }

    @Override
    public void incMessagesRead(int count) {
        reads += count;
    }

    @Override
    public void lastBytesRead(int bytes) {
        lastBytes = bytes;
    }

    @Override
    public int lastBytesRead() {
        return lastBytes;
    }

    @Override
    public void attemptedBytesRead(int bytes) {
        attempted = bytes;
    }

    @Override
    public int attemptedBytesRead() {
        return attempted;
    }

    @Override
    public boolean continueReading() {
        return lastBytes == attempted && mayContinue();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
        return mayContinue() && maybeMore.get();
    }

    private boolean mayContinue() {
        return draining || (reads < READS_PER_EVENT && connection.readsWanted());
    }

    @Override
    public void readComplete() {
        draining = false;
    }

    /**
     * Thrown into a read loop of Netty's to leave it without reading.
     *
     * <p>Netty's native transports read whatever is there when the peer has sent a FIN or a reset, also from a channel
     * whose reads are turned off. For a proxy that would mean megabytes in memory for every slow reader. The buffer of
     * a read is asked for before the read, and an exception at that point leaves the loop with nothing lost;
     * {@link ChannelEvents} swallows it.
     */
    static final class ReadPause extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("StaticAssignmentOfThrowable") // has no stack trace and takes no suppressed exceptions
        static final ReadPause NOW = new ReadPause();

        private ReadPause() {
            super("reads are paused", null, false, false);
        }
    }
}
