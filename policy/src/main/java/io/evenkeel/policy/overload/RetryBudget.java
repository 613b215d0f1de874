// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * A bound on retries, so that a cluster in trouble is not given even more work.
 *
 * <p>Over the last ten seconds retries may be {@code share} of the tasks; a reserve of ten retries a second is there on
 * top, so that a quiet cluster may retry too. Tasks and retries are counted in ten buckets of a second, because a
 * fading average would let the credit of a long quiet time be spent at once. A task costs a comparison and two
 * increments.
 */
public final class RetryBudget {

    private static final int BUCKETS = 10;
    private static final long BUCKET_NS = 1_000_000_000;
    private static final double RESERVE = 10;
    private static final double RESERVE_PER_NS = RESERVE / 1e9;

    private final int[] tasks = new int[BUCKETS];
    private final int[] retries = new int[BUCKETS];
    private long tasksInWindow;
    private long retriesInWindow;
    private int bucket;
    private long bucketEndsNs;

    private double share;
    private double reserve = RESERVE;
    private long reserveNs;

    /** @param share retries for each task, 0.0 to 1.0 */
    public RetryBudget(double share, long nowNs) {
        this.share = share;
        this.bucketEndsNs = nowNs + BUCKET_NS;
        this.reserveNs = nowNs;
    }

    /** Changes the share. */
    public void share(double newShare) {
        share = newShare;
    }

    /** A task came. */
    public void deposit(long nowNs) {
        turn(nowNs);
        tasks[bucket]++;
        tasksInWindow++;
    }

    /** True when a retry may be made now. */
    public boolean allows(long nowNs) {
        turn(nowNs);
        refill(nowNs);
        return withinShare() || reserve >= 1;
    }

    /** A retry was made, after {@link #allows}. */
    public void withdraw() {
        if (withinShare()) {
            retries[bucket]++;
            retriesInWindow++;
        } else {
            reserve -= 1;
        }
    }

    private boolean withinShare() {
        return retriesInWindow + 1 <= share * tasksInWindow;
    }

    private void refill(long nowNs) {
        if (nowNs - reserveNs > 0) {
            reserve = Math.min(RESERVE, reserve + (nowNs - reserveNs) * RESERVE_PER_NS);
            reserveNs = nowNs;
        }
    }

    private void turn(long nowNs) {
        int turns = 0;
        while (nowNs - bucketEndsNs >= 0 && turns < BUCKETS) {
            bucket = (bucket + 1) % BUCKETS;
            tasksInWindow -= tasks[bucket];
            retriesInWindow -= retries[bucket];
            tasks[bucket] = 0;
            retries[bucket] = 0;
            bucketEndsNs += BUCKET_NS;
            turns++;
        }
        if (turns == BUCKETS && nowNs - bucketEndsNs >= 0) {
            bucketEndsNs = nowNs + BUCKET_NS;
        }
    }
}
