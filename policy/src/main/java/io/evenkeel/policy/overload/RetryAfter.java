// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * The time after which a client that is refused may come again: as long as what waits, and what was refused in the last
 * ten seconds and will come again, takes at the rate of the last ten seconds. From 1 s to 60 s; 10 s while nothing is
 * served.
 *
 * <p>The harder the overload, the longer the time: at twice the rate that is served 10 s, at three times 20 s. Each
 * refusal counts, so clients that are refused together do not all come back together.
 */
public final class RetryAfter {

    private static final int BUCKETS = 10;
    private static final long BUCKET_NS = 1_000_000_000;
    private static final int LEAST_S = 1;
    private static final int MOST_S = 60;

    private final int[] served = new int[BUCKETS];
    private final int[] refused = new int[BUCKETS];
    private long allServed;
    private long allRefused;
    private int bucket;
    private long bucketNs;

    public RetryAfter(long nowNs) {
        bucketNs = nowNs;
    }

    /** One was served, or admitted. */
    public void served(long nowNs) {
        turn(nowNs);
        served[bucket]++;
        allServed++;
    }

    /**
     * One was refused.
     *
     * @param waiting those that wait already
     * @return seconds
     */
    public int refused(int waiting, long nowNs) {
        turn(nowNs);
        refused[bucket]++;
        allRefused++;
        if (allServed == 0) {
            return BUCKETS;
        }
        double seconds = Math.ceil((double) (waiting + allRefused) * BUCKETS / allServed);
        return (int) Math.max(LEAST_S, Math.min(MOST_S, seconds));
    }

    private void turn(long nowNs) {
        for (int turns = 0; nowNs - bucketNs >= BUCKET_NS && turns < BUCKETS; turns++) {
            bucket = (bucket + 1) % BUCKETS;
            allServed -= served[bucket];
            allRefused -= refused[bucket];
            served[bucket] = 0;
            refused[bucket] = 0;
            bucketNs += BUCKET_NS;
        }
        if (nowNs - bucketNs >= BUCKET_NS) {
            bucketNs = nowNs;
        }
    }
}
