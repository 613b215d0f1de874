// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Figures of one node, taken together.
 *
 * @param inFlight tasks that run there now, tunnels included
 * @param connections open connections, idle ones included
 * @param limit most tasks at once; {@link Integer#MAX_VALUE} when unlimited
 * @param started attempts, which are the node's selections since it joined
 * @param succeeded attempts that the node has answered well
 * @param failed attempts that the node has failed, whatever became of the requests: no connection, a reset, silence
 *     beyond a timeout, an answer cut off, or one with status 500, 502, 503 or 504
 * @param abandoned attempts that were given up without blaming the node
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
