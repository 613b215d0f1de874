// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.head.HeldMemory;
import io.evenkeel.dispatcher.frontend.h2.conduct.ClosedStreams;
import io.evenkeel.dispatcher.frontend.h2.conduct.Glitches;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;

/**
 * The streams of one connection, from their begin to their end, which is told to the client here. Threads: the
 * connection's loop.
 */
final class OpenStreams {

    private final Http2Connection connection;
    private final LoopContext context;
    private final StreamTable table = new StreamTable();
    private final HeldMemory.HeldShare heldBodies = new HeldMemory.HeldShare();

    OpenStreams(Http2Connection connection, LoopContext context) {
        this.connection = connection;
        this.context = context;
    }

    /** The streams by number. */
    StreamTable table() {
        return table;
    }

    /** Memory of the bodies that wait on all of them. */
    HeldMemory.HeldShare heldBodies() {
        return heldBodies;
    }

    /** Begins a stream. */
    Http2Stream begin(int id, boolean ends, long nowNs) {
        Http2Stream stream = connection.spares().takeStream(context);
        stream.begin(connection, id, ends, nowNs);
        table.add(stream);
        return stream;
    }

    /** Ends a stream whose answer has been sent whole; a client that is still sending its request may stop. */
    void ended(Http2Stream stream) {
        if (stream.input().ended()) {
            remove(stream, ClosedStreams.How.BOTH_ENDED);
        } else {
            FrameWriter.reset(connection.output().room(), stream.id(), ErrorCode.NO_ERROR);
            remove(stream, ClosedStreams.How.RESET_HERE);
        }
    }

    /** Ends a stream before its time; with too many of them the connection ends, see {@link Glitches#reset}. */
    void reset(Http2Stream stream, ErrorCode why) {
        FrameWriter.reset(connection.output().room(), stream.id(), why);
        remove(stream, ClosedStreams.How.RESET_HERE);
        if (!connection.glitches().reset(why, connection.loop().nowNs())) {
            connection.fail(ErrorCode.ENHANCE_YOUR_CALM, Refusal.H2_RESETS);
        }
    }

    /**
     * The client broke a rule on a stream, which ends as one of the resets that the connection may have; on a stream
     * that is not there, it broke the rule for the connection.
     */
    void error(int id, ErrorCode error, Refusal why) {
        Http2Stream stream = table.get(id);
        if (stream == null) {
            connection.fail(error, why);
            return;
        }
        connection.meter().refused(why.reason());
        stream.gone(why);
        reset(stream, error);
    }

    /**
     * Ends a stream for which there is no memory. The client has done nothing wrong, so the reset does not count among
     * those that its connection may cause.
     */
    void giveUp(Http2Stream stream, Refusal why) {
        connection.meter().refused(why.reason());
        stream.givenUp(why);
        FrameWriter.reset(connection.output().room(), stream.id(), ErrorCode.ENHANCE_YOUR_CALM);
        remove(stream, ClosedStreams.How.RESET_HERE);
    }

    /** Takes a stream out that is over. */
    void remove(Http2Stream stream, ClosedStreams.How how) {
        table.closed().add(stream.id(), how);
        take(stream);
        connection.removed();
    }

    private void take(Http2Stream stream) {
        table.remove(stream.id());
        stream.close();
        if (stream.tunnel() == null) {
            connection.spares().giveStream(stream);
        }
    }

    /**
     * The client sends no more on any of them; those whose request is not whole end, and tunnels. One that is whole may
     * still wait for its node.
     */
    void inputEnded() {
        for (int i = 0; i < table.slots(); i++) {
            Http2Stream each = table.at(i);
            if (each != null && !each.input().ended()) {
                int before = table.size();
                each.inputCut();
                i = table.size() == before ? i : -1;
            }
        }
    }

    /** Gives all streams up. */
    void drop() {
        for (Http2Stream each = table.any(); each != null; each = table.any()) {
            each.gone(null);
            take(each);
        }
    }

    /** True for a stream whose frames are of no use although the client may, or might, send them. */
    boolean drops(int id, long nowNs) {
        return connection.away().tooLate(id) || table.closed().drops(id, connection.glitches(), nowNs);
    }

    /** Tells the client why its connection ends, as the answer to no request. */
    void refuseNone(Refusal why, ErrorCode error, long nowNs) {
        Http2Stream none = connection.spares().takeStream(context);
        none.begin(connection, 0, true, nowNs);
        none.refuse(why, error, false, connection.rules(), nowNs, nowNs);
        none.close();
        connection.spares().giveStream(none);
    }
}
