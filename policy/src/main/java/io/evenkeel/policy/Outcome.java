// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/** The end of a task on a node. */
public enum Outcome {
    /** The node answered, and not with a server error. */
    SUCCEEDED,
    /** The node could not be reached, died, stayed silent or answered with a server error (500, 502, 503, 504). */
    FAILED,
    /**
     * Given up without blaming the node: its client went away, an administrator cut it off, a kept connection had died,
     * or another node was asked because of a doubt. Says nothing about the node.
     */
    ABANDONED
}
