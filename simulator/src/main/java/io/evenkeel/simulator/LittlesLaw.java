// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

/**
 * Little's law, L = λW, over a whole run: checked in each, because a request that is lost or counted twice breaks it.
 *
 * @param meanUnderWay L, the number of requests under way, as an integral over time
 * @param issuedPerSecond λ
 * @param meanMs W, from the times of the requests one by one; those under way at the end count as far as they got
 */
public record LittlesLaw(double meanUnderWay, double issuedPerSecond, double meanMs) {

    /**
     * The law for a run.
     *
     * @param underWayNs integral, in request-nanoseconds
     * @param sojournNs sum of times
     * @throws IllegalStateException when both differ by a nanosecond
     */
    static LittlesLaw check(long underWayNs, long sojournNs, long issued, long lastedNs) {
        if (underWayNs != sojournNs) {
            throw new IllegalStateException(
                    "the simulation lost or invented requests: under way %d ns, sojourn times %d ns"
                            .formatted(underWayNs, sojournNs));
        }
        double lasted = Math.max(1, lastedNs);
        return new LittlesLaw(underWayNs / lasted, issued * 1e9 / lasted, sojournNs / 1e6 / issued);
    }
}
