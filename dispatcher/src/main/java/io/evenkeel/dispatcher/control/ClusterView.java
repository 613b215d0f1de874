// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster at one moment.
 *
 * @param outSinceMs wall clock since which no node takes tasks by its state; 0 while one does
 * @param traffic of the cluster as a whole, including tasks that never reached a node
 */
public record ClusterView(
        String name, String policy, ClusterCounts counts, long outSinceMs, Traffic traffic, List<NodeView> nodes) {

    public ClusterView {
        nodes = List.copyOf(nodes);
    }

    /** A cluster of which it is not known since when it has been without a node, should it be. */
    public ClusterView(String name, String policy, ClusterCounts counts, Traffic traffic, List<NodeView> nodes) {
        this(name, policy, counts, 0, traffic, nodes);
    }

    /**
     * A node at one moment.
     *
     * @param reason of its state; null when there is nothing to say
     * @param span the time it has been in its state
     * @param upForMs since it last began to take tasks; says nothing while it takes none ({@link #takesTasks})
     * @param agent figures that its samples tell
     */
    public record NodeView(
            String name,
            String address,
            NodeState state,
            @Nullable String reason,
            StateSpan span,
            double weight,
            long upForMs,
            NodeCounts counts,
            Traffic traffic,
            AgentView agent) {

        /** A node of which it is not known how long it has been in its state. */
        public NodeView(
                String name,
                String address,
                NodeState state,
                @Nullable String reason,
                double weight,
                long upForMs,
                NodeCounts counts,
                Traffic traffic,
                AgentView agent) {
            this(name, address, state, reason, StateSpan.UNKNOWN, weight, upForMs, counts, traffic, agent);
        }

        /** True when the node takes tasks by its state, up or on probation. */
        public boolean takesTasks() {
            return state == NodeState.UP || state == NodeState.PROBING;
        }

        /**
         * The reason for which the node is not up, in words for people; empty for a node that is. Moments in it are
         * written as in {@code 2026-01-31T08:12:03Z}.
         */
        public String why() {
            String said = reason == null ? "" : reason;
            String again = span.untilMs() == 0 ? "" : "tried again at " + HealthLine.moment(span.untilMs());
            return switch (state) {
                case UP -> "";
                case DRAIN, MAINT -> span.by() == null ? said : "by " + span.by() + (said.isEmpty() ? "" : ": " + said);
                case DOWN -> said.isEmpty() ? "its check failed" : said;
                case EJECTED -> said + (said.isEmpty() || again.isEmpty() ? "" : "; ") + again;
                case PROBING -> said.isEmpty() ? "on probation" : "on probation after " + said;
                case SILENT -> said;
                case RESTING -> said + (said.isEmpty() || again.isEmpty() ? "" : "; ") + again;
            };
        }
    }
}
