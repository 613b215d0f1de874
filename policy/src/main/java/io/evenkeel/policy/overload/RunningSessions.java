// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import java.util.Arrays;

/**
 * An estimate of the sessions that run. Nobody says when a user leaves, so a session counts with the probability that
 * it goes on:
 *
 * <pre>
 * active = sum over sessions of  (1 - q) s / ((1 - q) s + q),   s = exp(-(idle - R) / Z);  1 while idle &lt; R
 * q      share of the requests that begin a session, EWMA 0.0005: a session ends after a request as often as it begins
 * Z      mean time from one request of a session to its next, less R: the think time; EWMA 0.001
 * R      200 ms
 * </pre>
 *
 * <p>Sessions are not told apart: a request that tells for how long its session was idle takes the session from where
 * it stood to the moment. Where requests do not tell, each counts for R + Z, in which a session asks once. A session
 * that was idle for longer than 102 s has been forgotten and comes back: that time is no think time, and a single one
 * of half an hour would otherwise more than double the mean.
 *
 * <p>Cost: constant for a request; 1,000 additions when the estimate is asked for, ten times a second at most.
 */
final class RunningSessions {

    static final long RESPONSE_NS = 200_000_000;

    private static final long FIRST_THINK_NS = 1_000_000_000;
    private static final double WEIGHT = 0.001;
    private static final double SLOW = 0.0005;
    private static final long BUCKET_NS = 100_000_000;
    private static final int BUCKETS = 1024;
    private static final double FAINTEST = 0.01;

    /** Sessions by the time of their last request. */
    private final int[] told = new int[BUCKETS];

    /** Requests that do not tell, by their time. */
    private final int[] untold = new int[BUCKETS];

    private int bucket;
    private long bucketNs;
    private double thinkNs;
    private long thinks;
    private double beginShare;
    private double tellShare;
    private long requests;
    private long running;

    /** The estimate of the whole buckets before the present one. */
    private double before;

    /** The weights of sessions by how many buckets back they stand. */
    private final double[] weights = new double[BUCKETS];

    RunningSessions(long nowNs) {
        bucketNs = nowNs;
        weigh();
    }

    /**
     * A request of a running session came.
     *
     * @param idleNs from the session's last request to this one; below 0 when it is not known
     */
    void goesOn(long idleNs, long nowNs) {
        turn(nowNs);
        seen(false);
        running++;
        boolean tells = idleNs >= 0;
        tellShare += weight(running) * ((tells ? 1 : 0) - tellShare);
        if (!tells) {
            untold[bucket]++;
            return;
        }
        told[bucket]++;
        if (idleNs >= BUCKETS * BUCKET_NS) {
            return;
        }
        thinks++;
        thinkNs += weight(thinks) * (Math.max(0, idleNs - RESPONSE_NS) - thinkNs);
        // the bucket in which the last request was: that of the moment when it came after its beginning
        long beforeNs = bucketNs - (nowNs - idleNs);
        long back = beforeNs <= 0 ? 0 : (beforeNs + BUCKET_NS - 1) / BUCKET_NS;
        if (back < BUCKETS) {
            told[at((int) back)]--;
            before -= back > 0 ? weights[(int) back] : 0;
        }
    }

    /** A session begins. */
    void begins(long nowNs) {
        turn(nowNs);
        seen(true);
        (running > 0 && tellShare < 0.5 ? untold : told)[bucket]++;
    }

    private void seen(boolean begins) {
        requests++;
        beginShare += Math.max(SLOW, 1.0 / requests) * ((begins ? 1 : 0) - beginShare);
    }

    private static double weight(long count) {
        return Math.max(WEIGHT, 1.0 / count);
    }

    /** The sessions that run now, as far as is known. */
    double active(long nowNs) {
        turn(nowNs);
        return Math.max(0, before + weights[0] * told[bucket] + untold[bucket]);
    }

    /** {@link #active} for people: changes nothing, so that it may be asked for beside the thread that does. */
    double shown(long nowNs) {
        long gone = Math.max(0, (nowNs - bucketNs) / BUCKET_NS);
        int whole = wholeBuckets();
        double sum = 0;
        for (int back = (int) Math.min(BUCKETS, gone); back < BUCKETS; back++) {
            int place = at(back - (int) gone);
            sum += weights[back] * told[place] + (back < whole || back == 0 ? untold[place] : 0);
        }
        return Math.max(0, sum);
    }

    private int wholeBuckets() {
        return (int) Math.min(BUCKETS - 1, cycleNs() / BUCKET_NS);
    }

    /** The mean think time; 1 s before any was seen. */
    long thinkNs() {
        return thinks == 0 ? FIRST_THINK_NS : (long) thinkNs;
    }

    /** R + Z. */
    long cycleNs() {
        return RESPONSE_NS + thinkNs();
    }

    private int at(int back) {
        return (bucket - back) & (BUCKETS - 1);
    }

    private void turn(long nowNs) {
        if (nowNs - bucketNs < BUCKET_NS) {
            return;
        }
        long turns = (nowNs - bucketNs) / BUCKET_NS;
        if (turns >= BUCKETS) {
            Arrays.fill(told, 0);
            Arrays.fill(untold, 0);
        } else {
            for (int k = 0; k < turns; k++) {
                bucket = at(-1);
                told[bucket] = 0;
                untold[bucket] = 0;
            }
        }
        bucketNs += turns * BUCKET_NS;
        weigh();
    }

    private void weigh() {
        double ends = Math.max(1e-3, Math.min(1 - 1e-3, requests == 0 ? 0.5 : beginShare));
        double odds = (1 - ends) / ends;
        double step = StrictMath.exp(-(double) BUCKET_NS / Math.max(BUCKET_NS, thinkNs()));
        int response = (int) (RESPONSE_NS / BUCKET_NS);
        int whole = wholeBuckets();
        double stays = odds;
        before = 0;
        Arrays.fill(weights, 0);
        weights[0] = 1;
        for (int back = 1; back < BUCKETS; back++) {
            stays *= back > response ? step : 1;
            if (stays < FAINTEST && back > whole) {
                return;
            }
            weights[back] = back > response ? stays / (1 + stays) : 1;
            before += weights[back] * told[at(back)] + (back < whole ? untold[at(back)] : 0);
        }
    }
}
