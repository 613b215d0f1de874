// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the fragments of a block of fields together, from HEADERS and CONTINUATION, and decodes it when it is whole.
 *
 * <p>A block in one frame, as nearly all are, is decoded at once. Fragments of another one wait in direct memory, as
 * much as there are octets, which the owner may count ({@link #held}). Threads: the connection's loop.
 */
public final class BlockReader {

    /** CONTINUATION frames of one block. */
    private static final int MOST_CONTINUATIONS = 16;

    /** Octets of a block that is decoded, if only for the sake of the next one. */
    static final int MOST = 256 << 10;

    private final BlockExcess allExcess;
    private final BlockRoom room;
    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private @Nullable ByteBuf fragments;
    private int continuations;
    private boolean open;
    private int stream;
    private boolean endsStream;
    private long firstNs;
    /** Octets of the block beyond those of a head that may pass, which count for the loop. */
    private int excess;

    public BlockReader(Loop loop) {
        this.allExcess = BlockExcess.of(loop);
        this.room = BlockRoom.of(loop);
    }

    /** The result of taking a fragment. */
    public enum BlockProgress {
        /** More fragments must come. */
        MORE,
        /** The block is whole and decoded. */
        DONE,
        /** The block is malformed, and so is all that follows on the connection. */
        MALFORMED,
        /** The block is larger, or in more pieces, than any honest one. */
        TOO_LARGE
    }

    /** True between HEADERS and the last CONTINUATION. */
    public boolean open() {
        return open;
    }

    /** Octets of memory that the fragments of an open block take. */
    public int held() {
        return fragments == null ? 0 : fragments.capacity();
    }

    /** The stream of the block. */
    public int stream() {
        return stream;
    }

    /** True when the sender has nothing behind the block. */
    public boolean endsStream() {
        return endsStream;
    }

    /** The time when the block began. */
    public long firstNs() {
        return firstNs;
    }

    /**
     * Takes HEADERS, or a CONTINUATION of the open block.
     *
     * @param most octets of fields, each with 32 more, that are kept; a larger block is decoded, up to {@link #MOST}
     *     octets as it comes and while the loop has not too many of them, so that the next one can be
     */
    public BlockProgress take(FrameReader frame, FieldBlock into, int most, int mostFields, long nowNs) {
        boolean whole = frame.has(FrameType.END_HEADERS);
        int count = frame.to() - frame.from();
        if (open) {
            continuations++;
        } else {
            stream = frame.stream();
            endsStream = frame.has(FrameType.END_STREAM);
            firstNs = nowNs;
            continuations = 0;
        }
        ByteBuf before = fragments;
        int kept = before == null ? 0 : before.readableBytes();
        if (continuations > MOST_CONTINUATIONS || !fits(kept + count, Math.max(most, PeerSettings.LEAST_FRAME))) {
            close();
            return BlockProgress.TOO_LARGE;
        }
        if (!whole) {
            open = true;
            keep(frame.payload(), frame.from(), count);
            return BlockProgress.MORE;
        }
        byte[] octets = room.of(kept + count);
        if (before != null) {
            before.getBytes(before.readerIndex(), octets, 0, kept);
        }
        frame.payload().getBytes(frame.from(), octets, kept, count);
        close();
        into.begin(most, mostFields);
        return decoder.decode(octets, 0, kept + count, into) ? BlockProgress.DONE : BlockProgress.MALFORMED;
    }

    /** True when the block may have so many octets; those beyond {@code most} are taken from the loop's. */
    private boolean fits(int octets, int most) {
        int more = Math.max(0, octets - most) - excess;
        if (octets > Math.max(most, MOST) || !allExcess.take(more)) {
            return false;
        }
        excess += more;
        return true;
    }

    /** Gives an open block up, with all its memory. */
    public void close() {
        open = false;
        allExcess.take(-excess);
        excess = 0;
        if (fragments != null) {
            fragments.release();
            fragments = null;
        }
    }

    /** Keeps a fragment: what attackers hold open is no larger than what they have sent. */
    private void keep(ByteBuf in, int from, int count) {
        ByteBuf all = fragments;
        if (all == null) {
            all = ByteBufAllocator.DEFAULT.directBuffer(count);
            fragments = all;
        } else if (all.writableBytes() < count) {
            all.capacity(all.writerIndex() + count);
        }
        all.writeBytes(in, from, count);
    }
}
