// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.dispatcher.control.ClusterView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How old the samples were that the dispatcher knew its nodes by, looked up now and then. For one thread. */
final class SampleAges {

    private final Map<String, List<Double>> agesMs = new LinkedHashMap<>();

    /** Takes a look; a node without a sample is passed over. */
    void look(ClusterView cluster) {
        for (ClusterView.NodeView node : cluster.nodes()) {
            if (node.agent().ageMs() >= 0) {
                agesMs.computeIfAbsent(node.name(), name -> new ArrayList<>())
                        .add((double) node.agent().ageMs());
            }
        }
    }

    /** The median age by node, ms. */
    Map<String, Double> medians() {
        Map<String, Double> medians = new LinkedHashMap<>();
        agesMs.forEach((node, ages) -> medians.put(node, Medians.of(ages)));
        return medians;
    }
}
