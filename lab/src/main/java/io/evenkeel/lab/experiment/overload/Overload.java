// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

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
import io.evenkeel.lab.testbed.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sessions that arrive at half to three times the rate at which two application servers can finish them, plain and over
 * TLS: paper 3's question whether a server does its work under more than it can do.
 *
 * <p>The load is a share of what the servers of this run finish, so that it means the same on every machine.
 */
public final class Overload implements Experiment {

    /** The name by which users choose the experiment. */
    public static final String ID = "overload";

    static final String PLAIN = ID + "-plain";
    static final String SECURE = ID + "-tls";

    /** Unit of the loads. */
    static final String OF_CAPACITY = "% of capacity";

    /** The policy with which the capacity is measured. */
    static final String CAPACITY_POLICY = "least-connections";

    /** Sessions a second that arrive. */
    static final String RATE = "arrivingPerSecond";

    /** Mean number of requests of a completed session. */
    static final String LENGTH = "sessionRequests";

    /** Requests that got no answer in time, of the server or of a proxy in its place. */
    static final String TIME_OUTS = "timeOuts";

    /** Sessions whose first request failed. */
    static final String TURNED_AWAY = "sessionsTurnedAway";

    /** Sessions that were let in and did not come to their end. */
    static final String LOST = "sessionsLost";

    /** Share of the handshakes that resumed a TLS session. */
    static final String RESUMED = "resumedShare";

    static final String THINK = "exponential(500ms)";
    static final String SESSION = "geometric(8)";

    /** The paper's (4.2.4). */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final List<String> POLICIES = List.of("headroom");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Two application servers under up to three times the sessions they can finish";
    }

    @Override
    public String source() {
        return "paper 3, chapters 3 and 4";
    }

    @Override
    public String shows() {
        return "Whether sessions are still finished when more come than the servers can serve, with each part against overload, without, and with HAProxy in"
                + " front.";
    }

    @Override
    public List<String> missing() {
        return List.of("paper 3's Tomcat that speaks TLS itself: here TLS ends at the front");
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(PLAIN, "clients on plain connections"),
                new ExperimentScenario(SECURE, "clients over TLS; who connects again resumes"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        if (choice.users() > 0) {
            throw new IllegalArgumentException("overload has arriving sessions and no users to choose");
        }
        Policies.checkVariants(choice.variants(), OverloadPart.names());
        List<String> policies = Policies.chosen(choice.policies(), POLICIES);
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            for (double load : OverloadPace.of(choice.pace()).loads()) {
                for (OverloadPart part : OverloadPart.ALL) {
                    if (choice.wantsVariant(part.name())) {
                        List<String> own = part.isHaproxy() ? policies.subList(0, 1) : policies;
                        own.forEach(policy -> cells.add(
                                new CellKey(scenario, policy, part.name(), new LoadLevel(load, OF_CAPACITY))));
                    }
                }
            }
        }
        return cells;
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        OverloadPace pace = OverloadPace.of(choice.pace());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", OverloadStage.SERVERS + " x " + choice.server().title() + ", agent in the application");
        settings.put("sessions", "only on the server that began them; a request waits for it");
        settings.put("capacity", "sessions a second of users who do not think, on compiled servers");
        settings.put("arrivals", "Poisson; sessions of " + SESSION + " pages of the mix browse, thinking " + THINK);
        settings.put("patience", PATIENCE.toSeconds() + " s; then the session is given up, as in the paper");
        OverloadPart.ALL.forEach(part -> settings.put(
                "variant " + part.name(),
                part.what()
                        + (part.cluster().isEmpty() ? "" : ": " + part.cluster().replace("\n", "; "))));
        settings.put(
                "measured",
                pace.hold().toMillis() + " ms after a warm-up of "
                        + pace.warmUp().toMillis() + " ms");
        settings.put("database", "a round trip of " + Workload.ROUND_TRIP.toMillis() + " ms away");
        settings.put("work", new TreeMap<>(Workload.PROPERTIES).toString());
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return SessionColumns.after(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(RATE, "arriving/s", 1),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 1),
                Figure.mean(Measurement.P99, "p99 ms", 1),
                Figure.count(TIME_OUTS, "time-outs"),
                Figure.count(TURNED_AWAY, "turned away"),
                Figure.count(LOST, "lost when let in"),
                Figure.mean(LENGTH, "requests/session", 1),
                Figure.mean(RESUMED, "resumed", 2));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "application", "RUBiS, sessions of 300 requests on average", "trade, sessions of 8"),
                new PaperDifference("think time", "7 s on average", THINK),
                new PaperDifference("TLS", "in Tomcat", "in the dispatcher or in HAProxy"),
                new PaperDifference("handshakes", "175 ms full and 2 ms resumed, on its machine", "RSA with 2048 bits"),
                new PaperDifference("machines", "a server, a client machine and a database", "one machine for all"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        return new OverloadStage(scenario.name().equals(SECURE), choice, progress);
    }

    @Override
    public Published published(CellKey key) {
        return Published.NOTHING;
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return OverloadClaims.judge(cells);
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> cells) {
        return OverloadClaims.thresholds(cells);
    }
}
