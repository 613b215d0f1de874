// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * Tasks in flight, those of joined dispatchers included, and tunnels for each unit of the weight in force:
 * {@code (inFlight + tunnels + peersInFlight) / (weight * warmShare)}.
 */
public final class InFlightPerWeight implements LoadFigure {

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        double share = nodes.weight(slot) * nodes.warmShare(slot);
        int tasks = nodes.inFlight(slot) + nodes.tunnels(slot) + nodes.peersInFlight(slot);
        return share == 1 ? tasks : tasks / share;
    }
}
