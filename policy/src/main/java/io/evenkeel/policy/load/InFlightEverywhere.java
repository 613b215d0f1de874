// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * Tasks in flight in the node, from all dispatchers: {@code (inFlight + othersInFlight) / warmShare}.
 *
 * <p>The own part is exact; the part of other dispatchers is as old as the node's last sample, and 0 where nothing
 * reports it.
 */
public final class InFlightEverywhere implements LoadFigure {

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        double warm = nodes.warmShare(slot);
        int tasks = nodes.inFlight(slot) + nodes.othersInFlight(slot);
        return warm < 1 ? tasks / warm : tasks;
    }
}
