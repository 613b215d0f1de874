// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * A cluster {@code big} of a thousand nodes that report everything, and two small ones; a test moves them. Any thread.
 */
public final class Thousand implements Supplier<List<ClusterView>> {

    public static final int NODES = 1000;

    private static final List<String> SMALL = List.of("small", "spare");
    private static final int SMALL_NODES = 20;

    public final Meters meters = new Meters(1);

    /** By number of the node in the big cluster. */
    public final AtomicIntegerArray inFlight = new AtomicIntegerArray(NODES);

    /** Nodes of the big cluster that are down. */
    public final Set<Integer> down = ConcurrentHashMap.newKeySet();

    /** Nodes of the big cluster that fail half of their tasks. */
    public final Set<Integer> failing = ConcurrentHashMap.newKeySet();

    public final AtomicIntegerArray cpu = new AtomicIntegerArray(NODES);

    /** The name of a node of the big cluster, such as {@code app-007}. */
    public static String name(int node) {
        return String.format("app-%03d", node);
    }

    /** Lets every node of the big cluster finish tasks and use its processor, by a rule that changes with each beat. */
    public void beat(int beat) {
        for (int node = 0; node < NODES; node++) {
            inFlight.set(node, (node * 7 + beat * 13) % 40);
            cpu.set(node, (node * 31 + beat * 17) % 100);
            for (int task = 0; task < 5; task++) {
                long ns = 1_000_000L + (node * 977L + beat * 131L + task * 17L) % 60 * 1_000_000;
                boolean fails = failing.contains(node) && task % 2 == 0;
                meters.meter("big", 0).finished(node, fails ? 500 : 200, fails, 1000, 2000, ns, ns + 3000, 800, 9000);
            }
        }
    }

    @Override
    public List<ClusterView> get() {
        List<ClusterView> clusters = new ArrayList<>();
        List<NodeView> nodes = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            nodes.add(node("big", node, name(node), inFlight.get(node), cpu.get(node)));
        }
        clusters.add(view("big", nodes));
        for (String small : SMALL) {
            List<NodeView> few = new ArrayList<>();
            for (int node = 0; node < SMALL_NODES; node++) {
                few.add(node(small, node, small + "-" + node, 0, 0));
            }
            clusters.add(view(small, few));
        }
        return clusters;
    }

    private ClusterView view(String name, List<NodeView> nodes) {
        return new ClusterView(
                name,
                "headroom",
                new ClusterCounts(0, 0, 0, (int) nodes.stream()
                        .filter(node -> node.state() == NodeState.UP)
                        .count()),
                meters.cluster(name),
                nodes);
    }

    private NodeView node(String cluster, int slot, String name, int tasks, int cpuUsed) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            figures.put(metric.title(), 10.0);
        }
        figures.put("OS_CPU_USED%", (double) cpuUsed);
        boolean isDown = cluster.equals("big") && down.contains(slot);
        return new NodeView(
                name,
                "10.0." + slot / 250 + "." + slot % 250 + ":8080",
                isDown ? NodeState.DOWN : slot % 100 == 99 ? NodeState.DRAIN : NodeState.UP,
                isDown ? "check failed: connection refused" : null,
                1,
                61_000,
                new NodeCounts(tasks, tasks, 50, 100, 90, 5, 5),
                meters.node(cluster, slot),
                new AgentView(
                        AgentState.REPORTING,
                        null,
                        120,
                        SampleSource.PULL,
                        7,
                        3,
                        figures,
                        Map.of(SampleSource.PULL, 7L),
                        Map.of(),
                        0,
                        3));
    }
}
