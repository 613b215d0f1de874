// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

/** The demand on the servers. */
public sealed interface ServerDemand {

    /**
     * Arrivals that do not wait for answers.
     *
     * @param process a form of {@link io.evenkeel.simulator.chance.ArrivalProcess}, such as {@code poisson}
     */
    record Arrivals(double perSecond, String process) implements ServerDemand {}

    /**
     * Users who ask, get an answer, think, and ask again.
     *
     * @param users at the same time
     * @param think a form of {@link io.evenkeel.simulator.chance.Distribution}: time between an answer and the next
     *     request
     * @param length a form of the same: requests of a session, after which a new one begins on a new connection;
     *     empty for sessions without an end
     */
    record UserDemand(int users, String think, String length) implements ServerDemand {}
}
