// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import java.util.Arrays;

/**
 * The number of tasks that each node of a cluster can work on before they wait for one another, learned from its
 * answers; for nodes of which no agent tells that.
 *
 * <pre>
 * m      mean time of the answers of a round, which is as long as the limit, 20 answers at least
 * base   the time that answers take when none waits: falls with m, rises while the node has little to do
 * g      TOLERANCE * base / m, from 0.5 to 1
 * limit  + 0.2 * (limit * g + sqrt(limit) - limit), from 2 to 4096; grows only if the round used half of it, and falls
 *        by a twentieth at least when more than a tenth of its tasks failed
 * </pre>
 *
 * So a node whose answers take half as long again as when it has nothing to do is given no more, as with the gradient
 * of Netflix's concurrency-limits, after TCP Vegas. An answer can also take long because each is more work. A limit
 * that was halved without answers coming any faster shows that, since nothing had waited, and so do forty rounds of the
 * least {@code g}: then {@code base} follows.
 *
 * <p>Nothing allocates, and no clock is read. Threads: one at a time.
 */
public final class LearnedLimits {

    /** The limit of a node of which nothing is known. */
    public static final int FIRST = 20;

    private static final int LEAST = 2;
    private static final int MOST = 4096;
    private static final int LEAST_ROUND = 20;
    private static final double TOLERANCE = 1.5;
    private static final double LEAST_GRADIENT = 0.5;
    private static final double MOST_FAILING = 0.1;
    private static final double FALLS_FAILING = 0.95;
    private static final double SMOOTHING = 0.2;
    private static final double USED = 0.5;
    private static final double LITTLE = 0.25;
    private static final double BASE_FALLS = 0.3;
    private static final double BASE_RISES = 0.1;

    /** Rounds in a row with the least gradient, more than a descent has. */
    private static final int STAYS = 40;

    /** Part of the time of answers above which a limit that was halved has made them no faster. */
    private static final double NO_FASTER = 0.8;

    /** Part of a limit down to which a descent is still where it began. */
    private static final double NEAR = 0.9;

    private final double[] limit;
    private final double[] baseNs;
    private final double[] sumNs;
    private final int[] answers;
    private final int[] failures;
    private final int[] peak;
    /** The limit at which the present descent began, and the longest that answers took in it; 0 for none. */
    private final double[] fromLimit;

    private final double[] fromNs;
    /** Rounds in a row in which answers took three times as long as when none waits. */
    private final int[] stays;

    /** Makes limits for nodes with slots below a number. */
    public LearnedLimits(int capacity) {
        limit = new double[capacity];
        baseNs = new double[capacity];
        sumNs = new double[capacity];
        answers = new int[capacity];
        failures = new int[capacity];
        peak = new int[capacity];
        fromLimit = new double[capacity];
        fromNs = new double[capacity];
        stays = new int[capacity];
        Arrays.fill(limit, FIRST);
    }

    /** Forgets what was learned of a node. */
    public void forget(int slot) {
        limit[slot] = FIRST;
        baseNs[slot] = 0;
        fromLimit[slot] = 0;
        stays[slot] = 0;
        beginRound(slot);
    }

    /** The most tasks at a node. */
    public int limit(int slot) {
        return (int) limit[slot];
    }

    /** The time that the node's answers take when none waits, in ns; 0 before the first round. */
    public double baseNs(int slot) {
        return baseNs[slot];
    }

    /**
     * A task has ended on a node.
     *
     * @param elapsedNs from its start there
     * @param inFlight tasks that the node had, this one included
     * @return true when the limit has changed
     */
    public boolean ended(int slot, boolean succeeded, long elapsedNs, int inFlight) {
        peak[slot] = Math.max(peak[slot], inFlight);
        if (succeeded) {
            answers[slot]++;
            sumNs[slot] += elapsedNs;
        } else {
            failures[slot]++;
        }
        if (answers[slot] + failures[slot] < Math.max(LEAST_ROUND, limit[slot])) {
            return false;
        }
        int before = limit(slot);
        learn(slot);
        beginRound(slot);
        return limit(slot) != before;
    }

    private void beginRound(int slot) {
        sumNs[slot] = 0;
        answers[slot] = 0;
        failures[slot] = 0;
        peak[slot] = 0;
    }

    private void learn(int slot) {
        double now = limit[slot];
        int all = answers[slot] + failures[slot];
        boolean failing = failures[slot] > MOST_FAILING * all;
        double gradient = 1;
        if (answers[slot] > 0) {
            double meanNs = Math.max(1, sumNs[slot] / answers[slot]);
            base(slot, meanNs);
            double slower = Math.max(LEAST_GRADIENT, TOLERANCE * baseNs[slot] / meanNs);
            gradient = Math.min(1, slower);
            descend(slot, meanNs, slower < 1);
            stay(slot, meanNs, slower == LEAST_GRADIENT);
        }
        double grown = now + SMOOTHING * (now * gradient + Math.sqrt(now) - now);
        double next = failing ? Math.min(grown, FALLS_FAILING * now) : grown;
        if (next < now || peak[slot] >= USED * now) {
            limit[slot] = Math.max(LEAST, Math.min(MOST, next));
        }
    }

    private void base(int slot, double meanNs) {
        double base = baseNs[slot];
        if (base == 0) {
            baseNs[slot] = meanNs;
        } else if (meanNs < base) {
            baseNs[slot] += BASE_FALLS * (meanNs - base);
        } else if (peak[slot] <= LITTLE * limit[slot]) {
            baseNs[slot] += BASE_RISES * (meanNs - base);
        }
    }

    /** Believes the time of answers when it stays long whatever the limit. */
    private void stay(int slot, double meanNs, boolean isLong) {
        stays[slot] = isLong ? stays[slot] + 1 : 0;
        if (stays[slot] >= STAYS) {
            stays[slot] = 0;
            baseNs[slot] = meanNs;
        }
    }

    /** Notes where a descent begins, and believes the time of answers when half the limit has not changed it. */
    private void descend(int slot, double meanNs, boolean descends) {
        if (!descends) {
            fromLimit[slot] = 0;
            fromNs[slot] = 0;
            return;
        }
        boolean begins = limit[slot] >= NEAR * fromLimit[slot];
        fromNs[slot] = Math.max(begins ? NEAR * fromNs[slot] : fromNs[slot], meanNs);
        if (begins) {
            fromLimit[slot] = Math.max(fromLimit[slot], limit[slot]);
        } else if (limit[slot] <= Math.max(LEAST, fromLimit[slot] / 2)) {
            if (meanNs > NO_FASTER * fromNs[slot]) {
                baseNs[slot] = meanNs;
            }
            fromLimit[slot] = limit[slot];
            fromNs[slot] = meanNs;
        }
    }
}
