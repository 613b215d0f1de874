// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One recorded choice, for people.
 *
 * @param atMs wall clock, milliseconds since 1970
 * @param policy name of the policy that chose
 * @param attempt 0 for the first attempt of the task
 * @param node the chosen node
 * @param home name of the node that had the task's session; {@code ?} when that left the cluster; empty when the task
 *     has none
 * @param homeRule what became of it, in the words {@code home}, {@code home full}, {@code home gone}, {@code home
 *     overloaded}, {@code home tried} and those of a replica; empty when the task has no home
 * @param candidates every member as it stood before the choice
 * @param trace the identifier of the trace that the task belongs to, 32 digits; empty for none
 */
public record Decision(
        long atMs,
        String policy,
        int attempt,
        String node,
        String home,
        String homeRule,
        List<Candidate> candidates,
        String trace) {

    /** A choice for a task without a trace. */
    public Decision(
            long atMs,
            String policy,
            int attempt,
            String node,
            String home,
            String homeRule,
            List<Candidate> candidates) {
        this(atMs, policy, attempt, node, home, homeRule, candidates, "");
    }

    public Decision {
        candidates = List.copyOf(candidates);
    }

    /** True when the task went to another node than the one that had its session. */
    public boolean moved() {
        return !home.isEmpty() && !home.equals(node);
    }

    /** The same with other candidates. */
    Decision with(List<Candidate> newCandidates) {
        return new Decision(atMs, policy, attempt, node, home, homeRule, newCandidates, trace);
    }

    /**
     * A node as it stood.
     *
     * @param eligible false when it was filtered out before the policy looked
     * @param score the figure that the policy ranked by, lower is better; NaN when it does not rank
     * @param sampleAgeMs age of the node's sample; -1 when there is none
     * @param othersInFlight tasks in the node that are not of this dispatcher, by its sample
     * @param vector the sample's figures of workers, queue, JDBC pool, heap and CPU, by column: {@code workersBusy},
     *     {@code heapShare}; what it does not say is left out
     * @param rule the rule that fired, in a few words: why the node was passed over, what the policy holds against it,
     *     or that it has the least score; empty when none did; of the chosen node never empty: why the policy took it
     */
    public record Candidate(
            String node,
            NodeState state,
            boolean eligible,
            int inFlight,
            int connections,
            double weight,
            double score,
            long sampleAgeMs,
            int othersInFlight,
            Map<String, Double> vector,
            String rule) {

        public Candidate {
            vector = vector.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(vector));
        }

        /** The same with the figures of its sample. */
        Candidate with(Map<String, Double> newVector) {
            return new Candidate(
                    node,
                    state,
                    eligible,
                    inFlight,
                    connections,
                    weight,
                    score,
                    sampleAgeMs,
                    othersInFlight,
                    newVector,
                    rule);
        }
    }
}
