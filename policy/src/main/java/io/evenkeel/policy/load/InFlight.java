// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * Connections of this dispatcher that carry something, tasks in flight and tunnels: {@code (inFlight + tunnels) /
 * warmShare}.
 *
 * <p>Exact and never stale, but blind to what other dispatchers send and to how fast the node is.
 */
public final class InFlight implements LoadFigure {

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        double warm = nodes.warmShare(slot);
        int tasks = nodes.inFlight(slot) + nodes.tunnels(slot);
        return warm < 1 ? tasks / warm : tasks;
    }
}
