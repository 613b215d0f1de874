// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.dispatcher.node.NodeOrder;

/**
 * An order of an administrator to a node, with what decides between two: the higher stamp, and of equal ones the higher
 * origin.
 *
 * @param stamp milliseconds of the clock where it was given, or more than any known before
 * @param origin the dispatcher to which the administrator gave it
 */
public record StampedOrder(String cluster, String node, NodeOrder order, long stamp, long origin) {

    /** True when this one holds and not the other. */
    public boolean beats(StampedOrder other) {
        return stamp != other.stamp ? stamp > other.stamp : Long.compareUnsigned(origin, other.origin) > 0;
    }
}
