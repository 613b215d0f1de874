// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;

/**
 * The load for each unit of weight if there were one more task: {@code (inFlight + peersInFlight + 1) /
 * (weight * warmShare)}.
 *
 * <p>Unlike {@link InFlightPerWeight} it tells idle nodes of different weights apart, which a choice between two needs.
 */
public final class WithOneMore implements LoadFigure {

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        return (nodes.inFlight(slot) + nodes.peersInFlight(slot) + 1) / (nodes.weight(slot) * nodes.warmShare(slot));
    }
}
