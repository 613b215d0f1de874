// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** Sums whose past counts for less and less: after one length for a third. As the agent's windows do. */
final class Fading {

    private final double lengthNs;
    private final double[] sums;

    Fading(int count, double lengthNs) {
        this.lengthNs = lengthNs;
        this.sums = new double[count];
    }

    /** Lets time pass over all sums. */
    void fade(double stepNs) {
        double left = Math.exp(-stepNs / lengthNs);
        for (int k = 0; k < sums.length; k++) {
            sums[k] *= left;
        }
    }

    void add(int sum, double amount) {
        sums[sum] += amount;
    }

    void add(int sum, long amount) {
        add(sum, (double) amount);
    }

    double sum(int sum) {
        return sums[sum];
    }
}
