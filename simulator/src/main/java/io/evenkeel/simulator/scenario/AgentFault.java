// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The fault of the agents of a group.
 *
 * @param fromMs since the start of the run
 * @param parallelism parallelism that {@link Kind#IDLE} claims
 * @param tasks number of tasks that {@link Kind#ADDS} adds
 */
public record AgentFault(Kind kind, double fromMs, double parallelism, int tasks) {

    /** Ways in which an agent can be wrong. */
    public enum Kind {
        /** The agent says nothing. */
        MISSING,
        /** The agent repeats its last sample again and again, as if it were new. */
        FROZEN,
        /** The agent says that the server is idle and can do a lot at once. */
        IDLE,
        /** The agent adds to the requests in flight. */
        ADDS
    }

    public AgentFault {
        ScenarioChecks.zeroOrMore("agent from", fromMs);
        ScenarioChecks.that(parallelism >= 1 && parallelism <= 1e6, "agent k", "is from 1 to 1000000", parallelism);
        ScenarioChecks.between("agent tasks", tasks, 1, 1_000_000);
    }
}
