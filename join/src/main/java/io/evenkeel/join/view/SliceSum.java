// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.join.report.ClusterWork;
import java.util.Arrays;

/** The sum of what members tell of the load by time slices. Stateless. */
final class SliceSum {

    private SliceSum() {}

    /**
     * Adds the load that a member tells, if its slices have a length.
     *
     * @param share the part that counts
     * @param keys of the nodes of the sums, ascending
     */
    static void add(ClusterWork work, long lengthNs, double share, long ageNs, long[] keys, double[][] sums) {
        NodeSlices slices = work.slices();
        if (slices == null || slices.lengthNs() != lengthNs) {
            return;
        }
        for (int at = 0; at < work.keys().length; at++) {
            int to = Arrays.binarySearch(keys, work.keys()[at]);
            if (to >= 0) {
                slices.addTo(sums, at, to, share, ageNs);
            }
        }
    }
}
