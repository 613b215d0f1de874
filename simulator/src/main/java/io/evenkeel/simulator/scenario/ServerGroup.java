// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of equal servers.
 *
 * <p>A request takes a worker for all its time in the server, first computes, then holds a connection to the database.
 * One that finds no worker waits in the queue; one that finds the queue full is refused.
 *
 * @param name name of the group, for tables and errors
 * @param count servers
 * @param cores number of cores that compute at the same time
 * @param speed speed of a core; at 2.0 work takes half its time
 * @param workers requests served at the same time
 * @param queue requests that wait for a worker; one more is refused
 * @param jdbc connections to the database; 0 when the pool never binds
 * @param heap heap of a server; null when memory is never short
 * @param weight weight that an administrator gave
 * @param limit requests in flight that all dispatchers together give to one of these servers; 0 for no limit
 * @param order order in which cores serve
 * @param antagonist a neighbour that steals processor time; null for none
 * @param failing periods in which these servers answer errors
 * @param behaviour warming up, slow times, pauses, and what is wrong with agents
 * @param holdings the part of the content that they have at hand
 */
public record ServerGroup(
        String name,
        int count,
        int cores,
        double speed,
        int workers,
        int queue,
        int jdbc,
        @Nullable HeapModel heap,
        double weight,
        int limit,
        Order order,
        @Nullable Antagonist antagonist,
        List<Failing> failing,
        TimedBehaviour behaviour,
        Holdings holdings) {

    /** The order of service when more requests compute than there are cores. */
    public enum Order {
        /** All of them, with equal shares of all cores. */
        PROCESSOR_SHARING,
        /** One for each core, in the order they came. */
        FIFO
    }

    public ServerGroup {
        failing = List.copyOf(failing);
        ScenarioChecks.between("count", count, 1, 100_000);
        ScenarioChecks.between("cores", cores, 1, 1024);
        ScenarioChecks.aboveZero("speed", speed);
        ScenarioChecks.between("workers", workers, 1, 1_000_000);
        ScenarioChecks.between("queue", queue, 0, 1_000_000);
        ScenarioChecks.between("jdbc", jdbc, 0, 1_000_000);
        ScenarioChecks.aboveZero("weight", weight);
        ScenarioChecks.between("limit", limit, 0, 1_000_000);
    }

    /** Servers that are as fast and as reliable at any time. */
    public ServerGroup(
            String name,
            int count,
            int cores,
            double speed,
            int workers,
            int queue,
            int jdbc,
            @Nullable HeapModel heap,
            double weight,
            int limit,
            Order order,
            @Nullable Antagonist antagonist,
            List<Failing> failing) {
        this(
                name,
                count,
                cores,
                speed,
                workers,
                queue,
                jdbc,
                heap,
                weight,
                limit,
                order,
                antagonist,
                failing,
                TimedBehaviour.NONE,
                Holdings.NONE);
    }

    /** Servers without anything special. */
    public static ServerGroup plain(String name, int count, int cores, double speed, int workers, int queue) {
        return new ServerGroup(
                name, count, cores, speed, workers, queue, 0, null, 1, 0, Order.PROCESSOR_SHARING, null, List.of());
    }

    ServerGroup withWeight(double other) {
        return new ServerGroup(
                name,
                count,
                cores,
                speed,
                workers,
                queue,
                jdbc,
                heap,
                other,
                limit,
                order,
                antagonist,
                failing,
                behaviour,
                holdings);
    }

    /** Time after which a request that arrives at a moment gets an error, in milliseconds; -1 when it gets none. */
    public double errorAfterMs(long atNs) {
        for (int i = 0; i < failing.size(); i++) {
            if (failing.get(i).includes(atNs)) {
                return failing.get(i).afterMs();
            }
        }
        return -1;
    }

    /** Requests per second that one of these servers can do at most; see {@link Scenario#capacityPerSecond()}. */
    public double capacityPerSecond(WorkModel work) {
        double cpuMs = work.meanCpuMs() / speed;
        double jdbcMs = work.meanJdbcMs();
        double perMs = Math.min(cores / cpuMs, workers / (cpuMs + jdbcMs + work.meanKeptMs()));
        return 1000 * (jdbc == 0 || jdbcMs == 0 ? perMs : Math.min(perMs, jdbc / jdbcMs));
    }
}
