// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * The share of what the nodes can do that sessions are admitted for, learned from how long tasks wait for a node.
 * Looked at four times a second:
 *
 * <pre>
 * w      mean wait: EWMA 0.25 of the mean of each look
 * f      share of the new sessions that are refused: EWMA 0.05 of each look in which one came
 * T      max(30 ms, 100 ms · (1 - f)²): the wait to aim at
 * share  += 0.0025 · (T - w) / T, by at most 0.0025 up and 0.01 down; from 0.5 to 1; 0.90 at first
 *        it rises above 0.90 only while it keeps sessions out
 * </pre>
 *
 * <p>The wait to aim at falls with the share of refused sessions. Where few are refused, sessions come by chance, and a
 * queue bridges the moments in which none comes: with a short one, servers stand idle then. Where many are refused,
 * another one is there at each moment, and a long queue gains nothing.
 *
 * <p>Source: decision record 0075. Failure mode: where tasks never wait at the dispatcher, the share has nothing to
 * learn from and rises to 1. After long waits that had another cause, such as a node that hung, it takes up to 40 s to
 * come back.
 */
final class AdmittedShare {

    private static final double FIRST = 0.90;
    private static final double LEAST = 0.5;
    private static final double GAIN = 0.0025;
    private static final double MOST_DOWN = 0.01;
    private static final double WAIT_WEIGHT = 0.25;
    private static final double REFUSED_WEIGHT = 0.05;
    private static final double LONGEST_NS = 100e6;
    private static final double SHORTEST_NS = 30e6;

    private double share = FIRST;
    private double waitNs;
    private double refusedShare;
    private int asked;
    private int refused;
    private boolean keptOut;

    /** A session asked and was admitted. */
    void admitted() {
        asked++;
    }

    /**
     * A session asked and was refused.
     *
     * @param byShare because as many run as the share allows
     */
    void refused(boolean byShare) {
        asked++;
        refused++;
        keptOut |= byShare;
    }

    /** Forgets what was learned: another rule decides, or the waits are not those of all tasks. */
    void reset() {
        share = FIRST;
        waitNs = 0;
        refusedShare = 0;
        begin();
    }

    /** A quarter of a second is over, in which tasks waited for so long on average. */
    void look(double meanWaitNs) {
        waitNs += WAIT_WEIGHT * (meanWaitNs - waitNs);
        if (asked > 0) {
            refusedShare += REFUSED_WEIGHT * ((double) refused / asked - refusedShare);
        }
        double step = GAIN * (1 - waitNs / aimNs());
        if (step < 0) {
            share = Math.max(LEAST, share + Math.max(-MOST_DOWN, step));
        } else if (keptOut || share < FIRST) {
            share = Math.min(keptOut ? 1 : FIRST, share + step);
        }
        begin();
    }

    private void begin() {
        asked = 0;
        refused = 0;
        keptOut = false;
    }

    private double aimNs() {
        return Math.max(SHORTEST_NS, LONGEST_NS * (1 - refusedShare) * (1 - refusedShare));
    }

    double value() {
        return share;
    }
}
