// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.exchange.cache.memory.OffHeap;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The octets of an answer that its node has sent and its client has not taken yet, framing and all, while the answer is
 * gathered for the store. They count as the cache's memory, kept for a slow client, until that one has taken them.
 * Threads: the exchange's loop.
 */
final class ClientBacklog {

    private static final int PART = 32 << 10;

    private final CacheUser user;
    private final CachedRequest request;
    private final Deque<OffHeap> parts = new ArrayDeque<>();
    /** Octets of the first part that were given. */
    private int given;

    private long kept;
    private long client;
    private boolean on;
    /** True when nothing will be added. */
    private boolean whole;

    /** True when octets were lost for want of memory. */
    private boolean lost;

    private @Nullable HeadBuffer trailer;
    private boolean endTold;

    ClientBacklog(CacheUser user, CachedRequest request) {
        this.user = user;
        this.request = request;
    }

    /** Begins to keep octets for the client; false when there is no room for the first of them. */
    boolean begin() {
        client = user.network();
        OffHeap first = keep();
        if (first != null) {
            parts.add(first);
            on = true;
        }
        return on;
    }

    private @Nullable OffHeap keep() {
        long one = request.rule().settings().maxObject() + (long) PART;
        return request.loop().cache.budget().keep(PART, client, one);
    }

    /** Octets for which there is room without asking for more. */
    int room() {
        OffHeap last = parts.peekLast();
        return last == null ? 0 : last.octets().writableBytes();
    }

    /** True when octets found no memory: what the client would get is not whole. */
    boolean isLost() {
        return lost;
    }

    /** True from {@link #begin} until the client has all, or the request is over. */
    boolean isOn() {
        return on;
    }

    /** Keeps octets; false when no more should come until the client has taken what is here. */
    boolean add(ByteBuf in, int from, int to) {
        int most = request.rule().settings().maxObject();
        boolean room = true;
        int at = from;
        while (at < to) {
            OffHeap last = parts.peekLast();
            if (last == null || !last.octets().isWritable()) {
                last = keep();
                if (last == null) {
                    // these octets have come already, so they are kept all the same
                    room = false;
                    last = request.loop().cache.budget().keptRoom(PART, client);
                }
                if (last == null) {
                    lost = true;
                    return false;
                }
                parts.add(last);
            }
            int count = Math.min(to - at, last.octets().writableBytes());
            last.octets().writeBytes(in, at, count);
            at += count;
        }
        kept += to - from;
        return room && kept <= most;
    }

    /** Ends the answer: no more octets are added. */
    void whole(@Nullable HeadBuffer behind) {
        whole = true;
        trailer = behind;
    }

    /** The client takes more of an answer that its node has sent whole. */
    void drained() {
        Sent sent = give();
        if (sent == Sent.FAILED) {
            drop();
            user.cut();
        } else if (parts.isEmpty() && !owesEnd()) {
            drop();
            user.served();
        }
    }

    /** Gives the client what it takes; {@link Sent#ALL} when it has all and takes more: then this is off. */
    Sent give() {
        CacheLoop loop = request.loop();
        AnswerWriter writer = user.writer();
        Sent sent = Sent.ALL;
        while (sent == Sent.ALL && (!parts.isEmpty() || owesEnd())) {
            ByteBuf piece = loop.piece();
            int count = parts.isEmpty() ? 0 : fill(loop, piece);
            if (count == 0 && !owesEnd()) {
                continue;
            }
            if (count == 0 && trailer != null) {
                sent = writer.end(trailer);
                endTold = true;
            } else {
                endTold = whole && parts.isEmpty() && trailer == null;
                sent = writer.body(piece, CacheLoop.HEADROOM, CacheLoop.HEADROOM + count, endTold);
                user.gave(count);
            }
        }
        on = sent != Sent.ALL;
        return sent;
    }

    private boolean owesEnd() {
        return whole && !endTold;
    }

    /** Moves octets into a piece; says how many. */
    private int fill(CacheLoop loop, ByteBuf piece) {
        OffHeap first = parts.element();
        int count = Math.min(CacheLoop.PIECE, first.octets().writerIndex() - given);
        first.octets().getBytes(given, piece, CacheLoop.HEADROOM, count);
        given += count;
        kept -= count;
        if (given == first.octets().writerIndex()) {
            parts.remove();
            given = 0;
            loop.cache.budget().giveKept(first, client);
        }
        return count;
    }

    /** Gives everything back. */
    void drop() {
        for (OffHeap part = parts.poll(); part != null; part = parts.poll()) {
            request.loop().cache.budget().giveKept(part, client);
        }
        given = 0;
        kept = 0;
        on = false;
        whole = false;
        lost = false;
        trailer = null;
        endTold = false;
    }
}
