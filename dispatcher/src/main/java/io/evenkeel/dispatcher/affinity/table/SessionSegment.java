// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the table that grows by itself, by an eighth, and moves its own entries only: some 2,000, in less than 0.1
 * ms.
 *
 * <p>A look-up reads without a lock and asks afterwards whether a writer was there; it notes its use by one exchange.
 * While a writer is there it turns for a microsecond or two, then it waits for the lock.
 *
 * <p>When there is no room, the entry that has been idle for longest of {@value #LOOKED_AT} makes room; the next search
 * looks at the next ones. An entry with one request counts as {@value #ONCE_WEIGHS} times as idle: clients who
 * come once, or begin a session with each request, push each other out before those who come again.
 *
 * <p>Threads: any.
 */
final class SessionSegment {

    static final int LOOKED_AT = 16;
    static final int ONCE_WEIGHS = 8;

    private static final int TURNS = 64;
    private static final int SWEPT_AT_ONCE = 256;
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

    private final StampedLock lock = new StampedLock();
    private final SharedParts shared;
    private @Nullable BucketRun run;
    private int count;
    private int hand;

    SessionSegment(SharedParts shared) {
        this.shared = shared;
    }

    /** Returns the node of a session, or 0, and counts a request. */
    long home(SessionKey key, int now) {
        for (int turn = 0; turn < TURNS; turn++) {
            long stamp = lock.tryOptimisticRead();
            if (stamp == 0) {
                Thread.onSpinWait();
                continue;
            }
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                if (lock.validate(stamp)) {
                    return 0;
                }
                continue;
            }
            long node = there.node(bucket);
            long use = there.use(bucket);
            if (!lock.validate(stamp)) {
                continue;
            }
            if (isOver(use, now)) {
                break;
            }
            if (there.exchangeUse(bucket, use, SessionUse.next(use, now))) {
                key.idleSeconds(SessionUse.idle(use, now));
                return node;
            }
        }
        return homeLocked(key, now);
    }

    private long homeLocked(SessionKey key, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return 0;
            }
            while (true) {
                long use = there.use(bucket);
                if (isOver(use, now)) {
                    end(there, bucket, SessionEndReason.IDLE);
                    return 0;
                }
                if (there.exchangeUse(bucket, use, SessionUse.next(use, now))) {
                    key.idleSeconds(SessionUse.idle(use, now));
                    return there.node(bucket);
                }
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Returns the node of a session, or 0, and counts nothing. */
    long peek(SessionKey key, int now) {
        for (int turn = 0; turn < TURNS; turn++) {
            long stamp = lock.tryOptimisticRead();
            if (stamp != 0) {
                long node = read(key, now);
                if (lock.validate(stamp)) {
                    return node;
                }
            }
            Thread.onSpinWait();
        }
        long stamp = lock.readLock();
        try {
            return read(key, now);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private long read(SessionKey key, int now) {
        BucketRun there = run;
        int bucket = there == null ? -1 : there.find(key.high(), key.low());
        return there == null || bucket < 0 || isOver(there.use(bucket), now) ? 0 : there.node(bucket);
    }

    /** Remembers the node of a session; false when there is no room at all. */
    boolean remember(SessionKey key, long node, int now) {
        if (peek(key, now) == node) {
            return true;
        }
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return begin(key, node, now);
            }
            if (isOver(there.use(bucket), now)) {
                end(there, bucket, SessionEndReason.IDLE);
                return begin(key, node, now);
            }
            long from = there.node(bucket);
            if (from != node) {
                there.node(bucket, node);
                shared.observer().moved(from, node);
            }
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private boolean begin(SessionKey key, long node, int now) {
        boolean added = add(key, node, SessionUse.first(now), now);
        if (added) {
            shared.observer().began(node);
        }
        return added;
    }

    /**
     * Takes out a session that goes on under another key, so that nobody hears of an end. Returns its use; 0 when it is
     * over or not known with this node.
     */
    long take(SessionKey key, long node, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0 || there.node(bucket) != node || isOver(there.use(bucket), now)) {
                return 0;
            }
            return remove(there, bucket);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Adds a session that went on under another key; it ends when its new key is known already or there is no room. */
    void goOn(SessionKey key, long node, long use, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there != null && bucket >= 0 && isOver(there.use(bucket), now)) {
                end(there, bucket, SessionEndReason.IDLE);
                bucket = -1;
            }
            if (bucket >= 0) {
                tellEnd(node, use, SessionEndReason.REPLACED);
            } else if (!add(key, node, use, now)) {
                tellEnd(node, use, SessionEndReason.EVICTED);
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private boolean add(SessionKey key, long node, long use, int now) {
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

    /** Forgets a session; false when it is not there. */
    boolean forget(SessionKey key, SessionEndReason why, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return false;
            }
            boolean over = isOver(there.use(bucket), now);
            end(there, bucket, over ? SessionEndReason.IDLE : why);
            return !over;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Ends the sessions that are over; locks only where there are any. */
    void sweep(int now) {
        int from = 0;
        for (int size = size(); from < size; size = size()) {
            if (isDue(from, now)) {
                sweep(from, now);
            }
            from += SWEPT_AT_ONCE;
        }
    }

    private int size() {
        BucketRun there = run;
        return there == null ? 0 : there.size();
    }

    private boolean isDue(int from, int now) {
        BucketRun there = run;
        if (there == null) {
            return false;
        }
        boolean due = false;
        for (int bucket = from; bucket < Math.min(from + SWEPT_AT_ONCE, there.size()) && !due; bucket++) {
            due = isDue(there, bucket, now);
        }
        return due;
    }

    private boolean isDue(BucketRun there, int bucket, int now) {
        return there.high(bucket) != 0 && isOver(there.use(bucket), now);
    }

    private void sweep(int from, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = run;
            int bucket = from;
            while (there != null && bucket < Math.min(from + SWEPT_AT_ONCE, there.size())) {
                if (isDue(there, bucket, now)) {
                    end(there, bucket, SessionEndReason.IDLE);
                } else {
                    bucket++;
                }
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Shows every session, without a lock: one that is moved meanwhile may be missed or shown twice. */
    void each(int now, SessionTable.Look look) {
        BucketRun there = run;
        if (there == null) {
            return;
        }
        for (int bucket = 0; bucket < there.size(); bucket++) {
            long node = there.node(bucket);
            long use = there.use(bucket);
            if (node != 0 && use != 0 && !isOver(use, now)) {
                look.session(node, SessionUse.requests(use), SessionUse.idle(use, now), SessionUse.seconds(use));
            }
        }
    }

    private boolean isOver(long use, int now) {
        return SessionUse.idle(use, now) >= shared.idleSeconds();
    }

    private void end(BucketRun there, int bucket, SessionEndReason end) {
        long node = there.node(bucket);
        tellEnd(node, remove(there, bucket), end);
    }

    private long remove(BucketRun there, int bucket) {
        count--;
        shared.size().decrementAndGet();
        return there.remove(bucket);
    }

    private void tellEnd(long node, long use, SessionEndReason end) {
        shared.observer().ended(node, SessionUse.requests(use), SessionUse.seconds(use), end);
    }
}
