// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.server.ServerType;
import java.util.List;

/**
 * The part of an experiment that is to be run, and its settings.
 *
 * @param users or sessions at once; 0 for the experiment's own
 * @param scenarios by either of their names; empty for all
 * @param policies by name; empty for the experiment's own
 * @param variants by name; empty for all
 * @param repeats runs of each cell, at least 1
 * @param seed of the first repeat; the second repeat's is one more. All cells of a repeat have the same seed, so
 *     that all policies meet the same users
 * @param server that carries the application where the experiment leaves a choice
 */
public record ExperimentChoice(
        Pace pace,
        int users,
        List<String> scenarios,
        List<String> policies,
        List<String> variants,
        int repeats,
        long seed,
        ServerType server) {

    public ExperimentChoice {
        scenarios = List.copyOf(scenarios);
        policies = List.copyOf(policies);
        variants = List.copyOf(variants);
        if (users < 0 || repeats < 1) {
            throw new IllegalArgumentException("an experiment has users and is run at least once");
        }
    }

    /** All of an experiment once, at a pace. */
    public static ExperimentChoice all(Pace pace) {
        return new ExperimentChoice(pace, 0, List.of(), List.of(), List.of(), 1, 1, ServerType.TOMCAT);
    }

    /** The same with only these scenarios and policies. */
    public ExperimentChoice only(List<String> chosenScenarios, List<String> chosenPolicies) {
        return new ExperimentChoice(pace, users, chosenScenarios, chosenPolicies, variants, repeats, seed, server);
    }

    /** The same with so many repeats and this seed. */
    public ExperimentChoice repeated(int times, long firstSeed) {
        return new ExperimentChoice(pace, users, scenarios, policies, variants, times, firstSeed, server);
    }

    /** Users, or the experiment's own number of them when none was chosen. */
    public int usersOr(int own) {
        return users == 0 ? own : users;
    }

    /** The names of those of an experiment's scenarios that are to be run, in its order. */
    public List<String> wanted(List<ExperimentScenario> all) {
        return all.stream()
                .filter(each -> scenarios.isEmpty() || scenarios.stream().anyMatch(each::isCalled))
                .map(ExperimentScenario::name)
                .toList();
    }

    /** True when a variant is to be run. */
    public boolean wantsVariant(String variant) {
        return variants.isEmpty() || variants.contains(variant);
    }

    /** The seed of a repeat, counted from 0. */
    public long seed(int repeat) {
        return seed + repeat;
    }
}
