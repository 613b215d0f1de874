// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.theory.ClosedNetwork;
import io.evenkeel.planner.theory.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Nodes that are alike, and the needs of one request on one of them.
 *
 * <p>A request takes a worker for all its time, needs the processors, then a JDBC connection, for which it waits while
 * it keeps its worker, and some time in which it needs neither. One that finds no worker waits in the queue; one that
 * finds the queue full is refused.
 *
 * @param name for tables
 * @param count number of nodes, 1 or more
 * @param cpuMs processor time, 0 or more
 * @param cores 1 or more
 * @param jdbcMs time that it holds a connection, 0 or more
 * @param jdbc connections; {@link #ANY} when they never bind
 * @param otherMs time for which it needs neither, 0 or more
 * @param workers threads; {@link #ANY} when they never bind
 * @param queue requests that may wait for a worker; {@link #ANY} = without bound
 * @param variation standard deviation / mean of the service time: 0 constant, 1 exponential
 */
public record NodeKind(
        String name,
        int count,
        double cpuMs,
        int cores,
        double jdbcMs,
        int jdbc,
        double otherMs,
        int workers,
        int queue,
        double variation) {

    /** No limit: as many as are wanted. */
    public static final int ANY = Resource.DELAY;

    /** Requests in a node without a limit of workers that are told apart; more than that find it saturated. */
    private static final int MOST_INSIDE = 400;

    public NodeKind {
        need(count >= 1, name, "count", "1 or more", count);
        need(cpuMs >= 0, name, "cpu-ms", "0 or more", cpuMs);
        need(cores >= 1, name, "cores", "1 or more", cores);
        need(jdbcMs >= 0, name, "jdbc-ms", "0 or more", jdbcMs);
        need(jdbc >= 1, name, "jdbc", "1 or more", jdbc);
        need(otherMs >= 0, name, "other-ms", "0 or more", otherMs);
        need(workers >= 1, name, "workers", "1 or more", workers);
        need(queue >= 0, name, "queue", "0 or more", queue);
        need(variation >= 0 && variation <= 100, name, "variation", "0 to 100", variation);
        need(cpuMs + jdbcMs + otherMs > 0, name, "cpu-ms, jdbc-ms or other-ms", "above 0", cpuMs);
        need(Double.isFinite(cpuMs + jdbcMs + otherMs), name, "its times", "numbers", cpuMs + jdbcMs + otherMs);
        need(
                cpuMs > 0 || (jdbcMs > 0 && jdbc != ANY) || workers != ANY,
                name,
                "cpu-ms",
                "above 0, because without it, a JDBC pool or workers nothing bounds the node",
                cpuMs);
    }

    private static void need(boolean holds, String name, String what, String rule, Object is) {
        if (!holds) {
            throw new PlanException("node kind '" + name + "': " + what + " must be " + rule + ", not " + is);
        }
    }

    /** A server that does one request at a time. */
    public static NodeKind single(double serviceMs, int count) {
        return new NodeKind("node", count, serviceMs, 1, 0, ANY, 0, ANY, ANY, 1);
    }

    /** The same, another number of them. */
    public NodeKind times(int newCount) {
        return new NodeKind(name, newCount, cpuMs, cores, jdbcMs, jdbc, otherMs, workers, queue, variation);
    }

    /** Processors, JDBC pool and everything else, as far as they are needed. */
    public List<Resource> resources() {
        List<Resource> resources = new ArrayList<>();
        if (cpuMs > 0) {
            resources.add(new Resource("cpu", cpuMs, cores));
        }
        if (jdbcMs > 0) {
            resources.add(new Resource("jdbc", jdbcMs, jdbc));
        }
        if (otherMs > 0) {
            resources.add(new Resource("other", otherMs, ANY));
        }
        return resources;
    }

    /** Time of a request that meets no other, R0. */
    public double demandMs() {
        return cpuMs + jdbcMs + otherMs;
    }

    /** Time for which a request keeps the bottleneck busy, θ; the workers may be the bottleneck. */
    public double bottleneckMs() {
        double workersMs = workers == ANY ? 0 : demandMs() / workers;
        return Math.max(workersMs, new ClosedNetwork(resources()).bottleneckMs());
    }

    /** True when a resource is its bottleneck. */
    boolean isBoundBy(String resource) {
        return resources().stream()
                .anyMatch(each -> each.name().equals(resource) && each.bottleneckMs() >= bottleneckMs() * (1 - 1e-9));
    }

    /** Requests per second that one node can do at most, 1/θ. */
    public double capacityPerSecond() {
        return 1000 / bottleneckMs();
    }

    /** Requests that one node works on at once without slowing down, k = R0/θ as a whole number. */
    public int parallelism() {
        return Math.max(1, (int) Math.round(demandMs() / bottleneckMs()));
    }

    /** True when it has pools or bounds that the simple formulas do not know. */
    public boolean hasPools() {
        return workers != ANY || jdbcMs > 0;
    }

    /** Requests that may be in one node; {@link #ANY} = without bound. */
    public int room() {
        return workers == ANY || queue == ANY ? ANY : workers + queue;
    }

    /**
     * Throughput of one node with 0, 1, … requests that have a worker, per millisecond; flow-equivalent, exact for
     * exponential times.
     */
    double[] ratesPerMs() {
        if (workers != ANY) {
            return new ClosedNetwork(resources()).throughputsPerMs(workers);
        }
        double[] rates = new ClosedNetwork(resources()).throughputsPerMs(MOST_INSIDE);
        int last = MOST_INSIDE;
        while (last > 1 && rates[last - 1] > rates[MOST_INSIDE] * (1 - 1e-9)) {
            last--;
        }
        return Arrays.copyOf(rates, last + 1);
    }

    /** The same with twice as much of a resource: {@code cpu}, {@code jdbc} or {@code workers}. */
    public NodeKind doubled(String resource) {
        return new NodeKind(
                name,
                count,
                cpuMs,
                resource.equals("cpu") ? 2 * cores : cores,
                jdbcMs,
                resource.equals("jdbc") && jdbc != ANY ? 2 * jdbc : jdbc,
                otherMs,
                resource.equals("workers") && workers != ANY ? 2 * workers : workers,
                queue,
                variation);
    }
}
