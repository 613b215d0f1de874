// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.time.Duration;

/**
 * The end of a load, and its resources.
 *
 * @param longest time after which no request is sent
 * @param requests that are sent in all, at most
 * @param threads that send and receive
 * @param seed of everything that is drawn
 */
public record Limits(Duration longest, long requests, int threads, long seed) {

    public Limits {
        if (longest.isNegative() || requests < 1 || threads < 1 || threads > 64) {
            throw new IllegalArgumentException("a load has an end, at least one request and 1 to 64 threads");
        }
    }

    /** An end by time alone, on one thread. */
    public static Limits of(Duration longest, long seed) {
        return new Limits(longest, Long.MAX_VALUE, 1, seed);
    }
}
