// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

/**
 * Sessions of a cluster as one dispatcher tells them another. Arrays have an entry for each session, and are not
 * changed.
 *
 * @param high first halves of their keys; a key is the hash of a session that all dispatchers with a cluster key have
 * @param low second halves
 * @param nodes keys of their nodes; 0 for a session that its application has ended
 * @param ages seconds since the session was given this node, at least 0
 * @param idles seconds since its last request, at least 0
 */
@SuppressWarnings("ArrayRecordComponent")
public record ToldSessions(String cluster, long[] high, long[] low, long[] nodes, int[] ages, int[] idles) {

    /** The most sessions that are told at once. */
    public static final int MOST = 4_096;

    public int size() {
        return high.length;
    }
}
