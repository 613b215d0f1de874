// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.recent;

/** Sums whose past counts for less and less: after one length for a third. As the agent's windows do. */
public final class DecayingSum {

    private final double lengthNs;
    private final double[] sums;

    /**
     * Sums that are 0.
     *
     * @param lengthNs time after which an amount counts for a third, as 1/e of it
     */
    public DecayingSum(int count, double lengthNs) {
        this.lengthNs = lengthNs;
        this.sums = new double[count];
    }

    /** Lets time pass over all sums. */
    public void fade(double stepNs) {
        double left = Math.exp(-stepNs / lengthNs);
        for (int k = 0; k < sums.length; k++) {
            sums[k] *= left;
        }
    }

    /** Adds to a sum. */
    public void add(int sum, double amount) {
        sums[sum] += amount;
    }

    /** Adds to a sum. */
    public void add(int sum, long amount) {
        add(sum, (double) amount);
    }

    /** A sum, faded up to the last {@link #fade}. */
    public double sum(int sum) {
        return sums[sum];
    }
}
