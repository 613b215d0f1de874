// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.scenario.OpenLoad.RateUnit;

/**
 * A change of an open load's rate.
 *
 * @param atMs time since the start of the run
 * @param rate rate from then on, in requests per second or as a share of the cluster's capacity
 * @param unit unit of the rate
 */
public record RateStep(double atMs, double rate, RateUnit unit) {

    public RateStep {
        ScenarioChecks.aboveZero("step at", atMs);
        ScenarioChecks.aboveZero("step rate", rate);
    }
}
