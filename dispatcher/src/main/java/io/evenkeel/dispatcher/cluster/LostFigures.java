// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures and estimates that a cluster would lose with new settings, in words for people. */
final class LostFigures {

    private LostFigures() {}

    /**
     * A line for each loss. Waits for no policy.
     *
     * @param settings null when the cluster would leave
     */
    static List<String> of(Cluster present, @Nullable ClusterSettings settings) {
        String name = present.name();
        if (settings == null) {
            return List.of("cluster " + name + ": all figures and estimates, because it leaves");
        }
        if (settings.nodes().size() > present.table().capacity()) {
            return List.of("cluster " + name + ": figures and estimates of all nodes, because it has room for "
                    + present.table().capacity() + " and is made again. What administrators told them stays");
        }
        List<String> lines = new ArrayList<>();
        String now = present.settings().policy().name();
        if (!now.equals(settings.policy().name())) {
            lines.add("cluster " + name + ": what the policy " + now + " has learned of the nodes; "
                    + settings.policy().name()
                    + " begins with none of it. States, orders, counters and tasks in flight stay");
        }
        int segments = present.settings().requestClasses();
        if (segments > 0 && settings.requestClasses() > 0 && segments != settings.requestClasses()) {
            lines.add("cluster " + name + ": figures of its classes of requests, because " + settings.requestClasses()
                    + " segments of the path distinguish them instead of " + segments);
        }
        MemberChanges changes = MemberChanges.of(present.nodes(), settings);
        for (Node node : present.nodes()) {
            if (!changes.stays(node)) {
                boolean moves = changes.wanted().containsKey(node.name());
                lines.add("node " + node + ": its figures and estimates, because it "
                        + (moves ? "gets another address" : "leaves"));
            }
        }
        return lines;
    }
}
