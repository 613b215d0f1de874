// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request after another: the octets that go to the node, and the end.
 *
 * <p>A body comes in one of two forms. Either its octets carry the framing of HTTP/1.1, are passed on as they are, and
 * tell the end themselves; or they are payload alone, whose end the client's stream tells, and are framed here as the
 * head says. Threads: the exchange's loop.
 */
public final class RequestBody {

    /** Octets in front of a piece of payload that may be overwritten. */
    public static final int PAYLOAD_ROOM = PayloadFramer.ROOM;

    private final BodyFollower follower = new BodyFollower();
    /** Made with the first body that comes as payload. */
    private @Nullable PayloadFramer framer;

    private boolean payload;
    private long most;
    private int passFrom;
    private int passEnd;

    /**
     * Starts a body.
     *
     * @param asPayload true when its octets are payload alone, whose end {@link #take} is told
     * @param removed fields that are taken out of a trailer section
     */
    public void start(RequestHead head, boolean asPayload, RequestLimits limits, FieldNames removed) {
        payload = asPayload;
        most = limits.body();
        passFrom = 0;
        passEnd = 0;
        if (asPayload) {
            if (framer == null) {
                framer = new PayloadFramer();
            }
            framer.start(head.framing(), head.contentLength());
        } else {
            follower.start(head.framing(), head.contentLength(), most, limits.head(), limits.fields(), removed);
        }
    }

    /** Starts a body whose end nobody knows. */
    public void startEndless() {
        payload = false;
        follower.startEndless();
    }

    /**
     * Takes the readable octets of a buffer as far as they belong to the body, and consumes them. Payload has
     * {@link #PAYLOAD_ROOM} octets in front that may be overwritten, and is less than 1 MB at a time.
     *
     * @param ends true when a payload ends with these octets
     * @return octets that were consumed
     */
    public int take(ByteBuf in, boolean ends) {
        int from = in.readerIndex();
        int to = in.writerIndex();
        if (payload) {
            PayloadFramer mine = framer();
            mine.take(in, from, to, ends);
            passFrom = mine.passFrom();
            passEnd = mine.passEnd();
            in.readerIndex(to);
            return to - from;
        }
        int end = follower.follow(in, from, to, false);
        passFrom = from;
        passEnd = follower.passEnd();
        in.readerIndex(end);
        return end - from;
    }

    /** Sets the lines of the trailer section that ends a payload in chunks; each has its CR LF. */
    public void trailer(byte[] lines) {
        framer().trailer(lines);
    }

    private PayloadFramer framer() {
        if (framer == null) {
            throw new IllegalStateException("no payload was started");
        }
        return framer;
    }

    /** Start of the octets of the last {@link #take} that go to the node. */
    public int passFrom() {
        return passFrom;
    }

    /** End of those octets. */
    public int passEnd() {
        return passEnd;
    }

    /** The octets that go to the node behind all others once the body is {@link #whole}. */
    public HeadBuffer tail() {
        return payload ? framer().tail() : follower.trailer();
    }

    /** Octets of the arrays that hold the trailer section, before and after it is whole. */
    public int trailerCapacity() {
        return payload ? framer().tail().capacity() : follower.trailerCapacity();
    }

    /** Forgets {@link #tail} and the trailer section, which nobody needs any more. */
    public void dropTail() {
        if (payload) {
            framer().dropTail();
        } else {
            follower.dropTrailer();
        }
    }

    /** True once the body has come whole. */
    public boolean whole() {
        return payload ? framer().whole() : follower.done();
    }

    /** The reason to refuse the body as it has come so far; null when there is none. */
    public @Nullable Refusal refusal() {
        if (payload) {
            return framer().malformed() ? Refusal.BAD_LENGTH : framer().total() > most ? Refusal.BODY_TOO_LARGE : null;
        }
        if (follower.framing() != Framing.CHUNKED) {
            return null;
        }
        return follower.refused() ? Refusal.BAD_CHUNK : follower.tooLarge() ? Refusal.BODY_TOO_LARGE : null;
    }
}
