// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.Exchange;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http2.link.BodyInput;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request on one stream after another. DATA goes to the exchange where it was read; while the node takes
 * no more, it waits here, and the stream's window is not given back, so that at most the window waits. All that waits
 * on a loop is bounded together ({@link HeldMemory#bodies}). Threads: the connection's loop.
 */
final class StreamInput extends BodyInput implements Runnable, HeldMemory.Sender {

    private static final byte[] NO_TRAILER = new byte[0];

    private final Http2Stream stream;
    private final Loop loop;
    private boolean ended;
    /** True while nobody wants the body. */
    private boolean dropped;

    private boolean empty;
    private boolean endWaits;
    private HeldMemory.@Nullable HeldEntry held;
    private byte[] trailer = NO_TRAILER;
    /** Octets of it that are counted while it waits. */
    private int trailerOctets;

    /** The result of taking DATA. */
    enum Taken {
        FINE,
        /** The client had said that it sends no more. */
        BEHIND_END,
        /** More than the window. */
        TOO_MUCH,
        /** More than the head says. */
        BAD_LENGTH
    }

    StreamInput(Http2Stream stream, Loop loop) {
        this.stream = stream;
        this.loop = loop;
    }

    /** Begins with a whole window. */
    void begin(boolean endsWithHead) {
        begin();
        ended = endsWithHead;
        dropped = false;
        empty = false;
        endWaits = false;
        trailer = NO_TRAILER;
    }

    /** Sets if the head says that there is no body, although the stream has not ended with it. */
    void announcesNothing(boolean nothing) {
        empty = nothing;
    }

    /** True once the client has said that it sends no more. */
    boolean ended() {
        return ended;
    }

    /**
     * Takes a piece of DATA.
     *
     * @param in what is in front of {@code from} may be overwritten
     * @param counted octets with padding, which all count for flow control
     * @param ends true when the client sends no more
     */
    Taken data(ByteBuf in, int from, int to, int counted, boolean ends, long nowNs) {
        if (ended) {
            return Taken.BEHIND_END;
        }
        if (!take(counted)) {
            return Taken.TOO_MUCH;
        }
        if (empty && to > from) {
            return Taken.BAD_LENGTH;
        }
        ended = ends;
        if (waits()) {
            keep(in, from, to);
            endWaits = ends;
            count(nowNs);
        } else {
            pass(in, from, to, ends, nowNs);
        }
        return Taken.FINE;
    }

    /**
     * Takes the trailer section of the request, which ends it.
     *
     * @return false when it would have to wait, and others leave no room for it: the stream must end
     */
    boolean trailed(HeadBuffer lines, long nowNs) {
        ended = true;
        trailer = lines.length() == 0 ? NO_TRAILER : Arrays.copyOf(lines.octets(), lines.length());
        if (!waits()) {
            passEnd(nowNs);
            return true;
        }
        endWaits = true;
        HeadMemory memory = memory();
        trailerOctets = memory.count(0, trailer.length);
        return !memory.refuses(trailer.length, trailerOctets, nowNs);
    }

    private HeadMemory memory() {
        return stream.connection().context().heads();
    }

    private void dropTrailer() {
        trailer = NO_TRAILER;
        if (trailerOctets > 0) {
            memory().free(trailerOctets);
            trailerOctets = 0;
        }
    }

    /** Counts what waits among the bodies of the loop. When they are too much, others end, or this one. */
    private void count(long nowNs) {
        if (kept() > 0) {
            HeldMemory bodies = HeldMemory.bodies(loop);
            held = bodies.hold(held, this, stream.connection().streams().heldBodies(), kept());
            bodies.makeRoom(nowNs);
        }
    }

    private void countNoMore() {
        HeldMemory.HeldEntry entry = held;
        if (entry != null) {
            held = null;
            HeldMemory.bodies(loop).free(entry);
        }
    }

    /** Others need the memory, so nothing of the body goes on. A stream that cannot end ends with its connection. */
    @Override
    public void giveUp() {
        Http2Connection connection = stream.connection();
        noMore();
        try {
            connection.streams().giveUp(stream, Refusal.BODIES_FULL);
        } catch (RuntimeException | OutOfMemoryError e) {
            connection.connection().close();
            throw e;
        }
    }

    /** Passes octets on, with nothing else readable in their buffer. */
    private void pass(ByteBuf in, int from, int to, boolean ends, long nowNs) {
        StreamConnection tunnel = stream.tunnel();
        if (tunnel != null) {
            passTo(tunnel, in, from, to, ends);
            return;
        }
        Exchange exchange = stream.exchangeOrNull();
        if (exchange == null || dropped || !exchange.wantsBody()) {
            giveBack();
        } else if (from == to) {
            if (ends) {
                passEnd(nowNs);
            }
        } else {
            int readerIndex = in.readerIndex();
            int writerIndex = in.writerIndex();
            try {
                exchange.payload(in.setIndex(from, to), ends, nowNs);
            } finally {
                in.setIndex(readerIndex, writerIndex);
            }
            giveBack();
        }
    }

    private void passTo(StreamConnection tunnel, ByteBuf in, int from, int to, boolean ends) {
        if (to > from) {
            int readerIndex = in.readerIndex();
            int writerIndex = in.writerIndex();
            try {
                tunnel.received(in.setIndex(from, to));
            } finally {
                in.setIndex(readerIndex, writerIndex);
            }
        }
        if (ends && isHeld()) {
            endWaits = true;
        } else if (ends) {
            tunnel.ended();
        }
        giveBack();
    }

    private void passEnd(long nowNs) {
        StreamConnection tunnel = stream.tunnel();
        if (tunnel != null) {
            tunnel.ended();
            return;
        }
        Exchange exchange = stream.exchangeOrNull();
        if (exchange != null && exchange.wantsBody()) {
            byte[] lines = trailer;
            dropTrailer();
            if (lines.length == 0) {
                exchange.bodyEnded(nowNs);
            } else {
                exchange.bodyEnded(lines, nowNs);
            }
        }
    }

    /** Gives the stream's window back, unless the client has no use for it. */
    void giveBack() {
        if (!ended && stream.id() != 0) {
            giveBack(stream.connection().output(), stream.id());
        }
    }

    /** Nobody takes what comes before there is a tunnel, and then that does. */
    void holdAll() {
        hold();
        endWaits = ended;
    }

    /** The node takes more; what waits is passed on soon. */
    void let() {
        if (takesAgain() || endWaits) {
            loop.atTurnEnd(this);
        }
    }

    /** Nobody wants the rest of the body. */
    void noMore() {
        dropped = true;
        takesAgain();
        drop();
    }

    /** Passes on what waits. */
    @Override
    public void run() {
        if (isHeld() || stream.id() == 0) {
            return;
        }
        try {
            passWaiting();
        } catch (RuntimeException | OutOfMemoryError e) {
            loop.events().exchange().error("a request body that waited could not be sent", e);
            stream.connection().connection().close();
        }
    }

    private void passWaiting() {
        long nowNs = loop.nowNs();
        ByteBuf mine = takeWaiting();
        countNoMore();
        boolean ends = endWaits;
        if (mine == null) {
            if (ends) {
                endWaits = false;
                passEnd(nowNs);
            } else {
                giveBack();
            }
            return;
        }
        endWaits = false;
        boolean last = ends && trailer.length == 0;
        try {
            pass(mine, mine.readerIndex(), mine.writerIndex(), last, nowNs);
        } finally {
            mine.release();
        }
        if (ends && !last) {
            if (isHeld()) {
                endWaits = true;
            } else {
                passEnd(nowNs);
            }
        }
    }

    /** Drops what waits. */
    void drop() {
        dropWaiting();
        countNoMore();
        endWaits = false;
        dropTrailer();
    }
}
