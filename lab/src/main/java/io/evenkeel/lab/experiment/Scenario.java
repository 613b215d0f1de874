// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.server.NodePlan;
import java.util.List;

/**
 * An environment that policies are compared in.
 *
 * @param name as in the surface, {@code jqostd-heap}
 * @param what differs between its nodes, in words
 */
public record Scenario(String name, String what, List<NodePlan> nodes) {

    public Scenario {
        nodes = List.copyOf(nodes);
    }

    /** Whether a user means this scenario: the whole name or what follows the experiment's. */
    public boolean isCalled(String word) {
        return name.equals(word) || name.substring(name.indexOf('-') + 1).equals(word);
    }

    /** Whether all nodes have the same capacity. */
    boolean isEven() {
        return nodes.stream().map(NodePlan::capacity).distinct().count() == 1;
    }
}
