// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Figures of one node, taken together.
 *
 * @param inFlight tasks that run there now, tunnels included
 * @param connections open connections, idle ones included
 * @param limit most tasks at once; {@link Integer#MAX_VALUE} when unlimited
 * @param started node selections since the node joined
 */
public record NodeCounts(
        int inFlight, int connections, int limit, long started, long succeeded, long failed, long abandoned) {

    static NodeCounts of(NodeColumns c, int slot) {
        return new NodeCounts(
                c.arrays.tasks(slot),
                c.arrays.connections(slot),
                c.arrays.limit(slot),
                c.started[slot],
                c.succeeded[slot],
                c.failed[slot],
                c.abandoned[slot]);
    }
}
