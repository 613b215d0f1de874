// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.node.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shadow and what it would have chosen so far.
 *
 * @param policy the shadow's policy
 * @param active the policy in force that it is compared with
 * @param configured true when it has the parameters of the configuration, as the policy in force; else it has the defaults
 * @param sinceMs when the comparison began, milliseconds since 1970; anew when the cluster got another policy or started over
 * @param compared choices that were shown to it
 * @param same for how many of them it chose the node that the task went to
 * @param held for how many it would have held the task in the queue; they are not the same
 * @param dropped choices that it was not shown because it could not keep up
 * @param failure why it has stopped for good; null while it runs
 * @param splits how the compared choices fall on the nodes, by name
 * @param differences the last recorded choices that it would have made otherwise, newest first
 */
public record ShadowView(
        String policy,
        String active,
        boolean configured,
        long sinceMs,
        long compared,
        long same,
        long held,
        long dropped,
        @Nullable String failure,
        List<Split> splits,
        List<Difference> differences) {

    public ShadowView {
        splits = List.copyOf(splits);
        differences = List.copyOf(differences);
    }

    /**
     * How many of the compared choices fall on a node.
     *
     * @param active by the policy in force
     * @param shadow by the shadow
     */
    public record Split(String node, long active, long shadow) {}

    /**
     * A choice that the shadow would have made otherwise.
     *
     * @param node its choice; null when it would have held the task in the queue
     * @param opinions what it thought of each candidate of the decision, in their order
     */
    public record Difference(Decision decision, @Nullable String node, List<Opinion> opinions) {

        public Difference {
            opinions = List.copyOf(opinions);
        }
    }

    /**
     * What the shadow thought of a node.
     *
     * @param score lower is better; NaN when it does not rank
     * @param rule why it would pass over the node or shy away from it; empty when there is nothing to say
     */
    public record Opinion(double score, String rule) {}

    public long differed() {
        return compared - same;
    }

    /** Share of the compared choices that are the same; NaN while there is none. */
    public double sameShare() {
        return compared == 0 ? Double.NaN : (double) same / compared;
    }
}
