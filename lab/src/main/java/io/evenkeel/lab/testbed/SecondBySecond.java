// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.lab.experiment.Moment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The time series of a cluster's nodes: what each was like, second after second. For one thread. */
final class SecondBySecond {

    private static final String PERCENT = "%";

    /** Figures of a sample by their names in a series; those in parts of a hundred become shares. */
    private static final Map<String, String> SAMPLED = Map.of(
            "workersBusy", "AMX_CONNS_Q_THRBSY",
            "queueUsed", "AMX_CONNS_QD",
            "jdbcActive", "AMX_JDBC_ACTC",
            "heapShare", "JVM_HEAP_USED%",
            "cpuShare", "OS_CPU_USED%");

    private static final List<String> ORDER =
            List.of("workersBusy", "queueUsed", "jdbcActive", "heapShare", "cpuShare");

    private final List<Moment> moments = new ArrayList<>();
    private ClusterView before;
    private double beforeSecond;

    SecondBySecond(ClusterView first) {
        this.before = first;
    }

    void add(double second, ClusterView now) {
        long all = 0;
        for (int i = 0; i < now.nodes().size(); i++) {
            all += selections(now, i);
        }
        double seconds = second - beforeSecond;
        for (int i = 0; i < now.nodes().size(); i++) {
            NodeView node = now.nodes().get(i);
            Map<String, Double> values = new LinkedHashMap<>();
            values.put("selectionsPerSecond", selections(now, i) / seconds);
            if (all > 0) {
                values.put("share", (double) selections(now, i) / all);
            }
            values.put("inFlight", (double) node.counts().inFlight());
            Map<String, Double> sampled = node.agent().figures();
            for (String name : ORDER) {
                String metric = SAMPLED.getOrDefault(name, "");
                Double value = sampled.get(metric);
                if (value != null) {
                    values.put(name, metric.endsWith(PERCENT) ? value / 100 : value);
                }
            }
            if (node.agent().ageMs() >= 0) {
                values.put("sampleAgeMs", (double) node.agent().ageMs());
            }
            moments.add(new Moment(second, node.name(), values));
        }
        before = now;
        beforeSecond = second;
    }

    private long selections(ClusterView now, int node) {
        return now.nodes().get(node).counts().started()
                - before.nodes().get(node).counts().started();
    }

    List<Moment> moments() {
        return List.copyOf(moments);
    }
}
