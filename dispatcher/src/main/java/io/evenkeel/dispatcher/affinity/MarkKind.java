// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

/** Judgements on the mark by which a request tells its node. All but {@link #HOME} count as no mark. */
public enum MarkKind {

    /** The request has no mark. */
    NONE,

    /** The mark names a node. */
    HOME,

    /** The mark is malformed, cut short or too long, or its signature is wrong. */
    FORGED,

    /** The mark was good once. */
    EXPIRED,

    /** The request has several good marks of different nodes. */
    DOUBLED,

    /** The mark names a route that no node of the cluster has. */
    FOREIGN,

    /** The session is not remembered: it is too old, or began at another dispatcher. */
    UNKNOWN
}
