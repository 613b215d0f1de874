// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.evenkeel.dispatcher.http.ChunkReader;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Finds the end of one body after another in its octets, whatever its framing, and says which octets may be passed on.
 * Threads: the loop of its owner.
 */
public final class BodyFollower {

    private static final HeadBuffer NOTHING = new HeadBuffer(0);

    private Framing framing = Framing.NONE;
    private long remaining;
    private long most;
    private int passEnd;
    private boolean tooLarge;
    private @Nullable ChunkReader chunks;

    /**
     * Starts a body.
     *
     * @param length octets when the framing is LENGTH
     * @param mostData octets a chunked body may have
     * @param mostTrailer octets and lines of a trailer section
     * @param removed fields that are taken out of it
     */
    public void start(
            Framing newFraming, long length, long mostData, int mostTrailer, int mostFields, FieldNames removed) {
        framing = newFraming;
        remaining = newFraming == Framing.LENGTH ? length : 0;
        most = mostData;
        tooLarge = false;
        if (newFraming == Framing.CHUNKED) {
            if (chunks == null) {
                chunks = new ChunkReader();
            }
            chunks.start(mostTrailer, mostFields, removed);
        }
    }

    /** Starts octets whose end is not known: they go on until the connection ends. */
    public void startEndless() {
        framing = Framing.CLOSE;
        tooLarge = false;
    }

    /**
     * Follows octets that came in.
     *
     * @param strip see {@link ChunkReader#read}
     * @return index behind what belongs to the body
     */
    public int follow(ByteBuf in, int from, int to, boolean strip) {
        switch (framing) {
            case NONE -> {
                passEnd = from;
                return from;
            }
            case LENGTH -> {
                int count = (int) Math.min(remaining, to - from);
                remaining -= count;
                passEnd = from + count;
                return passEnd;
            }
            case CLOSE -> {
                passEnd = to;
                return to;
            }
            case CHUNKED -> {
                ChunkReader reader = chunks();
                int consumed = reader.read(in, from, to, strip);
                passEnd = reader.passEnd();
                tooLarge = most - reader.dataTotal() < reader.announced();
                return consumed;
            }
        }
        throw new IllegalStateException(framing.toString());
    }

    private ChunkReader chunks() {
        if (chunks == null) {
            throw new IllegalStateException("no chunked body was started");
        }
        return chunks;
    }

    /** End of the octets of the last {@link #follow} that may be passed on. */
    public int passEnd() {
        return passEnd;
    }

    /** The octets that must follow those passed on, once {@link #done}. */
    public HeadBuffer trailer() {
        return framing == Framing.CHUNKED ? chunks().trailer() : NOTHING;
    }

    /** Octets of the arrays that hold the trailer section, before and after it is whole. */
    public int trailerCapacity() {
        return framing == Framing.CHUNKED ? chunks().trailerCapacity() : 0;
    }

    /** Forgets the trailer section. */
    public void dropTrailer() {
        if (framing == Framing.CHUNKED) {
            chunks().dropTrailer();
        }
    }

    /** The framing of the present body, or of the last one. */
    public Framing framing() {
        return framing;
    }

    /** True once the body is whole; never for CLOSE, which only the end of the connection ends. */
    public boolean done() {
        return switch (framing) {
            case NONE -> true;
            case LENGTH -> remaining == 0;
            case CHUNKED -> chunks().done();
            case CLOSE -> false;
        };
    }

    /** True when the framing of a chunked body is malformed. */
    public boolean refused() {
        return framing == Framing.CHUNKED && chunks().refused();
    }

    /** True when a chunked body is, or announces to be, larger than it may be. */
    public boolean tooLarge() {
        return tooLarge;
    }
}
