// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.link;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.evenkeel.dispatcher.http2.frame.Window;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a stream: its window, and the octets that wait while nobody takes more.
 *
 * <p>While some wait, or would have to, the window is not given back, so that at most the window waits. A subclass for
 * each side of a connection decides what becomes of the octets. It is a superclass and not a part, so that a stream has
 * no further object. Threads: the connection's loop.
 */
public abstract class BodyInput {

    /** Octets that are worth a frame of their own. */
    private static final int GIVEN_BACK = Window.DEFAULT / 2;

    private int window = Window.DEFAULT;
    /** Octets that have come and whose room was not given back. */
    private int owed;

    private boolean held;
    private @Nullable ByteBuf waiting;

    /** Begins another stream, with a whole window. */
    protected final void begin() {
        window = Window.DEFAULT;
        owed = 0;
        held = false;
    }

    /**
     * Counts octets of DATA, padding and all.
     *
     * @return false when the sender had no room for them
     */
    protected final boolean take(int octets) {
        window -= octets;
        owed += octets;
        return window >= 0;
    }

    /** Gives the window back when it is worth a frame, unless octets wait or would have to. */
    protected final void giveBack(FrameOutput out, int stream) {
        if (owed >= GIVEN_BACK && !waits()) {
            FrameWriter.windowUpdate(out.room(), stream, owed);
            window += owed;
            owed = 0;
        }
    }

    /** Holds what comes, until more is taken. */
    public final void hold() {
        held = true;
    }

    /**
     * More is taken again, after {@link #hold}.
     *
     * @return true when there is something to do: octets wait, or the window is worth a frame
     */
    protected final boolean takesAgain() {
        held = false;
        return waiting != null || owed >= GIVEN_BACK;
    }

    /** True from {@link #hold} to {@link #takesAgain}. */
    protected final boolean isHeld() {
        return held;
    }

    /** True when octets have to wait behind others, or until more is taken. */
    protected final boolean waits() {
        return held || waiting != null;
    }

    /** Keeps octets behind those that wait. */
    protected final void keep(ByteBuf in, int from, int to) {
        waiting = appended(waiting, in, from, to);
    }

    /** Octets behind others, in a buffer that grows and has the headroom of a read; null stands for no others. */
    protected static ByteBuf appended(@Nullable ByteBuf before, ByteBuf in, int from, int to) {
        ByteBuf all = before;
        if (all == null) {
            all = ByteBufAllocator.DEFAULT.directBuffer(Connection.HEADROOM + to - from);
            all.setIndex(Connection.HEADROOM, Connection.HEADROOM);
        }
        return all.writeBytes(in, from, to - from);
    }

    /** Octets of memory that what waits takes. */
    protected final int kept() {
        return waiting == null ? 0 : waiting.capacity();
    }

    /** Hands out what waits, to be released; null when nothing does. */
    protected final @Nullable ByteBuf takeWaiting() {
        ByteBuf mine = waiting;
        waiting = null;
        return mine;
    }

    /** Drops what waits. */
    protected final void dropWaiting() {
        if (waiting != null) {
            waiting.release();
            waiting = null;
        }
    }
}
