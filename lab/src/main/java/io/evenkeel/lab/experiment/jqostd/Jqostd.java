// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pairs;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Simulation;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.testbed.RunRecorder;
import io.evenkeel.lab.testbed.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The experiment of the first paper, chapter 6: three servers, the third of which has half of something, and thirty
 * users who never think.
 *
 * <p>Scenarios and capacities are table 9, users figure 45, columns table 8, published figures tables 10 to 14. What is
 * ours: the paper's DayTrader is our {@code trade} with DayTrader's mix, made as heavy as the paper's servers were for
 * their machine; {@link Workload} has the numbers.
 */
public final class Jqostd implements Experiment {

    /** The name of the experiment, for users. */
    public static final String ID = "jqostd";

    /** Users in the paper; there is no other number that its tables speak of. */
    static final int USERS = 30;

    /** Choices for each request. */
    static final String HTTP = "http";

    /** Choices for each connection, blind to content and to the servers' state. */
    static final String TCP = "tcp";

    /** Choices for each request by the weights that were found best for the scenario by trying. */
    static final String BEST = "best";

    static final String WEIGHTED = "weighted-round-robin";
    static final String OURS = "headroom";
    static final String PAPERS = "jqostd-v1";

    private static final List<String> TCP_POLICIES = List.of("random", "round-robin", WEIGHTED);
    private static final List<String> HTTP_POLICIES = List.of(
            "random",
            "round-robin",
            WEIGHTED,
            "dynamic-ratio",
            PAPERS,
            "fastest-response",
            "least-loaded",
            "least-connections",
            "weighted-least-connections",
            OURS);

    /** Our policy and those that it must keep up with. */
    private static final Set<String> RIVALS = Set.of(
            OURS + " (http)",
            WEIGHTED + " (best)",
            PAPERS + " (http)",
            "least-connections (http)",
            "round-robin (http)");

    /** Figures that are compared pair by pair. */
    private static final List<Figure> PAIRS =
            List.of(Figure.mean(Measurement.THROUGHPUT, "throughput", 3), Figure.mean(Measurement.P99, "p99", 3));

    private static final NodeCapacity FULL = new NodeCapacity(512, 12, 12, 10);

    /** The capacity of the third server, by scenario. */
    private static final Map<String, NodeCapacity> THIRD = Map.of(
            "baseline", FULL,
            "heap", new NodeCapacity(256, 12, 12, 10),
            "threads", new NodeCapacity(512, 6, 12, 10),
            "jdbc", new NodeCapacity(512, 12, 12, 5),
            "all", new NodeCapacity(256, 6, 12, 5));

