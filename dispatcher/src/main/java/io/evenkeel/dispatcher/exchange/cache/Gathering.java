// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.exchange.cache.head.EncodedFields;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.ContentCache;
import io.evenkeel.dispatcher.exchange.cache.memory.OffHeap;
import io.evenkeel.dispatcher.exchange.cache.memory.RequestWay;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.http.ChunkReader;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The copy of an answer on its way to a client, until it is whole and stored, or given up: because it grows too long,
 * there is no room, or it was cut off. Threads: the exchange's loop.
 */
final class Gathering {

    private static final int FIRST = 16 << 10;
    private static final int MOST_FIELDS = 100;
    private static final int MOST_TRAILER = 4096;

    private final ContentCache cache;
    private final CacheKey key;
    private final RequestWay request;
    private final int status;
    private final AnswerTerms terms;
    private final byte[] lines;
    private final long answeredNs;
    private final int most;
    private final @Nullable ChunkReader chunks;
    private @Nullable OffHeap body;

    private Gathering(
            ContentCache cache,
            CacheKey key,
            RequestWay request,
            int status,
            AnswerTerms terms,
            byte[] lines,
            long answeredNs,
            int most,
            @Nullable ChunkReader chunks,
            OffHeap body) {
        this.cache = cache;
        this.key = key;
        this.request = request;
        this.status = status;
        this.terms = terms;
        this.lines = lines;
        this.answeredNs = answeredNs;
        this.most = most;
        this.chunks = chunks;
        this.body = body;
    }

    /**
     * Begins; null when there is no room.
     *
     * @param lines field lines to be stored
     * @param answeredNs the time at which they came
     * @param most octets that the content may have
     * @param length of the content, -1 when it is not known
     * @param framed true when octets come in the framing of a chunked body
     */
    static @Nullable Gathering of(
            ContentCache cache,
            CacheKey key,
            RequestWay request,
            int status,
            AnswerTerms terms,
            byte[] lines,
            long answeredNs,
            int most,
            long length,
            boolean framed) {
        if (length > most) {
            return null;
        }
        OffHeap room = cache.budget().room(length >= 0 ? (int) length : Math.min(FIRST, most));
        if (room == null) {
            return null;
        }
        ChunkReader reader = null;
        if (framed) {
            reader = new ChunkReader();
            reader.start(MOST_TRAILER, MOST_FIELDS);
        }
        return new Gathering(cache, key, request, status, terms, lines, answeredNs, most, reader, room);
    }

    /** Adds a line when others may get the answer in another encoding. */
    void vary(HeadBuffer added) {
        if (StoredAnswer.mayBeEncoded(status, lines)) {
            EncodedFields.vary(terms, added);
        }
    }

    /** Takes over octets; false when the answer is given up. */
    boolean add(ByteBuf in, int from, int to) {
        OffHeap room = to > from ? roomy(to - from) : body;
        if (room == null) {
            return false;
        }
        ByteBuf octets = room.octets();
        int at = octets.writerIndex();
        octets.writeBytes(in, from, to - from);
        if (chunks != null) {
            chunks.read(octets, at, octets.writerIndex(), true);
            octets.writerIndex(chunks.passEnd());
            if (chunks.refused()) {
                drop();
            }
        }
        return body != null;
    }

    private @Nullable OffHeap roomy(int more) {
        OffHeap room = body;
        if (room == null) {
            return null;
        }
        int has = room.octets().writerIndex();
        long needed = (long) has + more;
        if (needed <= room.octets().capacity()) {
            return room;
        }
        // the framing of chunks is written first and taken out then
        OffHeap larger = has > most ? null : cache.budget().room((int) Math.max(needed, Math.min(2L * has, most)));
        if (larger != null) {
            larger.octets().writeBytes(room.octets(), 0, has);
        }
        body = larger;
        room.release();
        return larger;
    }

    /** The answer is whole: stores it; false when it came to nothing. */
    boolean store(long askedNs) {
        OffHeap whole = body;
        if (whole == null || whole.octets().writerIndex() > most) {
            drop();
            return false;
        }
        OffHeap head = cache.budget().room(lines.length);
        OffHeap exact = head == null ? null : exact(whole);
        if (head == null || exact == null) {
            if (head != null) {
                head.release();
            }
            drop();
            return false;
        }
        head.octets().writeBytes(lines);
        body = null;
        return cache.put(key, new StoredAnswer(request, status, terms, answeredNs, head, exact), askedNs);
    }

    /** The octets in room of just their length. */
    private @Nullable OffHeap exact(OffHeap whole) {
        int length = whole.octets().writerIndex();
        if (length == whole.octets().capacity()) {
            return whole;
        }
        OffHeap exact = cache.budget().room(length);
        if (exact != null) {
            exact.octets().writeBytes(whole.octets(), 0, length);
            whole.release();
        }
        return exact;
    }

    /** Gives up. */
    void drop() {
        OffHeap room = body;
        body = null;
        if (room != null) {
            room.release();
        }
    }
}
