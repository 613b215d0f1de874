// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.planner.Fleet;
import io.evenkeel.planner.GivenFigures;
import io.evenkeel.planner.NodeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for one node and for the cost of a request on it. */
@OptionTitle("A node, and a request on it")
final class NodeOptions {

    @Option(
            names = "--service-ms",
            paramLabel = "MS",
            description = "All of a request's time at an idle node; processor time, unless other times are given too.")
    private @Nullable Double serviceMs;

    @Option(names = "--cpu-ms", paramLabel = "MS", description = "Processor time of a request.")
    private @Nullable Double cpuMs;

    @Option(names = "--cores", paramLabel = "N", description = "Processors of a node (default: 1).")
    private @Nullable Integer cores;

    @Option(names = "--jdbc-ms", paramLabel = "MS", description = "Time that a request holds a JDBC connection.")
    private @Nullable Double jdbcMs;

    @Option(names = "--jdbc", paramLabel = "N", description = "JDBC connections of a node (default: unlimited).")
    private @Nullable Integer jdbc;

    @Option(
            names = "--other-ms",
            paramLabel = "MS",
            description =
                    "Time in which a request needs neither processor nor JDBC, such as a call to another service.")
    private @Nullable Double otherMs;

    @Option(names = "--workers", paramLabel = "N", description = "Worker threads of a node (default: unlimited).")
    private @Nullable Integer workers;

    @Option(
            names = "--queue",
            paramLabel = "N",
            description = "Requests that may wait for a worker; one more is refused (default: any number).")
    private @Nullable Integer queue;

    @Option(
            names = "--variation",
            paramLabel = "CV",
            description = "Standard deviation / mean of the service times: 0 = constant, 1 = exponential (default).")
    private @Nullable Double variation;

    @Option(
            names = "--arrival-variation",
            paramLabel = "CV",
            description =
                    "Standard deviation / mean of the times between arrivals: 1 = Poisson (default), more = bursts.")
    private @Nullable Double arrivalVariation;

    private GivenFigures demand(@Nullable Double timeMs, @Nullable Double cv) {
        return new GivenFigures(timeMs, cpuMs, cores, jdbcMs, jdbc, otherMs, workers, queue, cv);
    }

    boolean isGiven() {
        return !demand(serviceMs, variation).isEmpty();
    }

    @Nullable
    Double arrivalVariation() {
        return arrivalVariation;
    }

    /** One node with the given options, and a measured service time where none was given. */
    NodeKind kind(@Nullable Double measuredMs) {
        boolean isTimed = serviceMs != null || cpuMs != null || jdbcMs != null || otherMs != null;
        return demand(isTimed ? serviceMs : measuredMs, variation).kind("node", 1);
    }

    double variationOrOne() {
        return variation == null ? 1 : variation;
    }

    /** True when a node's times or sizes were given; its variation is neither. */
    boolean isSized() {
        return !demand(serviceMs, null).isEmpty();
    }

    /** Nodes with the given arrivals. */
    Fleet fleet(List<NodeKind> kinds) {
        return new Fleet(kinds, arrivalVariation == null ? 1 : arrivalVariation);
    }
}
