// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * The rule of CoDel for the next task of a queue: the oldest, and the newest while the queue is late.
 *
 * <p>The queue is looked at every 100 ms. It is late until the next look if two things hold: since the last look no
 * task was served before the oldest had waited longer than the target, and the oldest waits longer than that now. Then
 * the newest are served within the patience of their clients, and a task that has waited twice the target is dropped,
 * because serving all in order would serve all too late.
 */
public final class QueueRule {

    /** Time between two looks. */
    public static final long LOOK_NS = 100_000_000;

    private long targetNs;
    private boolean late;
    private long lookedNs;

    /** The least time that the oldest had waited when a task was served, since the last look. */
    private long leastWaitNs = Long.MAX_VALUE;

    /** @param targetNs wait above which the queue is late; 0 for a queue that is never late and serves in order */
    public QueueRule(long targetNs, long nowNs) {
        this.targetNs = targetNs;
        this.lookedNs = nowNs;
    }

    /** Changes the target. */
    public void target(long newTargetNs) {
        targetNs = newTargetNs;
        late = late && newTargetNs > 0;
    }

    /** True while the newest is to be served first. */
    public boolean late() {
        return late;
    }

    /**
     * A task was served.
     *
     * @param oldestWaitNs the time that the oldest task had waited, which may be this task
     * @param nobodyLeft true when the task was the last
     */
    public void served(long oldestWaitNs, boolean nobodyLeft) {
        leastWaitNs = nobodyLeft ? 0 : Math.min(leastWaitNs, oldestWaitNs);
    }

    /** Looks at a queue in which a task waits, if it is time to. */
    public void look(long nowNs, long oldestWaitNs) {
        if (targetNs > 0 && nowNs - lookedNs >= LOOK_NS) {
            late = Math.min(leastWaitNs, oldestWaitNs) > targetNs;
            leastWaitNs = Long.MAX_VALUE;
            lookedNs = nowNs;
        }
    }

    /** Notes that no task waits. */
    public void empty() {
        late = false;
    }

    /** The wait at which a task is dropped now, {@code timeoutNs} at most. */
    public long longestNs(long timeoutNs) {
        return late ? Math.min(timeoutNs, 2 * targetNs) : timeoutNs;
    }

    /**
     * The moment to look at a queue in which a task waits.
     *
     * @param outNs the moment when the oldest will have waited for {@link #longestNs}
     */
    public long nextLookNs(long nowNs, long outNs) {
        return targetNs > 0 ? Math.min(outNs, Math.max(nowNs + 1, lookedNs + LOOK_NS)) : outNs;
    }
}
