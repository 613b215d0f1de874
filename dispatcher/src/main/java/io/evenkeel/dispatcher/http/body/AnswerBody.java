// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;

/**
 * The body of one answer after another: the octets that go to the client, and the end. It may be of any length.
 * Threads: the exchange's loop.
 */
public final class AnswerBody {

    private static final int EMPTY_LINE = 2;

    private final BodyFollower follower = new BodyFollower();
    /** True while the framing of a chunked body stays here, and its data alone is passed on. */
    private boolean strip;

    private int passFrom;

    /**
     * Starts a body.
     *
     * @param asData true when the client gets no framing of HTTP/1.1
     * @param mostTrailer octets of a trailer section
     * @param mostFields lines of it
     * @param removed fields that are taken out of it
     */
    public void start(ResponseHead head, boolean asData, int mostTrailer, int mostFields, FieldNames removed) {
        strip = asData && head.framing() == Framing.CHUNKED;
        follower.start(
                head.framing(),
                head.contentLength(),
                Long.MAX_VALUE,
                mostTrailer,
                mostFields,
                head.unwantedTrailers(removed));
    }

    /** Takes the readable octets of a buffer as far as they belong to the body, and consumes them. */
    public void take(ByteBuf in) {
        passFrom = in.readerIndex();
        in.readerIndex(follower.follow(in, passFrom, in.writerIndex(), strip));
    }

    /** Begin of the octets of the last {@link #take} that go to the client. */
    public int passFrom() {
        return passFrom;
    }

    /** Their end. */
    public int passEnd() {
        return follower.passEnd();
    }

    /** The number of them. */
    public int passed() {
        return follower.passEnd() - passFrom;
    }

    /** True when they are in the framing of chunks. */
    public boolean isFramed() {
        return follower.framing() == Framing.CHUNKED && !strip;
    }

    /** True when the framing is malformed. */
    public boolean refused() {
        return follower.refused();
    }

    /** True once the body is whole; never for one that ends with the connection. */
    public boolean whole() {
        return follower.done();
    }

    /** True when the end of the connection is the end of the body. */
    public boolean endsWithConnection() {
        return follower.framing() == Framing.CLOSE;
    }

    /** True when the body ends with these octets, and no {@link #tail} follows. */
    public boolean ends() {
        return follower.done() && !lacksTail();
    }

    /** True when the body is whole except for its {@link #tail}. */
    public boolean lacksTail() {
        return follower.done() && tail().length() > (strip ? EMPTY_LINE : 0);
    }

    /** The octets behind the body that are not in the buffer in which its last ones came. */
    public HeadBuffer tail() {
        return follower.trailer();
    }

    /** Octets of the tail that go to the client as they are: where there is framing. */
    public int tailPassed() {
        return strip ? 0 : tail().length();
    }

    /** True when the tail has fields. */
    public boolean hasTrailer() {
        return tail().length() > EMPTY_LINE;
    }
}
