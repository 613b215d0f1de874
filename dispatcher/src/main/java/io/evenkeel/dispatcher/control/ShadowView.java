// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.node.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shadow and its choices so far, compared with the real ones.
 *
 * @param policy the shadow's policy
 * @param active the policy in force that it is compared with
 * @param configured true when it has the parameters of the configuration, as the policy in force; else it has the
 *     defaults
 * @param sinceMs start of the comparison, milliseconds since 1970; it starts again when the cluster gets another
 *     policy or starts over
 * @param compared choices that were shown to it
 * @param same number of them for which it chose the node that the task went to
 * @param held number of them for which it would have held the task in the queue; these do not count as the same
 * @param dropped choices that it was not shown, because it was too slow
 * @param failure reason why it has stopped for good; null while it runs
 * @param splits numbers of the compared choices by node
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
        List<ShadowSplit> splits,
        List<Difference> differences) {

    public ShadowView {
        splits = List.copyOf(splits);
        differences = List.copyOf(differences);
    }

    /**
     * The numbers of the compared choices that fall on a node.
     *
     * @param active by the policy in force
     * @param shadow by the shadow
     */
    public record ShadowSplit(String node, long active, long shadow) {}

    /**
     * A choice that the shadow would have made otherwise.
     *
     * @param node its choice; null when it would have held the task in the queue
     * @param opinions its opinion of each candidate of the decision, in their order
     */
    public record Difference(Decision decision, @Nullable String node, List<Opinion> opinions) {

        public Difference {
            opinions = List.copyOf(opinions);
        }
    }

    /**
     * The shadow's opinion of a node.
     *
     * @param score lower is better; NaN when it does not rank
     * @param rule reason for which it would pass over or avoid the node; empty when there is none
     */
    public record Opinion(double score, String rule) {}

    public long differed() {
        return compared - same;
    }

    /** Share of the compared choices that are the same; NaN while there are none. */
    public double sameShare() {
        return compared == 0 ? Double.NaN : (double) same / compared;
    }
}
