// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour in time of a group's servers that a plain server does not have.
 *
 * @param cold the way they become warm; null when they are warm from the start
 * @param slowPeriods times in which they are slower or stand still; each by itself
 * @param agentFault the fault of their agents; null for none
 */
public record TimedBehaviour(
        @Nullable Warming cold,
        List<SlowPeriod> slowPeriods,
        @Nullable AgentFault agentFault) {

    /** The behaviour of a plain server. */
    public static final TimedBehaviour NONE = new TimedBehaviour(null, List.of(), null);

    public TimedBehaviour {
        slowPeriods = List.copyOf(slowPeriods);
    }
}
