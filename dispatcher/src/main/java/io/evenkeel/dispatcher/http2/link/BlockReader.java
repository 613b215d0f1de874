// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.http2.frame.FrameReader;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.http2.frame.PeerSettings;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Puts the fragments of a block of fields together, from HEADERS and CONTINUATION, and decodes it when it is whole.
 * Threads: the connection's loop.
 */
public final class BlockReader {

    /** CONTINUATION frames of one block. */
    private static final int MOST_CONTINUATIONS = 16;

    /** Octets of a block that is decoded, if only for the sake of the next one. */
    static final int MOST = 256 << 10;

    private static final int MOST_KEPT = 2048;
    private static final byte[] NONE = new byte[0];

    private final BlockExcess allExcess;
    private final HpackDecoder decoder = new HpackDecoder(HpackDecoder.USUAL_TABLE_SIZE);
    private byte[] fragments = NONE;
    private int length;
    private int continuations;
    private boolean open;
    private int stream;
    private boolean endsStream;
    private long firstNs;
    /** Octets of the block beyond those of a head that may pass, which count for the loop. */
    private int excess;

    public BlockReader(Loop loop) {
        this.allExcess = BlockExcess.of(loop);
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
            length = 0;
            continuations = 0;
        }
        if (continuations > MOST_CONTINUATIONS || !fits(length + count, Math.max(most, PeerSettings.LEAST_FRAME))) {
            close();
            return BlockProgress.TOO_LARGE;
        }
        add(frame.payload(), frame.from(), count);
        open = !whole;
        if (open) {
            return BlockProgress.MORE;
        }
        into.begin(most, mostFields);
        boolean well = decoder.decode(fragments, 0, length, into);
        length = 0;
        if (fragments.length > MOST_KEPT) {
            fragments = NONE;
        }
        close();
        return well ? BlockProgress.DONE : BlockProgress.MALFORMED;
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

    /** Gives back what the block has of the loop's octets. */
    public void close() {
        allExcess.take(-excess);
        excess = 0;
    }

    private void add(ByteBuf in, int from, int count) {
        if (fragments.length < length + count) {
            fragments = Arrays.copyOf(fragments, Math.max(length + count, 2 * fragments.length));
        }
        in.getBytes(from, fragments, length, count);
        length += count;
    }
}
