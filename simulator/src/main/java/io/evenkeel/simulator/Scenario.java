// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import java.util.List;

/**
 * A cluster and its load: Poisson arrivals, exponential amounts of work.
 *
 * @param nodes the nodes, slot 0 first
 * @param arrivalsPerS mean tasks per second for the whole cluster
 * @param meanServiceMs mean time of a task that has a node of speed 1 to itself
 * @param tasks tasks that are measured
 * @param warmUp tasks before those, not measured
 * @param seed of arrivals, work and the policy's chance
 */
public record Scenario(
        List<ServerModel> nodes, double arrivalsPerS, double meanServiceMs, int tasks, int warmUp, long seed) {

    public Scenario {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty() || !(arrivalsPerS > 0) || !(meanServiceMs > 0) || tasks < 1 || warmUp < 0) {
            throw new IllegalArgumentException("a scenario needs nodes, arrivals, work and tasks");
        }
    }

    /** A scenario in which work arrives at a share of what all nodes together can do. */
    public static Scenario atLoad(double share, List<ServerModel> nodes, double meanServiceMs, int tasks, long seed) {
        double speed = nodes.stream().mapToDouble(ServerModel::speed).sum();
        return new Scenario(nodes, share * speed * 1000 / meanServiceMs, meanServiceMs, tasks, tasks / 10, seed);
    }
}
