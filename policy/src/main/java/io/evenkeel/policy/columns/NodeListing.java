// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.columns;

/** Says whether a node is listed and, where it is not, which rule of {@link NodeArrays} leaves it out: the first. */
public enum NodeListing {

    /** The node may be chosen. */
    LISTED,

    /** Some other node has a better {@link NodeRank}, or none that has one takes tasks at all. */
    OUTRANKED,

    /** A node of a lower group has the same rank. */
    BACKUP,

    /** The policy works on samples; the node has none, and another one has. */
    UNSAMPLED
}
