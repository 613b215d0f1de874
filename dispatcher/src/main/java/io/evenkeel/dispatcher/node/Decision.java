// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import java.util.List;

/**
 * One recorded choice, for people.
 *
 * @param atMs wall clock, milliseconds since 1970
 * @param policy name of the policy that chose
 * @param attempt 0 for the first try of the task
 * @param node the chosen node
 * @param candidates every member as it stood before the choice
 */
public record Decision(long atMs, String policy, int attempt, String node, List<Candidate> candidates) {

    public Decision {
        candidates = List.copyOf(candidates);
    }

    /**
     * A node as it stood.
     *
     * @param eligible false when it was filtered out before the policy looked
     * @param score what the policy ranked by, lower is better; NaN when it does not rank
     * @param sampleAgeMs age of the node's sample; -1 when there is none
     */
    public record Candidate(
            String node,
            NodeState state,
            boolean eligible,
            int inFlight,
            int connections,
            double weight,
            double score,
            long sampleAgeMs) {}
}
