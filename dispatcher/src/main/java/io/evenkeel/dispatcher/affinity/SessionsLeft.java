// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.table.SessionTable;

/**
 * Sessions that a node still has, and an estimate of the time until it has none, if it gets no new ones.
 *
 * <p>A session is expected to last as long as completed ones lasted in the mean, counted from its first request, and is
 * over when it has then been idle for the idle time. One that has lasted longer already is expected to have had its
 * last request. So the estimate is too short when somebody goes on for longer, or when a page asks by itself.
 *
 * @param active sessions that are not over
 * @param goneSeconds expected seconds until the last of them is over; 0 when there is none
 */
public record SessionsLeft(long active, long goneSeconds) {

    /** No session. */
    public static final SessionsLeft NONE = new SessionsLeft(0, 0);

    /**
     * Looks at every session of a table, without a lock.
     *
     * @param node key of the node
     * @param meanSeconds mean length of a session from its first request to its last; NaN when it is not known
     */
    static SessionsLeft of(SessionTable table, long node, double meanSeconds, int nowSeconds) {
        long length = Double.isNaN(meanSeconds) ? 0 : Math.round(meanSeconds);
        long[] found = new long[2];
        table.each(nowSeconds, (at, requests, idle, seconds) -> {
            if (at == node) {
                long goesOn = length - seconds - idle;
                found[0]++;
                found[1] = Math.max(found[1], (goesOn > 0 ? goesOn : -idle) + table.idleSeconds());
            }
        });
        return new SessionsLeft(found[0], found[1]);
    }
}
