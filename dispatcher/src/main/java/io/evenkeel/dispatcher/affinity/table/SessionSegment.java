// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.util.concurrent.locks.StampedLock;

/**
 * A part of the table, with a lock of its own.
 *
 * <p>A look-up reads without a lock and asks afterwards whether a writer was there; it notes its use by one exchange.
 * While a writer is there it turns for a microsecond or two, then it waits for the lock.
 *
 * <p>Threads: any.
 */
final class SessionSegment {

    private static final int TURNS = 64;
    private static final int SWEPT_AT_ONCE = 256;

    private final StampedLock lock = new StampedLock();
    private final SegmentEntries entries;

    SessionSegment(SegmentEntries.SharedParts shared) {
        this.entries = new SegmentEntries(shared);
    }

    /** Returns the node of a session, or 0, and counts a request. */
    long home(SessionKey key, int now) {
        for (int turn = 0; turn < TURNS; turn++) {
            long stamp = lock.tryOptimisticRead();
            if (stamp == 0) {
                Thread.onSpinWait();
                continue;
            }
            BucketRun there = entries.run();
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
            if (entries.isOver(use, now)) {
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
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return 0;
            }
            while (true) {
                long use = there.use(bucket);
                if (entries.isOver(use, now)) {
                    entries.end(there, bucket, SessionEndReason.IDLE);
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
        BucketRun there = entries.run();
        int bucket = there == null ? -1 : there.find(key.high(), key.low());
        return there == null || bucket < 0 || entries.isOver(there.use(bucket), now) ? 0 : there.node(bucket);
    }

    /** Remembers the node of a session; false when there is no room at all. */
    boolean remember(SessionKey key, long node, int now) {
        if (peek(key, now) == node) {
            return true;
        }
        long stamp = lock.writeLock();
        try {
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return begin(key, node, now);
            }
            if (entries.isOver(there.use(bucket), now)) {
                entries.end(there, bucket, SessionEndReason.IDLE);
                return begin(key, node, now);
            }
            long from = there.node(bucket);
            if (from != node) {
                there.node(bucket, node);
                entries.observer().moved(from, node);
            }
            return true;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private boolean begin(SessionKey key, long node, int now) {
        boolean added = entries.add(key, node, SessionUse.first(now), now);
        if (added) {
            entries.observer().began(node);
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
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0 || there.node(bucket) != node || entries.isOver(there.use(bucket), now)) {
                return 0;
            }
            return entries.remove(there, bucket);
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Adds a session that went on under another key; it ends when its new key is known already or there is no room. */
    void goOn(SessionKey key, long node, long use, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there != null && bucket >= 0 && entries.isOver(there.use(bucket), now)) {
                entries.end(there, bucket, SessionEndReason.IDLE);
                bucket = -1;
            }
            if (bucket >= 0) {
                entries.tellEnd(node, use, SessionEndReason.REPLACED);
            } else if (!entries.add(key, node, use, now)) {
                entries.tellEnd(node, use, SessionEndReason.EVICTED);
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Takes over what another table knows of a session. */
    void merge(SessionKey key, long node, int age, int idle, int now) {
        long use = SessionUse.told(now, age, idle);
        if (entries.isOver(use, now)) {
            return;
        }
        long stamp = lock.writeLock();
        try {
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there != null && bucket >= 0 && entries.isOver(there.use(bucket), now)) {
                entries.end(there, bucket, SessionEndReason.IDLE);
                bucket = -1;
            }
            if (there != null && bucket >= 0) {
                merge(there, bucket, node, use, now);
            } else if (entries.add(key, node, use, now)) {
                entries.observer().began(node);
            }
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    private void merge(BucketRun there, int bucket, long node, long use, int now) {
        long from = there.node(bucket);
        long present = there.use(bucket);
        int later = SessionUse.age(use, now) - SessionUse.age(present, now);
        if (from == node) {
            while (!there.exchangeUse(bucket, present, SessionUse.both(present, use, now))) {
                present = there.use(bucket);
            }
        } else if (later < 0 || (later == 0 && node > from)) {
            while (!there.exchangeUse(bucket, present, use)) {
                present = there.use(bucket);
            }
            there.node(bucket, node);
            entries.observer().moved(from, node);
        }
    }

    /** Shows a session, if it is there. */
    void look(SessionKey key, int now, SessionTable.KeyedLook look) {
        long stamp = lock.readLock();
        try {
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there != null && bucket >= 0) {
                show(there, bucket, now, look);
            }
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Shows every session. */
    void each(int now, SessionTable.KeyedLook look) {
        long stamp = lock.readLock();
        try {
            for (int bucket = 0, size = size(); bucket < size; bucket++) {
                BucketRun there = entries.run();
                if (there != null && there.high(bucket) != 0) {
                    show(there, bucket, now, look);
                }
            }
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private void show(BucketRun there, int bucket, int now, SessionTable.KeyedLook look) {
        long use = there.use(bucket);
        if (!entries.isOver(use, now)) {
            look.session(
                    there.high(bucket),
                    there.low(bucket),
                    there.node(bucket),
                    SessionUse.age(use, now),
                    SessionUse.idle(use, now));
        }
    }

    /** Forgets a session; false when it is not there. */
    boolean forget(SessionKey key, SessionEndReason why, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = entries.run();
            int bucket = there == null ? -1 : there.find(key.high(), key.low());
            if (there == null || bucket < 0) {
                return false;
            }
            boolean over = entries.isOver(there.use(bucket), now);
            entries.end(there, bucket, over ? SessionEndReason.IDLE : why);
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
        BucketRun there = entries.run();
        return there == null ? 0 : there.size();
    }

    private boolean isDue(int from, int now) {
        BucketRun there = entries.run();
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
        return there.high(bucket) != 0 && entries.isOver(there.use(bucket), now);
    }

    private void sweep(int from, int now) {
        long stamp = lock.writeLock();
        try {
            BucketRun there = entries.run();
            int bucket = from;
            while (there != null && bucket < Math.min(from + SWEPT_AT_ONCE, there.size())) {
                if (isDue(there, bucket, now)) {
                    entries.end(there, bucket, SessionEndReason.IDLE);
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
        BucketRun there = entries.run();
        if (there == null) {
            return;
        }
        for (int bucket = 0; bucket < there.size(); bucket++) {
            long node = there.node(bucket);
            long use = there.use(bucket);
            if (node != 0 && use != 0 && !entries.isOver(use, now)) {
                look.session(node, SessionUse.requests(use), SessionUse.idle(use, now), SessionUse.seconds(use));
            }
        }
    }
}
