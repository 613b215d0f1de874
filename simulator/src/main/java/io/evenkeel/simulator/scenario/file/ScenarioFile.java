// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.simulator.scenario.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as it stands in a file.
 *
 * @param policies the policies to compare unless others are named; as in {@code --policy}
 * @param weighted policies that are told the servers' weights; null when all are
 * @param withoutAffinity policies that choose a node for each request, whatever the affinity of the load
 * @param goals conditions that must hold for policies that were run
 * @param text the file, for people to copy
 */
public record ScenarioFile(
        Scenario scenario,
        List<String> policies,
        @Nullable List<String> weighted,
        List<String> withoutAffinity,
        List<ScenarioGoal> goals,
        String text) {

    public ScenarioFile {
        policies = List.copyOf(policies);
        weighted = weighted == null ? null : List.copyOf(weighted);
        withoutAffinity = List.copyOf(withoutAffinity);
        goals = List.copyOf(goals);
    }

    /** The same with another number of users; see {@link Scenario#withUsers}. */
    public ScenarioFile withUsers(int users) {
        return new ScenarioFile(scenario.withUsers(users), policies, weighted, withoutAffinity, goals, text);
    }

    /** The same with other goals. */
    public ScenarioFile withGoals(List<ScenarioGoal> other) {
        return new ScenarioFile(scenario, policies, weighted, withoutAffinity, other, text);
    }

    /**
     * The scenario as shown to a policy of this name: the scenario itself, or without weights if the policy is not told
     * them, and without affinity if it is to choose for each request.
     */
    public Scenario scenarioFor(String policy) {
        Scenario shown = weighted == null || weighted.contains(policy) ? scenario : scenario.withoutWeights();
        return withoutAffinity.contains(policy) ? shown.withoutAffinity() : shown;
    }
}
