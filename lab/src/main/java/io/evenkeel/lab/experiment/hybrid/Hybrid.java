// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import com.sun.management.UnixOperatingSystemMXBean;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.load.Benchmark;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Paper 3, chapter 4: clients that keep their connections and rarely ask, in front of a server whose every connection
 * takes a place, and in front of a dispatcher that keeps them for it.
 *
 * <p>The server alone is tried twice: with the few places that it has behind the dispatcher, and with the many that the
 * paper gave its multi-threaded server. Tomcat has not had a thread for each connection since version 9, so its limit
 * of open connections stands for the threads: a connection takes one of them from when it is accepted until it is
 * closed.
 */
public final class Hybrid implements Experiment {

    /** The name by which users choose the experiment. */
    public static final String ID = "hybrid";

    static final String STATIC = ID + "-static";
    static final String DYNAMIC = ID + "-dynamic";

    /** The dispatcher in front of few workers; few places alone; many places alone. */
    static final String FRONT = "front";

    static final String ALONE = "alone";
    static final String ALONE_MANY = "alone-many";

    /** The paper's size of the hybrid server's pool (4.1.6). */
    static final int WORKERS = 10;

    /** Connections from the dispatcher to the server. */
    static final int CONNECTIONS = 64;

    /** Longest silence that the server allows a connection, ms; the paper's is not said. */
    static final String KEEP_ALIVE = "15000";

    static final String THINK = "exponential(50ms)";

    /** Idle clients that were answered at first. */
    static final String SERVED_IDLE = "idleServed";

    /** Idle clients that could not ask again on their connection. */
    static final String LOST = "idleLost";

    /** The greatest number of connections to the server. */
    static final String NODE_CONNECTIONS = "nodeConnections";

    /** Heap and buffers of the dispatcher for each idle client, kB. */
    static final String USED = "usedKbPerClient";

    /** Memory that the dispatcher's process occupies for each idle client, kB. */
    static final String RESIDENT = "residentKbPerClient";

    private static final List<String> VARIANTS = List.of(FRONT, ALONE, ALONE_MANY);
    private static final List<String> POLICIES = List.of("headroom");

    private static final int MOST_IDLE = 100_000;

    /** The share of its descriptors up to which a dispatcher accepts clients, with something to spare. */
    private static final double ACCEPTED = 0.85;

    /** Descriptors that are not for idle clients. */
    private static final long OTHER_DESCRIPTORS = 1000;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Thousands of idle clients before a server with few workers";
    }

    @Override
    public String source() {
        return "paper 3, chapter 4";
    }

    @Override
    public String shows() {
        return "Whether a front that keeps the clients' connections serves any number of them with few workers, and what each costs it in memory.";
    }

    /** Idle clients, which cost little. */
    @Override
    public int mostUsers() {
        return MOST_IDLE;
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(STATIC, "static files, as SURGE asks for them, while the others are idle"),
                new ExperimentScenario(DYNAMIC, "an auction site, as RUBiS asks, while the others are idle"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        Policies.checkVariants(choice.variants(), VARIANTS);
        List<String> policies = Policies.chosen(choice.policies(), POLICIES);
        HybridPace pace = HybridPace.of(choice.pace());
        List<Integer> idle = choice.users() > 0 ? List.of(choice.users()) : pace.idle();
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            for (int asked : idle) {
                LoadLevel load = LoadLevel.users(possible(asked));
                for (String variant : VARIANTS) {
                    if (choice.wantsVariant(variant)) {
                        policies.forEach(policy -> cells.add(new CellKey(scenario, policy, variant, load)));
                    }
                }
            }
        }
        return cells.stream().distinct().toList();
    }

    /** The number of clients that were asked for, or that a dispatcher of this process accepts if those are fewer. */
    private static int possible(int asked) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return asked;
        }
        long most = system.getMaxFileDescriptorCount();
        long free = (long) (ACCEPTED * most) - OTHER_DESCRIPTORS;
        if (free <= 0) {
            throw new IllegalArgumentException("this process may open only " + most
                    + " descriptors; give it " + Math.round((asked + OTHER_DESCRIPTORS) / ACCEPTED)
                    + " with ulimit -n");
        }
        return (int) Math.min(asked, free);
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        HybridPace pace = HybridPace.of(choice.pace());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                "server",
                "Tomcat; " + WORKERS + " workers and " + CONNECTIONS + " connections, or " + pace.many() + " of both ("
                        + ALONE_MANY + "); it closes connections that are idle for " + KEEP_ALIVE + " ms");
        settings.put("active users", pace.active() + ", who think " + THINK);
        settings.put("idle clients", "one request each, then silence, then one more after the measured time");
        settings.put("patience", "10 s, as in the paper");
        settings.put(
                "measured",
                pace.hold().toMillis() + " ms after a warm-up of "
                        + pace.warmUp().toMillis() + " ms");
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return SessionColumns.after(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 1),
                Figure.mean(Measurement.P99, "p99 ms", 1),
                Figure.mean(SERVED_IDLE, "idle served", 0),
                Figure.mean(LOST, "idle lost", 0),
                Figure.mean(NODE_CONNECTIONS, "node connections", 0),
                Figure.mean(USED, "kB/client", 1),
                Figure.mean(RESIDENT, "resident kB/client", 1));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "the hybrid server", "Tomcat 5.5 with a connector of its own", "a dispatcher in front"),
                new PaperDifference(
                        "the multi-threaded server",
                        "Tomcat 5.5, a thread for each connection, 500 threads",
                        "Tomcat 11 with a limit of connections in the place of threads"),
                new PaperDifference(
                        "clients",
                        "new ones at a growing rate, who think for seconds",
                        "a growing number of idle ones, and active users who think for " + THINK),
                new PaperDifference("machines", "a server, a client machine and a database", "one machine for all"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        String name = scenario.name().equals(STATIC) ? Benchmark.SURGE : "auction";
        Optional<Benchmark> benchmark = Benchmark.find(name);
        return new HybridStage(benchmark.orElseThrow(), choice, progress);
    }

    @Override
    public Published published(CellKey key) {
        return Published.NOTHING;
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return HybridClaims.judge(cells);
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> cells) {
        return HybridClaims.thresholds(cells);
    }
}
