// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a {@link SessionSegment}: they grow by themselves, by an eighth, which moves some 2,000 entries in
 * less than 0.1 ms.
 *
 * <p>When there is no room, the entry that has been idle for longest of {@value #LOOKED_AT} makes room; the next search
 * looks at the next ones. An entry with one request counts as {@value #ONCE_WEIGHS} times as idle: clients who
 * come once, or begin a session with each request, push each other out before those who come again.
 *
 * <p>Threads: the one with the segment's lock; others may only ask for the {@link #run}, and {@link #isOver}.
 */
final class SegmentEntries {

    static final int LOOKED_AT = 16;
    static final int ONCE_WEIGHS = 8;

    private static final int GROWS_BY = 8;

    /**
     * Things that all segments of a table share.
     *
     * @param limit the most entries of a segment
     * @param blocks the most blocks of a segment
     */
    record SharedParts(
            int entries,
            int idleSeconds,
            int limit,
            int blocks,
            BucketMemory memory,
            SessionObserver observer,
            AtomicInteger size,
            LongAdder evictions) {}

    private final SharedParts shared;
    private @Nullable BucketRun run;
    private int count;
    private int hand;

    SegmentEntries(SharedParts shared) {
        this.shared = shared;
    }

    /** The run of buckets; null before the first entry. */
    @Nullable
    BucketRun run() {
        return run;
    }

    /** Hears what becomes of sessions. */
    SessionObserver observer() {
        return shared.observer();
    }

    /** Adds a session that is not here; false when there is no room at all. */
    boolean add(SessionKey key, long node, long use, int now) {
        if (count >= shared.limit()) {
            evict(now);
        }
        while (!reserve()) {
            if (!evict(now)) {
                return false;
            }
        }
        BucketRun there = withRoom(now);
        if (there == null) {
            shared.size().decrementAndGet();
            return false;
        }
        there.add(key.high(), key.low(), node, use);
        count++;
        return true;
    }

    /** One entry more for the whole table, if its bound allows it. */
    private boolean reserve() {
        int size = shared.size().get();
        while (size < shared.entries()) {
            if (shared.size().compareAndSet(size, size + 1)) {
                return true;
            }
            size = shared.size().get();
        }
        return false;
    }

    /** The run with room for one more entry: at most four fifths are used. Null when there is no memory for it. */
    private @Nullable BucketRun withRoom(int now) {
        BucketRun old = run;
        if (old != null && isRoomy(old)) {
            return old;
        }
        int blocks = old == null ? 0 : old.blocks().length;
        int[] more = shared.memory().take(Math.min(blocks + 1 + blocks / GROWS_BY, shared.blocks()), now);
        if (more != null) {
            BucketRun larger = new BucketRun(shared.memory().slabs(), more);
            run = larger;
            hand = 0;
            if (old != null) {
                old.moveTo(larger);
                shared.memory().giveBack(old.blocks());
            }
            return larger;
        }
        return old != null && evict(now) ? old : null;
    }

    private boolean isRoomy(BucketRun there) {
        return (count + 1) * 5 <= there.size() * 4;
    }

    private boolean evict(int now) {
        BucketRun there = run;
        if (there == null || count == 0) {
            return false;
        }
        int victim = -1;
        int most = -1;
        for (int looked = 0, seen = 0; looked < there.size() && seen < LOOKED_AT; looked++) {
            hand = there.after(hand);
            if (there.high(hand) == 0) {
                continue;
            }
            seen++;
            long use = there.use(hand);
            int idle = isOver(use, now) ? Integer.MAX_VALUE : idleness(use, now);
            if (idle > most) {
                most = idle;
                victim = hand;
            }
        }
        if (most == Integer.MAX_VALUE) {
            end(there, victim, SessionEndReason.IDLE);
        } else {
            shared.evictions().increment();
            end(there, victim, SessionEndReason.EVICTED);
        }
        return true;
    }

    private static int idleness(long use, int now) {
        return (SessionUse.idle(use, now) + 1) * (SessionUse.requests(use) == 1 ? ONCE_WEIGHS : 1);
    }

    /** True for a session that has been idle for too long. */
    boolean isOver(long use, int now) {
        return SessionUse.idle(use, now) >= shared.idleSeconds();
    }

    /** Takes a session out and tells its end. */
    void end(BucketRun there, int bucket, SessionEndReason end) {
        long node = there.node(bucket);
        tellEnd(node, remove(there, bucket), end);
    }

    /** Takes a session out; returns its use. */
    long remove(BucketRun there, int bucket) {
        count--;
        shared.size().decrementAndGet();
        return there.remove(bucket);
    }

    /** Tells the end of a session that is not here. */
    void tellEnd(long node, long use, SessionEndReason end) {
        shared.observer().ended(node, SessionUse.requests(use), SessionUse.seconds(use), end);
    }
}
