// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Task;

/**
 * A figure for how busy or slow a node is; lower is better.
 *
 * <p>A metric that learns gets the same calls as the policy, by the same names. A cold node counts as more loaded: a
 * metric divides by {@link Nodes#warmShare}.
 */
public interface LoadFigure {

    /** The node's load now, at least 0 and never NaN; changes nothing. */
    double of(int slot, Nodes nodes, long nowNs);

    /** A task ended on the node. */
    default void onFinish(Task task, int slot, Outcome outcome, long elapsedNs) {}

    /** A node takes the slot: forget its earlier owner. */
    default void onJoin(int slot) {}
}
