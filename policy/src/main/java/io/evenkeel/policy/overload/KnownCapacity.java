// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeListing;

/**
 * The requests per second that the nodes of a cluster can do together, as their agents say; looked at ten times a
 * second. Nodes that take tasks count; one without a report of the last ten seconds counts as the mean of the others.
 */
public final class KnownCapacity {

    private static final long LOOK_NS = 100_000_000;
    private static final long OLD_NS = 10_000_000_000L;

    private final NodeArrays arrays;
    private double perSecond;
    private long lookedNs;

    public KnownCapacity(NodeArrays arrays, long nowNs) {
        this.arrays = arrays;
        lookedNs = nowNs - LOOK_NS;
    }

    /** The sum; 0 when no node has reported any. */
    public double perSecond(long nowNs) {
        if (nowNs - lookedNs >= LOOK_NS) {
            lookedNs = nowNs;
            perSecond = sum(nowNs);
        }
        return perSecond;
    }

    /** The sum at the last look. For people: changes nothing. */
    public double lastPerSecond() {
        return perSecond;
    }

    private double sum(long nowNs) {
        double sum = 0;
        int told = 0;
        int listed = 0;
        for (int slot = 0; slot < arrays.slots(); slot++) {
            if (arrays.listing(slot) == NodeListing.LISTED) {
                listed++;
                double capacity = arrays.samples().figure(slot, Sample.CAPACITY_PER_S);
                if (capacity > 0 && arrays.samples().ageNs(slot, nowNs) <= OLD_NS) {
                    sum += capacity;
                    told++;
                }
            }
        }
        return told == 0 ? 0 : sum * listed / told;
    }
}
