// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

/**
 * The application's sessions that a dispatcher has seen at a node, or at all nodes of a cluster.
 *
 * @param active sessions that are not over: their last request is not older than the idle time
 * @param began sessions that began since the start
 * @param completed sessions that were over since the start, by the idle time or by the application
 * @param requests of all completed sessions
 * @param seconds from the first request to the last, of all completed sessions
 */
public record SessionFigures(long active, long began, long completed, long requests, long seconds) {

    /** No session. */
    public static final SessionFigures NONE = new SessionFigures(0, 0, 0, 0, 0);

    /** The sum. */
    public SessionFigures plus(SessionFigures other) {
        return new SessionFigures(
                active + other.active,
                began + other.began,
                completed + other.completed,
                requests + other.requests,
                seconds + other.seconds);
    }

    /** Mean length of a completed session in requests; NaN when there was none. */
    public double meanRequests() {
        return completed == 0 ? Double.NaN : (double) requests / completed;
    }

    /** Mean length of a completed session in seconds; NaN when there was none. */
    public double meanSeconds() {
        return completed == 0 ? Double.NaN : (double) seconds / completed;
    }

    /** Mean time between two requests of a completed session in seconds, answer included; NaN when none had two. */
    public double meanThinkSeconds() {
        return requests <= completed ? Double.NaN : (double) seconds / (requests - completed);
    }
}