    private final PublishedTables tables = new PublishedTables();

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Twelve policies on three application servers, one of which is short of something";
    }

    @Override
    public String source() {
        return "paper 1, chapter 6";
    }

    @Override
    public String shows() {
        return "Which policies get by without a failed request when one of three servers has half the heap, workers or database connections; and whether"
                + " headroom, which is given no weights, keeps up with the best weights an operator finds by trying.";
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(ID + "-baseline", "three equal servers"),
                new ExperimentScenario(ID + "-heap", "the third server has 256 MB of heap, the others 512"),
                new ExperimentScenario(ID + "-threads", "the third server has 6 workers, the others 12"),
                new ExperimentScenario(ID + "-jdbc", "the third server has 5 database connections, the others 10"),
                new ExperimentScenario(ID + "-all", "the third server has half of all three"));
    }

    /** The capacity of each of the first two servers. */
    static NodeCapacity capacity() {
        return FULL;
    }

    /** The capacity of the third server in a scenario. */
    static NodeCapacity third(String scenario) {
        NodeCapacity capacity = THIRD.get(word(scenario));
        if (capacity == null) {
            throw new IllegalArgumentException("no such scenario: " + scenario);
        }
        return capacity;
    }

    private static String word(String scenario) {
        return scenario.substring(scenario.indexOf('-') + 1);
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        Policies.check(choice.policies());
        Policies.checkVariants(choice.variants(), List.of(HTTP, TCP, BEST));
        LoadLevel load = LoadLevel.users(choice.usersOr(USERS));
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            add(cells, scenario, TCP_POLICIES, TCP, choice, load);
            List<String> others = choice.policies().stream()
                    .distinct()
                    .filter(policy -> !HTTP_POLICIES.contains(policy))
                    .toList();
            add(cells, scenario, HTTP_POLICIES, HTTP, choice, load);
            add(cells, scenario, others, HTTP, choice, load);
            add(cells, scenario, List.of(WEIGHTED), BEST, choice, load);
        }
        return cells;
    }

    private static void add(
            List<CellKey> cells,
            String scenario,
            List<String> policies,
            String variant,
            ExperimentChoice choice,
            LoadLevel load) {
        if (choice.wantsVariant(variant)) {
            policies.stream()
                    .filter(policy ->
                            choice.policies().isEmpty() || choice.policies().contains(policy))
                    .forEach(policy -> cells.add(new CellKey(scenario, policy, variant, load)));
        }
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        JqostdPace pace = JqostdPace.of(choice.pace());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", "3 x " + choice.server().title() + ", agent in the application");
        settings.put("users", choice.usersOr(USERS) + ", no think time, sessions of " + pace.session() + " requests");
        settings.put("ramp", "3 more users every " + seconds(pace.ramp().every().toMillis()));
        settings.put("measured", seconds(pace.hold().toMillis()) + " with all users");
        settings.put("warm-up", seconds(pace.warmUp().toMillis()));
        settings.put("fresh servers", pace.freshServers() ? "for every run" : "for every scenario");
        settings.put(
                "best weights",
                "found by trials of " + seconds(pace.trial().toMillis()) + " with 1:1:w, w in " + WeightSearch.WEIGHTS);
        settings.put("database", "a round trip of " + Workload.ROUND_TRIP.toMillis() + " ms away");
        settings.put("work", new TreeMap<>(Workload.PROPERTIES).toString());
        return settings;
    }

    private static String seconds(long ms) {
        return ms % 1000 == 0 ? ms / 1000 + " s" : ms + " ms";
    }

    @Override
    public List<Figure> figures() {
        return SessionColumns.after(
                Figure.count(Measurement.REQUESTS, "samples"),
                Figure.mean(RunRecorder.CONNECTIONS, "active conns", 1),
                Figure.mean(Measurement.THROUGHPUT, "throughput /s", 1),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(Measurement.MEAN, "latency ms", 1),
                Figure.mean(Measurement.P99, "p99 ms", 0),
                Figure.mean(RunRecorder.WT1, "WT1 ms", 3),
                Figure.mean(RunRecorder.WT2, "WT2 ms", 3),
                Figure.mean(RunRecorder.PT, "PT ms", 1),
                Figure.mean(RunRecorder.SLOWDOWN, "slowdown", 3),
                Figure.mean(RunRecorder.SELECTIONS, "node sels /s", 1));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "servers",
                        "GlassFish 3",
                        "Tomcat 11 unless --server says otherwise; the same capacities (table 9)"),
                new PaperDifference(
                        "application", "DayTrader's scenario servlet", "trade with DayTrader's mix of pages"),
                new PaperDifference(
                        "database",
                        "Derby on the same machine",
                        "H2, " + Workload.ROUND_TRIP.toMillis()
                                + " ms away, so that requests wait more than they compute"),
                new PaperDifference(
                        "times",
                        "3 more users every 10 s, 2 minutes with 30, then fewer",
                        "--full the same, except for the way down; --quick in a twentieth of it"),
                new PaperDifference(
                        "connections",
                        "some 31 requests on each, going by samples and node selections",
                        "--full 31 on average, then another user comes; --quick 8, so that they gather at the slow server as soon"),
                new PaperDifference(
                        "node selections",
                        "for each connection, it seems",
                        "for each request, with HTTP; for each connection, with TCP"),
                new PaperDifference("active connections", "over the whole run", "while all users are there"),
                new PaperDifference("tries", "one", "one: the dispatcher's retries are off"),
                new PaperDifference(
                        "best weights", "2:2:1 in every scenario", "2:2:1, and the best of five that are tried"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        return new JqostdStage(scenario, choice, progress);
    }

    @Override
    public Published published(CellKey key) {
        return key.load().equals(LoadLevel.users(USERS))
                ? tables.find(word(key.scenario()), key.variant(), key.policy())
                : Published.NOTHING;
    }

    @Override
    public Optional<Simulation> simulation(CellKey key, ExperimentChoice choice) {
        return key.variant().equals(HTTP) ? Simulation.shipped(key) : Optional.empty();
    }

    @Override
    public List<ExperimentTable> tables(List<CellResult> cells) {
        List<CellResult> rivals = cells.stream()
                .filter(cell -> RIVALS.contains(cell.key().text()))
                .toList();
        return Stream.concat(Pairs.table(OURS, rivals, PAIRS).stream(), Ranking.table(cells).stream())
                .toList();
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return JqostdClaims.claims(this, cells);
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> cells) {
        return JqostdClaims.thresholds(cells);
    }
}
