// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

/**
 * One session that is over. Times are of {@link System#nanoTime}.
 *
 * @param user number of the user, from 0; -1 for one who never got in
 * @param fromNs moment at which its first request was meant to be sent
 * @param endNs end of its last answer
 * @param requests that belonged to it
 */
public record FinishedSession(int user, long fromNs, long endNs, long requests, SessionEnd end) {}
