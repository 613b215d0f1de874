// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/**
 * Told of every session that begins, moves or ends in a {@link SessionTable}.
 *
 * <p>Threads: the one whose call caused it, while it holds a lock of the table. An observer counts and returns; it must
 * not call the table.
 */
public interface SessionObserver {

    /**
     * A new session.
     *
     * @param node the key of its node
     */
    void began(long node);

    /**
     * A session with another node from now on.
     *
     * @param from key of the node that it had
     * @param to key of its new node
     */
    void moved(long from, long to);

    /**
     * The end of a session.
     *
     * @param node key of its last node
     * @param requests 1 to 1,048,575; a session with more has this number
     * @param seconds from its first request to its last, 0 to 2,097,152 (24 days)
     */
    void ended(long node, int requests, int seconds, SessionEndReason end);
}
