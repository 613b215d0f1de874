// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;
import org.jspecify.annotations.Nullable;

/**
 * Users who wait for an answer before they ask again.
 *
 * <p>The first step of users comes at 0, the next {@code rampEveryMs} later; they leave at the same pace when measuring
 * has ended.
 *
 * @param users number of users when all are there
 * @param rampStep users that come, and leave, together
 * @param rampEveryMs time between two steps; 0 when all come at once
 * @param thinkMs time from an answer to the same user's next request
 * @param afterFailureMs pause instead of thinking when the request failed
 * @param sessionLength requests of one session; null when a user keeps one session
 */
public record ClosedLoad(
        int users,
        int rampStep,
        double rampEveryMs,
        Distribution thinkMs,
        double afterFailureMs,
        @Nullable Distribution sessionLength,
        NodeChoice affinity)
        implements LoadModel {

    public ClosedLoad {
        ScenarioChecks.between("users", users, 1, 1_000_000);
        ScenarioChecks.between("ramp step", rampStep, 1, 1_000_000);
        ScenarioChecks.zeroOrMore("ramp every", rampEveryMs);
        ScenarioChecks.zeroOrMore("after-failure", afterFailureMs);
    }

    @Override
    public double rampMs() {
        return ((users + rampStep - 1) / rampStep - 1) * rampEveryMs;
    }

    @Override
    public double rampDownMs() {
        return rampMs();
    }

    @Override
    public ClosedLoad withoutAffinity() {
        return new ClosedLoad(users, rampStep, rampEveryMs, thinkMs, afterFailureMs, sessionLength, NodeChoice.NONE);
    }

    ClosedLoad withUsers(int other) {
        return new ClosedLoad(other, rampStep, rampEveryMs, thinkMs, afterFailureMs, sessionLength, affinity);
    }
}
