// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/**
 * The sessions that a dispatcher still has at a node which takes no new ones.
 *
 * @param key of the node
 * @param sessions that are not over
 * @param goneSeconds until the last of them is expected to be over
 */
public record NodeLeft(long key, int sessions, int goneSeconds) {

    /** Of a cluster, at most; each is counted by a look at every session. */
    public static final int MOST = 16;
}
