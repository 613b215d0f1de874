// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.scaling;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.PaperTable;
import io.evenkeel.lab.experiment.light.Period;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The experiment of the second paper, chapter 6. */
public final class Scaling implements Experiment {

    static final String ONE = "scaling-one";
    static final String EQUAL = "scaling-equal";
    static final String UNEQUAL = "scaling-unequal";
    static final String REAL = "scaling-servers";

    /** Arrivals a second that were asked for. */
    static final String RATE = "ratePerSecond";

    /** Time of a request that meets no other, 1 / μ, from the measured μ. */
    static final String SERVICE = "serviceMs";

    /** Mean response time of M/M/1^k with the measured μ. */
    static final String MM1 = "mm1Ms";

    /** Mean response time of M/M/k with the measured μ. */
    static final String MMK = "mmkMs";

    /** Mean response time of round robin over servers with constant service times, E_k/D/1, with the measured μ. */
    static final String EKD1 = "roundRobinTheoryMs";

    private static final PaperTable PAPER = PaperTable.of(Scaling.class);

    @Override
    public String id() {
        return "scaling";
    }

    @Override
    public String title() {
        return "response time of one to five servers at stepped rates";
    }

    @Override
    public String source() {
        return "paper 2, chapter 6";
    }

    @Override
    public String shows() {
        return "Where one server saturates, what Poisson arrivals do to it, how far queueing models predict several, and whether round robin,"
                + " least connections or response time is the better policy at which load, on equal and unequal servers.";
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(ONE, "one server, Poisson and constant arrivals"),
                new ExperimentScenario(EQUAL, "two to five equal servers"),
                new ExperimentScenario(UNEQUAL, "five servers of speed 1, 0.875, 0.75, 0.625 and 0.5"),
                new ExperimentScenario(
                        REAL, "one and three real application servers with one database connection each"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        return ScalingCells.of(choice);
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", "light, in this process; a request is 9.603 ms of processor, one after the other");
        settings.put(
                "servers of " + REAL,
                ServersStage.SERVERS + " x " + choice.server().title() + " with one database connection each, "
                        + ServersStage.ROUND_TRIP.toMillis() + " ms away");
        settings.put("queue", ScalingCast.QUEUE + " requests");
        settings.put("warm-up", ScalingCast.warmUp(choice.pace()).toMillis() + " ms");
        settings.put("hold", ScalingCast.hold(choice.pace()).toMillis() + " ms");
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 1),
                Figure.mean(Period.P95, "p95 ms", 1),
                Figure.mean(Period.UTILISATION, "busy", 2),
                Figure.mean(MM1, "M/M/1^k ms", 1),
                Figure.mean(MMK, "M/M/k ms", 1),
                Figure.mean(EKD1, "E_k/D/1 ms", 1),
                Figure.mean(RATE, "asked/s", 0),
                Figure.mean(Period.SERVERS, "servers", 0),
                Figure.mean(SERVICE, "1/μ ms", 3));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "servers",
                        "blade servers with Apache; a PHP loop of 9.6 ms",
                        "light servers in this process; 9.603 ms of a processor that counts and burns nothing, first come first served"),
                new PaperDifference(
                        "real servers",
                        "five, one processor each",
                        "three with one database connection each, in a scenario of their own: two cores cannot feed five busy processors"),
                new PaperDifference(
                        "queue",
                        "Apache's and the kernel's; not named",
                        ScalingCast.QUEUE + " requests, then it hangs up"),
                new PaperDifference("balancer", "Nortel 2208, by connection", "this project's dispatcher, by request"),
                new PaperDifference(
                        "response time policy",
                        "time to open a connection, asked every 5 s",
                        "`fastest-response`: mean time of the answers of the last second"),
                new PaperDifference(
                        "unequal servers",
                        "five speeds from 2.8 to 1.4 GHz",
                        "the same five speeds, as shares of the first"),
                new PaperDifference("adaptive policy", "proposed, not built", "`adaptive`, its default threshold"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        return scenario.name().equals(REAL)
                ? new ServersStage(choice, progress)
                : new LightStage(new ScalingCast(choice.pace(), choice.seed(), progress));
    }

    @Override
    public Published published(CellKey key) {
        return PAPER.of(key);
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return ScalingClaims.of(cells);
    }
}
