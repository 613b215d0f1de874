// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

/**
 * The place of a node among those that may take tasks: the nodes of the best rank that any node has are listed, by
 * groups.
 */
public enum NodeRank {

    /** The slot has no node, or one that has left. */
    GONE,

    /** The node takes no task, whatever becomes of the cluster. */
    OUT,

    /** The node is down, and takes tasks when there is nothing better and the cluster is told to try all. */
    LAST_RESORT,

    /** The node is doubted, but not proved to be down: it takes tasks when no other node does. */
    DOUBTED,

    /** The node takes tasks. */
    TAKES
}
