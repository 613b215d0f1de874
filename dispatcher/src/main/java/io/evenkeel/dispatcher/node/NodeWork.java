// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.policy.columns.NodeArrays;
import java.util.List;

/**
 * The work of this dispatcher in the nodes of a cluster at one moment, for joined dispatchers. Arrays belong to the
 * receiver and have an entry for each node, in ascending order of keys.
 *
 * @param keys the same in every dispatcher
 * @param slots of this dispatcher
 * @param inFlight tasks that have not ended, without tunnels
 * @param started tasks since the node joined
 * @param out true for nodes that this dispatcher takes for ill: ejected, on probation, silent, or failing their checks
 */
@SuppressWarnings("ArrayRecordComponent")
public record NodeWork(long[] keys, int[] slots, int[] inFlight, long[] started, boolean[] out) {

    /** @param members in ascending order of keys */
    static NodeWork of(List<Node> members, NodeArrays arrays, long[] started) {
        int count = members.size();
        NodeWork work =
                new NodeWork(new long[count], new int[count], new int[count], new long[count], new boolean[count]);
        for (int i = 0; i < count; i++) {
            Node node = members.get(i);
            int slot = node.slot();
            work.keys[i] = node.key();
            work.slots[i] = slot;
            work.inFlight[i] = node.member ? arrays.inFlight(slot) : 0;
            work.started[i] = node.member ? started[slot] : 0;
            work.out[i] = switch (node.state()) {
                case EJECTED, PROBING, DOWN, SILENT -> true;
                default -> false;
            };
        }
        return work;
    }
}
