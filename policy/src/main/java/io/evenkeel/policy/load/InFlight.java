// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * Connections that carry something, tasks in flight and tunnels, and the tasks of joined dispatchers: {@code (inFlight
 * + tunnels + peersInFlight) / warmShare}.
 *
 * <p>The own part is exact and never stale. Blind to dispatchers that are not joined, to tunnels of those that are, and
 * to how fast the node is.
 */
public final class InFlight implements LoadFigure {

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        double warm = nodes.warmShare(slot);
        int tasks = nodes.inFlight(slot) + nodes.tunnels(slot) + nodes.peersInFlight(slot);
        return warm < 1 ? tasks / warm : tasks;
    }
}
