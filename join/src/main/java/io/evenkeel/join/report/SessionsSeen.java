// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/**
 * The sessions of a cluster that a dispatcher sees.
 *
 * @param running sessions that run, as its admission estimates; 0 when it admits all
 * @param thinkMs their mean think time
 * @param completed sessions that were over since its start
 * @param requests of all of them
 * @param seconds from the first request to the last, of all of them
 */
public record SessionsSeen(int running, int thinkMs, long completed, long requests, long seconds) {

    /** None. */
    public static final SessionsSeen NONE = new SessionsSeen(0, 0, 0, 0, 0);
}
