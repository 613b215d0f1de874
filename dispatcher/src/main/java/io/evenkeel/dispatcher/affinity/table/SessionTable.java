// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/**
 * The nodes of sessions by a keyed hash of their cookies, with the time and number of their requests.
 *
 * <p><b>Bounds.</b> Never more than {@link #entries} sessions. Less than 48 octets for each and two megabytes,
 * outside the heap, taken as sessions come. When the table is full, a session that has been idle for long makes room;
 * one with a single request counts as eight times as idle, so clients who begin a session with each request push out
 * each other, not those who come again. A session without a request for the idle time is over.
 *
 * <p><b>Pauses.</b> The table is cut into segments of some 2,000 sessions, which grow by themselves; no call moves more
 * entries than those of one segment, and the collector never sees them.
 *
 * <p>Threads: any. {@link #home} and {@link #peek} take no lock as long as nobody changes the segment, and
 * allocate nothing. Times are seconds of a monotonic clock with any origin; a session that no call and no
 * {@link #sweep} sees for 24 days after its end counts as one again.
 */
public final class SessionTable {

    /** The most entries that a table can have. */
    public static final int MOST_ENTRIES = 100_000_000;

    /** The longest idle time in seconds, 11 days. */
    public static final int LONGEST_IDLE = 1_000_000;

    private static final int ENTRIES_OF_SEGMENT = 2_048;
    private static final int DEVIATIONS = 4;
    private static final int SWEEPS_OF_PASS = 64;

    private final SegmentEntries.SharedParts shared;
    private final SessionSegment[] segments;
    private int sweeps;

    /** Shown a session of the table. */
    @FunctionalInterface
    public interface Look {

        /**
         * A session.
         *
         * @param node key of its node
         * @param idleSeconds since its last request
         * @param seconds from its first request to its last
         */
        void session(long node, int requests, int idleSeconds, int seconds);
    }

    /** Shown a session of the table with its key; must not call the table. */
    @FunctionalInterface
    public interface KeyedLook {

        /**
         * A session.
         *
         * @param high first half of its key
         * @param low second half
         * @param node key of its node
         * @param ageSeconds since its first request
         * @param idleSeconds since its last request
         */
        void session(long high, long low, long node, int ageSeconds, int idleSeconds);
    }

    /**
     * An empty table, which takes no memory yet.
     *
     * @param entries the most sessions, 1 to {@link #MOST_ENTRIES}
     * @param idleSeconds time without a request after which a session is over, 1 to {@link #LONGEST_IDLE}
     */
    public SessionTable(int entries, int idleSeconds, SessionObserver observer) {
        this(entries, idleSeconds, observer, ByteBuffer::allocateDirect);
    }

    SessionTable(int entries, int idleSeconds, SessionObserver observer, IntFunction<ByteBuffer> allocator) {
        if (entries < 1 || entries > MOST_ENTRIES || idleSeconds < 1 || idleSeconds > LONGEST_IDLE) {
            throw new IllegalArgumentException(entries + " entries, idle for " + idleSeconds + " s");
        }
        int parts = (entries + ENTRIES_OF_SEGMENT - 1) / ENTRIES_OF_SEGMENT;
        int limit = limit(entries, parts);
        int blocks = limit * 5 / 4 / BucketMemory.BUCKETS_OF_BLOCK + 1; // four fifths of the buckets are used
        shared = new SegmentEntries.SharedParts(
                entries,
                idleSeconds,
                limit,
                blocks,
                new BucketMemory(allocator, parts * (blocks + 1)),
                observer,
                new AtomicInteger(),
                new LongAdder());
        segments = new SessionSegment[parts];
        for (int i = 0; i < parts; i++) {
            segments[i] = new SessionSegment(shared);
        }
    }

    /** The most entries of a segment: those that hashes give to the fullest one of very many tables. */
    private static int limit(int entries, int parts) {
        int mean = (entries + parts - 1) / parts;
        return parts == 1 ? entries : mean + DEVIATIONS * (int) Math.ceil(Math.sqrt(mean));
    }

    /**
     * Returns the key of a session's node, or 0 when the session is not known or over; counts a request of it and sets
     * {@link SessionKey#idleSeconds}.
     */
    public long home(SessionKey key, int nowSeconds) {
        return segment(key).home(key, nowSeconds);
    }

    /** Returns the key of a session's node, or 0, and counts nothing. */
    public long peek(SessionKey key, int nowSeconds) {
        return segment(key).peek(key, nowSeconds);
    }

    /**
     * Remembers the node of a session; a new session has one request. Without a lock when the table knows the session
     * with this node.
     *
     * @param node the node's key, not 0
     * @return false when there is no memory outside the heap and no session to make room
     */
    public boolean remember(SessionKey key, long node, int nowSeconds) {
        if (node == 0) {
            throw new IllegalArgumentException("0 is not a node");
        }
        return segment(key).remember(key, node, nowSeconds);
    }

    /**
     * Gives a session another key; its node, its times and its requests stay, and the observer hears nothing. When a
     * session with the new key is known already, that one stays as it is and the other one has ended.
     *
     * @return false when no session of that node has the old key, or it is over; then nothing has changed
     */
    public boolean rename(SessionKey from, SessionKey to, long node, int nowSeconds) {
        long use = segment(from).take(from, node, nowSeconds);
        if (use == 0) {
            return false;
        }
        segment(to).goOn(to, node, use, nowSeconds);
        return true;
    }

    /** Ends a session because the application says so; false when it is not known or over. */
    public boolean forget(SessionKey key, int nowSeconds) {
        return segment(key).forget(key, SessionEndReason.FORGOTTEN, nowSeconds);
    }

    /** Ends a session that another one has replaced; false when it is not known or over. */
    public boolean replaced(SessionKey key, int nowSeconds) {
        return segment(key).forget(key, SessionEndReason.REPLACED, nowSeconds);
    }

    /** Ends sessions that are over in a 64th of the table, each time the next. For a call once a second. */
    public synchronized void sweep(int nowSeconds) {
        int from = (int) ((long) segments.length * sweeps / SWEEPS_OF_PASS);
        sweeps++;
        int to = (int) ((long) segments.length * sweeps / SWEEPS_OF_PASS);
        for (int i = from; i < to; i++) {
            segments[i].sweep(nowSeconds);
        }
        sweeps %= SWEEPS_OF_PASS;
    }

    /** Shows every session that is not over, without a lock; one that moves meanwhile may be missed or shown twice. */
    public void each(int nowSeconds, Look look) {
        for (SessionSegment segment : segments) {
            segment.each(nowSeconds, look);
        }
    }

    /** Parts of the table, each of some 2,000 sessions. */
    public int parts() {
        return segments.length;
    }

    /** Shows the sessions of a part that are not over, with its lock. */
    public void each(int part, int nowSeconds, KeyedLook look) {
        segments[part].each(nowSeconds, look);
    }

    /** Shows a session, if it is known and not over. */
    public void look(SessionKey key, int nowSeconds, KeyedLook look) {
        segment(key).look(key, nowSeconds, look);
    }

    /**
     * Takes over what another table knows of a session. A session that is not known here is added. Of two nodes the one
     * that came with the younger first request holds, and of two of one age the one with the higher key; of one
     * node the younger first request and the later last one.
     *
     * @param node the node's key, not 0
     * @param ageSeconds since its first request at this node
     * @param idleSeconds since its last request
     */
    public void merge(SessionKey key, long node, int ageSeconds, int idleSeconds, int nowSeconds) {
        if (node == 0) {
            throw new IllegalArgumentException("0 is not a node");
        }
        segment(key).merge(key, node, ageSeconds, idleSeconds, nowSeconds);
    }

    /** Number of sessions; those that are over but not swept count. */
    public int size() {
        return shared.size().get();
    }

    public int entries() {
        return shared.entries();
    }

    public int idleSeconds() {
        return shared.idleSeconds();
    }

    /** Octets of memory that the table has taken, all of them outside the heap; never fewer than before. */
    public long bytes() {
        return shared.memory().bytes();
    }

    /** Number of sessions that were not over and had to make room. */
    public long evictions() {
        return shared.evictions().sum();
    }

    private SessionSegment segment(SessionKey key) {
        return segments[(int) (((key.high() >>> 32) * segments.length) >>> 32)];
    }
}
