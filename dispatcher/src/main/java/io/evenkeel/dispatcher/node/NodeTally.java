// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Sums over the tasks of a node that ended since it joined; two of these a while apart give a window.
 *
 * @param succeededNs sum of the times of the tasks that succeeded, from assignment to end
 */
public record NodeTally(long succeeded, long failed, long succeededNs) {

    /** True when no task has ended. */
    public boolean isNone() {
        return succeeded == 0 && failed == 0;
    }

    static NodeTally of(NodeColumns c, int slot) {
        return new NodeTally(c.succeeded[slot], c.failed[slot], c.succeededNs[slot]);
    }
}
