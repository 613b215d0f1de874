// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import org.jspecify.annotations.Nullable;

/**
 * The figures that people give for a node, where null is not given. A service time alone is processor time; beside
 * other times it is all of it, and the rest is neither processor nor JDBC.
 */
public record GivenFigures(
        @Nullable Double serviceMs,
        @Nullable Double cpuMs,
        @Nullable Integer cores,
        @Nullable Double jdbcMs,
        @Nullable Integer jdbc,
        @Nullable Double otherMs,
        @Nullable Integer workers,
        @Nullable Integer queue,
        @Nullable Double variation) {

    /** True when anything was given. */
    public boolean isEmpty() {
        return equals(new GivenFigures(null, null, null, null, null, null, null, null, null));
    }

    /**
     * Nodes like that.
     *
     * @throws PlanException when it makes no sense
     */
    public NodeKind kind(String name, int count) {
        double jdbcTime = or(jdbcMs, 0);
        double cpuTime = or(cpuMs, 0);
        double otherTime = or(otherMs, 0);
        if (serviceMs == null && cpuMs == null && jdbcMs == null && otherMs == null) {
            throw new PlanException("what does a request need? Give service-ms, or cpu-ms and jdbc-ms");
        }
        if (jdbc != null && jdbcMs == null) {
            throw new PlanException("jdbc is a number of connections; say with jdbc-ms how long a request holds one");
        }
        if (queue != null && workers == null) {
            throw new PlanException("queue is what waits for a worker; say with workers how many there are");
        }
        if (serviceMs != null && serviceMs < 0) {
            throw new PlanException("service-ms must be 0 or more, not " + NumberText.number(serviceMs));
        }
        if (serviceMs != null && cpuMs == null) {
            cpuTime = serviceMs - jdbcTime - otherTime;
            if (cpuTime < 0) {
                throw new PlanException("service-ms is all of a request's time and cannot be below jdbc-ms + other-ms");
            }
        } else if (serviceMs != null) {
            double rest = serviceMs - cpuTime - jdbcTime - otherTime;
            if (rest < -1e-9) {
                throw new PlanException(
                        "service-ms is all of a request's time and cannot be below cpu-ms + jdbc-ms + other-ms");
            }
            otherTime += Math.max(0, rest);
        }
        return new NodeKind(
                name,
                count,
                cpuTime,
                or(cores, 1),
                jdbcTime,
                or(jdbc, NodeKind.ANY),
                otherTime,
                or(workers, NodeKind.ANY),
                or(queue, NodeKind.ANY),
                or(variation, 1));
    }

    private static double or(@Nullable Double value, double otherwise) {
        return value == null ? otherwise : value;
    }

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}
