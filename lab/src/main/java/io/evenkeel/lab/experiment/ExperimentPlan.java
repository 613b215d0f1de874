// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What of an experiment is to be run.
 *
 * @param users who wait for an answer and ask again at once
 * @param repeats runs of each cell
 * @param seed of the first repeat's users; the second repeat's is one more. All policies meet the same users
 */
public record ExperimentPlan(
        List<Scenario> scenarios, List<String> policies, int users, Pace pace, int repeats, long seed) {

    public ExperimentPlan {
        scenarios = List.copyOf(scenarios);
        policies = List.copyOf(policies);
        if (users < 1 || repeats < 1) {
            throw new IllegalArgumentException("an experiment has users and is run at least once");
        }
    }

    /** The policies in the order of a repeat: each begins one place further on, so that none is always the first. */
    List<String> order(int repeat) {
        List<String> order = new ArrayList<>(policies);
        Collections.rotate(order, -(repeat % policies.size()));
        return order;
    }
}
