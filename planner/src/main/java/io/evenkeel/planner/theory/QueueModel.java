// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/** A system in steady state that requests come to, spend time in and leave. */
public interface QueueModel {

    /**
     * Share of its greatest throughput that is asked for, ρ; 1 and more mean that it is overloaded and has no steady
     * state.
     */
    double utilizationShare();

    /** Mean response time, waiting included, in milliseconds; infinite when overloaded. */
    double meanMs();

    /** Share of the requests that take longer than a time, in milliseconds. */
    double tailShare(double ms);

    /** Share of the requests that are refused; 0 if all may wait. */
    default double refusedShare() {
        return 0;
    }

    /**
     * The response time that a share of the requests does not exceed, milliseconds; found by bisection of
     * {@link #tailShare}.
     *
     * @param share share between 0 and 1, both excluded
     */
    default double percentileMs(double share) {
        ArgumentCheck.share("share", share);
        if (!Double.isFinite(meanMs())) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 0;
        double high = meanMs();
        while (tailShare(high) > 1 - share) {
            low = high;
            high *= 2;
        }
        while (high - low > 1e-9 * high) {
            double middle = (low + high) / 2;
            if (tailShare(middle) > 1 - share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
