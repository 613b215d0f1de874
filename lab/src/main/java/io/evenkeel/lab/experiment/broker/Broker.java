// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.broker;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Simulation;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.PaperTable;
import io.evenkeel.lab.experiment.light.Period;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The experiment of the fifth paper, section 5. */
public final class Broker implements Experiment {

    static final String EQUAL = "broker-equal";
    static final String UNEQUAL = "broker-unequal";

    static final String RR = "round-robin";
    static final String RAN = "random";
    static final String LAS = "least-active-sessions";
    static final String LU = "least-utilization";

    /** A server for each session, as the paper's broker chooses. */
    static final String SESSION = "session";

    /** The same, and agents tell clients apart by their address, as the paper's did: all of one machine's are one. */
    static final String ADDRESS = "address";

    private static final List<String> POLICIES = List.of(RR, RAN, LAS, LU);
    private static final PaperTable PAPER = PaperTable.of(Broker.class);

    @Override
    public String id() {
        return "broker";
    }

    @Override
    public String title() {
        return "sessions placed by what servers report: RR, RAN, LAS, LU";
    }

    @Override
    public String source() {
        return "paper 5, section 5";
    }

    @Override
    public String shows() {
        return "Whether measurements of the servers are worth having: response time, use and share of each server under two policies that look and two"
                + " that do not.";
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(EQUAL, "three servers of 3.5 ms, 2700 clients"),
                new ExperimentScenario(UNEQUAL, "servers of 3, 6 and 15 ms, 1650 clients"));
    }

    static int clients(String scenario) {
        return scenario.equals(EQUAL) ? 2700 : 1650;
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        Policies.checkVariants(choice.variants(), List.of(SESSION, ADDRESS));
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            LoadLevel load = LoadLevel.users(choice.usersOr(clients(scenario)));
            for (String policy : Policies.chosen(choice.policies(), POLICIES)) {
                boolean isTwofold = policy.equals(LAS) && scenario.equals(UNEQUAL);
                for (String variant : isTwofold ? List.of(SESSION, ADDRESS) : List.of(SESSION)) {
                    if (choice.wantsVariant(variant)) {
                        cells.add(new CellKey(scenario, policy, variant, load));
                    }
                }
            }
        }
        return cells;
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", "light, in this process, each with an agent that is asked every second");
        settings.put("think time", BrokerCast.THINK);
        settings.put("session", BrokerCast.length(choice.pace()) + " requests on one connection");
        settings.put("warm-up", BrokerCast.warmUp(choice.pace()).toMillis() + " ms");
        settings.put("hold", BrokerCast.hold(choice.pace()).toMillis() + " ms");
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return SessionColumns.after(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 0),
                Figure.mean(Measurement.MEAN, "mean ms", 1),
                Figure.mean(Measurement.P99, "p99 ms", 0),
                Figure.mean(Period.UTILISATION, "busy", 2),
                Figure.mean(BrokerCast.SHARE + "S1", "share S1", 3),
                Figure.mean(BrokerCast.SHARE + "S2", "S2", 3),
                Figure.mean(BrokerCast.SHARE + "S3", "S3", 3),
                Figure.mean(BrokerCast.USE + "S1", "busy S1", 2),
                Figure.mean(BrokerCast.USE + "S2", "S2", 2),
                Figure.mean(BrokerCast.USE + "S3", "S3", 2),
                Figure.mean(BrokerCast.MEAN + "S3", "mean ms S3", 0));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "servers",
                        "Apache with static files; one of them in another city",
                        "light servers in this process; exponential work on a shared processor"),
                new PaperDifference(
                        "processor time of a request",
                        "3, 6 and 15 ms (equal servers: 3.5 ms), timed by one client",
                        "0.713 (0.675) of that: with all of it 660 (1080) requests a second could not be served at 82 % (85 %)"),
                new PaperDifference(
                        "broker",
                        "tells the client a server for a while",
                        "asked by the client library, in this process and once for each session, which then goes to its server; a session is a connection"),
                new PaperDifference(
                        "clients",
                        "SURGE: Pareto pauses, files of many sizes",
                        "Pareto pauses; work does not depend on the page"),
                new PaperDifference(
                        "mean think time in LAS",
                        "told by the client's address; all clients had the same one",
                        "told by the session's cookie; in variant `address` as in the paper"),
                new PaperDifference("reports", "UDP, an interval that is not given", "asked over HTTP every second"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress) {
        return new LightStage(new BrokerCast(choice.pace()));
    }

    @Override
    public Optional<Simulation> simulation(CellKey key, ExperimentChoice choice) {
        return key.variant().equals(SESSION)
                ? Optional.of(new Simulation(
                        ScenarioFiles.of(key.scenario() + ".yaml", BrokerCast.scenario(key, choice.pace())),
                        BrokerCast.looksAtReports(key.policy())
                                ? key.policy() + "{feedback=as-reported}"
                                : key.policy()))
                : Optional.empty();
    }

    @Override
    public Published published(CellKey key) {
        return PAPER.of(key);
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return BrokerClaims.of(cells);
    }
}
