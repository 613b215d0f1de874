// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * A neighbour on the same machine that comes and goes and takes processor time.
 *
 * @param on share of the group's servers that have one, 0 to 1; the first of the group
 * @param minShare least share of the processor it takes, 0 to 1; drawn again, uniformly, each time it comes
 * @param maxShare most it takes
 * @param onMs mean time it stays, exponential
 * @param offMs mean time it is away, exponential
 */
public record Antagonist(double on, double minShare, double maxShare, double onMs, double offMs) {

    public Antagonist {
        ScenarioChecks.share("antagonist servers", on);
        ScenarioChecks.share("antagonist takes", minShare);
        ScenarioChecks.share("antagonist takes", maxShare);
        ScenarioChecks.that(
                minShare <= maxShare && maxShare < 1, "antagonist takes", "goes from less to more, below 1", maxShare);
        ScenarioChecks.aboveZero("antagonist stays", onMs);
        ScenarioChecks.aboveZero("antagonist away", offMs);
    }
}
