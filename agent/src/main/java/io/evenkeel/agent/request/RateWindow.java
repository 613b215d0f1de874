// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

/**
 * The recent growth of the sums of a {@link Ledger}; older growth counts for less and less: after one length for a
 * third.
 *
 * <p>Time fades like the sums, so a rate is right from the second reading on, however unevenly they come. For one
 * thread.
 */
final class RateWindow {

    /** The least part of one event: with less left, nothing is known any more. */
    private static final double FAINTEST = 0.01;

    private final double lengthNs;
    private final double[] sums = new double[Ledger.SUMS];
    private double elapsedNs;

    RateWindow(long lengthNs) {
        this.lengthNs = lengthNs;
    }

    /** The share of the past that is left after some time. */
    double fading(long stepNs) {
        return Math.exp(-stepNs / lengthNs);
    }

    /** Takes in by how much each sum has grown in a step of time. */
    void add(long[] growth, long stepNs) {
        double left = fading(stepNs);
        for (int i = 0; i < sums.length; i++) {
            sums[i] = sums[i] * left + growth[i];
        }
        elapsedNs = elapsedNs * left + stepNs;
    }

    /** Events per second; NaN before the first step. */
    double perSecond(int sum) {
        return elapsedNs > 0 ? sums[sum] * 1e9 / elapsedNs : Double.NaN;
    }

    /** Mean of an amount over the events it belongs to; NaN when there were none lately. */
    double mean(int amount, int events) {
        return sums[events] >= FAINTEST ? sums[amount] / sums[events] : Double.NaN;
    }
}
