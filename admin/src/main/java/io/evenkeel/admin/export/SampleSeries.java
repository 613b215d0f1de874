// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import java.util.List;
import java.util.Locale;

/**
 * The agents' figures of nodes, as series: state of the agent, age of the sample, counters, and the figures that
 * decide.
 *
 * <p>A node without an agent has none of them. A figure that the server does not offer has no series, and neither has
 * one of a sample that is not in force, because a scraper would take it for the present.
 */
final class SampleSeries {

    private static final List<Figure> FIGURES = List.of(
            new Figure("AMX_CONNS_Q_THRBSY", "workers_busy", 1, "Worker threads at work."),
            new Figure("AMX_CONNS_Q_THRDSMAX", "workers_max", 1, "Most worker threads."),
            new Figure("AMX_CONNS_QD", "queue_used", 1, "Connections or requests waiting for a worker."),
            new Figure("AMX_CONNS_Q_MAXSIZE", "queue_max", 1, "Most that may wait for a worker."),
            new Figure("AMX_JDBC_ACTC", "jdbc_active", 1, "JDBC connections in use."),
            new Figure("AMX_JDBC_MAXC", "jdbc_max", 1, "Most JDBC connections."),
            new Figure("AMX_JDBC_WAIT", "jdbc_waiters", 1, "Threads waiting for a JDBC connection."),
            new Figure("JVM_HEAP_LIVE%", "heap_after_gc_ratio", 100, "Heap still in use after the last collection."),
            new Figure("JVM_GC_SHARE%", "gc_ratio", 100, "Time spent in collections."),
            new Figure("OS_CPU_USED%", "cpu_ratio", 100, "CPU used by the whole machine or container."),
            new Figure("AMX_SESSIONS_ACT", "sessions", 1, "Sessions alive."),
            new Figure("NODE_PARALLELISM", "parallelism", 1, "Requests it works on at once without slowing down, k."),
            new Figure("NODE_CAPACITY", "capacity_per_second", 1, "Highest throughput it can sustain, Xmax."));

    private SampleSeries() {}

    /**
     * @param per the number of the figure's units that make one of the series'
     */
    private record Figure(String title, String name, double per, String help) {}

    static void add(SeriesWriter series, AgentView view) {
        if (view.state() == AgentState.NONE) {
            return;
        }
        for (AgentState state : AgentState.values()) {
            if (state != AgentState.NONE) {
                series.with("state", word(state))
                        .flag("agent_state", "1 for the state the node's agent is in.", view.state() == state);
            }
        }
        if (view.source() != null) {
            series.gauge("sample_age_seconds", "Time since the last sample was taken.", view.ageMs() / 1e3);
        }
        view.received()
                .forEach((source, count) -> series.with("source", word(source))
                        .counter("samples", "Samples that came, by the way they came.", count));
        view.setAside()
                .forEach((lie, count) -> series.with("reason", word(lie))
                        .counter("samples_set_aside", "Samples that were not believed.", count));
        series.counter("pulls_failed", "Pulls without a usable answer of the agent.", view.pullsFailed());
        series.count("others_in_flight", "Tasks at the node that are not from this dispatcher.", view.othersInFlight());
        if (view.state() == AgentState.REPORTING) {
            for (Figure figure : FIGURES) {
                Double value = view.figures().get(figure.title);
                if (value != null) {
                    series.gauge(figure.name, figure.help, value / figure.per);
                }
            }
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
