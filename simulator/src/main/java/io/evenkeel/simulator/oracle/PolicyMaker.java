// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.oracle;

import io.evenkeel.policy.Policy;
import io.evenkeel.simulator.scenario.Scenario;
import java.util.random.RandomGenerator;

/** Makes the policy of each dispatcher of a run. */
public interface PolicyMaker {

    /**
     * A new policy for the nodes of a scenario.
     *
     * @param states the real state of the servers, which no dispatcher can know; for bounds
     */
    Policy make(Scenario scenario, RandomGenerator random, ServerStates states);

    /** True when nodes without a sample are passed over while others have one. */
    boolean needsSamples();

    /**
     * True when all requests go through one dispatcher whose queue has no end, whatever the scenario says: for bounds.
     */
    boolean central();
}
