// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.load.Ramp;
import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One measured run: users come as the ramp says, and everything is measured from when all are there.
 *
 * @param users clients that ask again as soon as they have an answer
 * @param session number of requests after which another user comes, on a new connection; null for users who stay
 * @param hold the measured time
 * @param seed of what they do
 */
public record Trial(
        FrontSettings front, int users, @Nullable Distribution session, Ramp ramp, Duration hold, long seed) {

    /** The time from the first user to the last. */
    Duration wayUp() {
        return users == 0 ? Duration.ZERO : ramp.arrival(users - 1);
    }
}
