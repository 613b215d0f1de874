// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import java.util.Arrays;

/**
 * The class of tasks whose turn it is when a place becomes free: each class gets its share of the places while its
 * tasks wait, and what is left goes by priority.
 *
 * <p>With each place a class in which tasks wait earns its share as a credit. The class with the most credit is first
 * if that is a whole place; else the class with the highest priority, of equals the one that got none for longest. A
 * place takes a whole credit, but leaves no debt: what a class got because nobody else waited is not held against it.
 * A class in which no task waits has no credit, so it cannot save up; and nobody has more credit than there are
 * classes.
 *
 * <p>Shares together are at most 1, so a class that waits for n places gets at least n times its share of them, less
 * one for each class. Cost: O(classes).
 */
public final class ClassTurns {

    private static final double WHOLE = 1 - 1e-9;

    private final double[] shares;
    private final int[] priorities;
    private final double[] credits;
    private final boolean[] passed;
    private final long[] lastPlace;
    private long places;

    /**
     * @param shares 0.0 to 1.0, together 1.0 at most
     * @param priorities the higher, the earlier
     */
    public ClassTurns(double[] shares, int[] priorities) {
        this.shares = shares.clone();
        this.priorities = priorities.clone();
        credits = new double[shares.length];
        passed = new boolean[shares.length];
        lastPlace = new long[shares.length];
    }

    /** Number of classes. */
    public int classes() {
        return shares.length;
    }

    /** Begins to look for the class of one place. */
    public void begin() {
        Arrays.fill(passed, false);
    }

    /**
     * The class whose turn it is, among those not asked since {@link #begin}; -1 when there is none.
     *
     * @param waiting number of waiting tasks by class
     */
    public int next(int[] waiting) {
        int first = -1;
        for (int k = 0; k < shares.length; k++) {
            if (waiting[k] > 0 && !passed[k] && (first < 0 || before(k, first, waiting))) {
                first = k;
            }
        }
        if (first >= 0) {
            passed[first] = true;
        }
        return first;
    }

    private boolean before(int one, int other, int[] waiting) {
        double mine = earned(one, waiting);
        double theirs = earned(other, waiting);
        if (mine >= WHOLE || theirs >= WHOLE) {
            return mine > theirs;
        }
        return priorities[one] != priorities[other]
                ? priorities[one] > priorities[other]
                : lastPlace[one] < lastPlace[other];
    }

    private double earned(int k, int[] waiting) {
        return waiting[k] > 0 ? Math.min(shares.length, credits[k] + shares[k]) : 0;
    }

    /**
     * A class got the place.
     *
     * @param waiting as told to {@link #next}, its own task included
     */
    public void served(int taken, int[] waiting) {
        for (int k = 0; k < shares.length; k++) {
            credits[k] = earned(k, waiting);
        }
        credits[taken] = Math.max(0, credits[taken] - 1);
        lastPlace[taken] = ++places;
    }
}
