// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import org.HdrHistogram.Histogram;

/**
 * The sessions of a load in a period; a session belongs to the period in which it ends. The third paper's measure is
 * the rate of completed ones.
 *
 * @param completed sessions whose visitor came to the end, with every page there
 * @param aborted sessions that a failed request ended
 * @param turnedAway those of the aborted whose first request failed: the server never took them in
 * @param broken sessions that the server lost: it replaced the session cookie or threw the visitor out
 * @param unfinished sessions that lasted when the load ended
 * @param meanRequests mean number of requests of a completed session; 0 without one
 * @param timeUs times of completed sessions, from the moment the first request was meant to be sent to the end of the
 *     last answer, with the think times between; a copy
 */
public record UserSessions(
        long completed,
        long aborted,
        long turnedAway,
        long broken,
        long unfinished,
        double meanRequests,
        Histogram timeUs) {

    /** No session. */
    public static UserSessions none() {
        return new UserSessions(0, 0, 0, 0, 0, 0, new Histogram(3));
    }

    /** All sessions that came to an end before the load did. */
    public long ended() {
        return completed + aborted + broken;
    }
}
