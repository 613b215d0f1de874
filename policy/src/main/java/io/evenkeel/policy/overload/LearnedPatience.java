// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

/**
 * The time after which clients give up, learned from those that leave while they wait: the time by which a quarter of
 * all clients would have gone if none had been served (Kaplan and Meier's estimate of survival, in steps of 25 ms).
 *
 * <p>Tasks that got a node, or were refused, tell that their clients had patience for so long, and nothing of what
 * comes after. So the estimate stays right although nobody waits for longer than it says, and clients who leave for
 * other reasons do not lower it, being few at each step. Old ones fade: counts are halved every thousand tasks.
 *
 * <p>A client that opens and resets requests must not shorten the wait of all others. So each client that leaves counts
 * once between two halvings: nine clients never make an estimate. Nor do those who leave within a tenth of a second,
 * whom no estimate would help.
 *
 * <p>Nothing allocates, and no clock is read. Threads: one at a time.
 */
public final class LearnedPatience {

    /** The wait before whose end nobody counts who leaves; no estimate is lower. */
    public static final long LEAST_NS = 100_000_000;

    private static final long STEP_NS = 25_000_000;
    private static final int STEPS = 400;
    private static final double STAY = 0.75;
    private static final double LEAST_LEFT = 20;
    private static final int FADE_AFTER = 1000;
    private static final double FADE = 0.5;
    private static final int LOOK_AFTER = 16;

    /** A quarter of the tasks between two halvings: further clients are so many that their names do not matter. */
    private static final int KNOWN = 256;

    private final long[] known = new long[KNOWN];
    private int knownCount;
    private final double[] left = new double[STEPS + 1];
    private final double[] ended = new double[STEPS + 1];
    private int tasks;
    private long patienceNs = Long.MAX_VALUE;

    /** A task of a client that was there to the end has waited for so long. */
    public void stayed(long waitNs) {
        ended[step(waitNs)]++;
        count();
    }

    /**
     * A client has left after so long.
     *
     * @param client its {@code Task.clientKey}; 0 when it is not known, and counts each time
     */
    public void left(long waitNs, long client) {
        if (waitNs >= LEAST_NS && isNew(client)) {
            left[step(waitNs)]++;
            count();
        }
    }

    private boolean isNew(long client) {
        if (client == 0) {
            return true;
        }
        for (int k = 0; k < knownCount; k++) {
            if (known[k] == client) {
                return false;
            }
        }
        if (knownCount < KNOWN) {
            known[knownCount++] = client;
        }
        return true;
    }

    /** The time after which it is of no use to wait; {@link Long#MAX_VALUE} while that is not known. */
    public long patienceNs() {
        return patienceNs;
    }

    private static int step(long waitNs) {
        return (int) Math.max(0, Math.min(STEPS, waitNs / STEP_NS));
    }

    private void count() {
        tasks++;
        if (tasks % LOOK_AFTER == 0) {
            look();
        }
        if (tasks == FADE_AFTER) {
            tasks = 0;
            knownCount = 0;
            for (int k = 0; k <= STEPS; k++) {
                left[k] *= FADE;
                ended[k] *= FADE;
            }
        }
    }

    private void look() {
        double waits = 0;
        double gone = 0;
        for (int k = 0; k <= STEPS; k++) {
            waits += left[k] + ended[k];
            gone += left[k];
        }
        patienceNs = Long.MAX_VALUE;
        if (gone < LEAST_LEFT) {
            return;
        }
        double stay = 1;
        for (int k = 0; k < STEPS && waits > 0; k++) {
            stay *= 1 - left[k] / waits;
            if (stay <= STAY) {
                patienceNs = (k + 1) * STEP_NS;
                return;
            }
            waits -= left[k] + ended[k];
        }
    }
}
