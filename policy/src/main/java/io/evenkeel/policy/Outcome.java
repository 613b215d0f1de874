// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/** The end of a task on a node. */
public enum Outcome {
    /** The node answered, and not with a server error. */
    SUCCEEDED,
    /** The node could not be reached, died, stayed silent or answered with a server error (500, 502, 503, 504). */
    FAILED,
    /** The client went away first; says nothing about the node. */
    ABANDONED
}
