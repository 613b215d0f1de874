// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;

/**
 * The reason for which one request went to its node.
 *
 * @param second time since the run's first request, s
 * @param node the node that it went to
 * @param options every node as it stood before the choice
 */
public record ChoiceReason(double second, String node, List<Option> options) {

    public ChoiceReason {
        options = List.copyOf(options);
    }

    /**
     * A node that could have been chosen.
     *
     * @param score figure by which the policy ranked, lower is better; NaN when it does not rank
     * @param inFlight tasks there
     * @param sampleAgeMs -1 without a sample
     * @param says known facts about it, and the rule that fired, in words
     */
    public record Option(String node, double score, int inFlight, long sampleAgeMs, String says) {}
}
