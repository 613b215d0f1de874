// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.ContentCache;
import io.evenkeel.dispatcher.exchange.cache.memory.Fetches;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The cache as an event loop has it: the memory that all loops share, and room that its exchanges use in turn. */
public final class CacheLoop {

    /** Octets of content that are given to a client at a time. */
    public static final int PIECE = 32 << 10;

    /** Room in front of them, in which the writer puts a head or a frame. */
    static final int HEADROOM = 4 << 10;

    /** Octets of stored content that are given to a client at a time, where they need no copy. */
    static final int SHARED_PIECE = 64 << 10;

    /** Content up to this length is copied: that costs less than to send two ranges. */
    static final int SHORT = 4 << 10;

    final ContentCache cache;
    final Fetches fetches;
    final Loop loop;
    final DateLine date;
    final InstantSource clock;

    /** Looks for answers. */
    final CacheKey key = new CacheKey();

    /** Reads heads that are kept, or that nodes get. */
    final RequestHead again = new RequestHead();

    /** Reads heads that are put together here. */
    final ResponseHead answer = new ResponseHead();

    final HeadBuffer composed = new HeadBuffer(1024);
    private @Nullable ByteBuf piece;

    public CacheLoop(ContentCache cache, Loop loop, DateLine date, InstantSource clock) {
        this.cache = cache;
        this.fetches = cache.fetches();
        this.loop = loop;
        this.date = date;
        this.clock = clock;
    }

    /** Room for a piece of content, good until the next one: stored octets are shared, and writers use the room. */
    ByteBuf piece() {
        ByteBuf mine = piece;
        if (mine == null) {
            mine = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(HEADROOM + PIECE));
            piece = mine;
        }
        mine.setIndex(0, mine.capacity());
        return mine;
    }

    long wallS() {
        return Math.floorDiv(clock.millis(), 1000L);
    }
}
