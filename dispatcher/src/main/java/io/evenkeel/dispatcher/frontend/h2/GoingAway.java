// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.frame.FrameWriter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The orderly end of a connection, in two steps (RFC 9113 §6.8): a GOAWAY that takes every stream and a PING; then,
 * when the client has answered the PING and so has seen both, the GOAWAY with the last stream that is taken. No request
 * is lost on the way. Threads: the connection's loop.
 */
final class GoingAway {

    /** The longest wait for the answer to the PING. */
    private static final long PATIENCE_NS = 1_000_000_000;

    private static final long PING = 0x65_76_65_6e_6b_65_65_6cL;

    private final Http2Connection connection;
    private @Nullable Timeout timer;
    private boolean announced;
    private boolean told;
    private int last;

    GoingAway(Http2Connection connection) {
        this.connection = connection;
    }

    /** Takes the first step, unless it was taken; at once, since all connections of a loop may do so in one turn. */
    void begin() {
        if (announced) {
            return;
        }
        announced = true;
        ByteBuf out = connection.output().room();
        FrameWriter.goAway(out, Integer.MAX_VALUE, ErrorCode.NO_ERROR);
        FrameWriter.ping(out, PING, 0);
        Timeout made = connection.loop().timers().timeout(this::tell);
        timer = made;
        made.arm(connection.loop().nowNs() + PATIENCE_NS);
        connection.output().flush();
    }

    /** An answer to a PING came. */
    void answered(long data) {
        if (announced && data == PING) {
            tell();
        }
    }

    /** Takes the second step. */
    private void tell() {
        if (told) {
            return;
        }
        last = connection.lastStream();
        told = true;
        stop();
        FrameWriter.goAway(connection.output().room(), last, ErrorCode.NO_ERROR);
        connection.finishIfOver();
    }

    /** True once the connection takes no further stream: it ends with the last one. */
    boolean told() {
        return told;
    }

    /** The highest number of a stream that is taken, which never grows once the client was told. */
    int last() {
        return told ? last : connection.lastStream();
    }

    /** True for a stream that the client has begun although it was told that it is not taken. */
    boolean tooLate(int stream) {
        return told && stream > last;
    }

    /** The connection is over. */
    void stop() {
        if (timer != null) {
            timer.remove();
        }
    }
}
