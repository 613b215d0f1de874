// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.redal;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.SessionColumns;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.light.LightStage;
import io.evenkeel.lab.experiment.light.PaperTable;
import io.evenkeel.lab.experiment.light.Period;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The experiment of the fourth paper, section 3. */
public final class Redal implements Experiment {

    static final String TEN = "redal";
    static final String FIVE = "redal-5";
    static final String TWENTY = "redal-20";
    static final String BEHIND_THREE = "redal-3";

    /** Sessions that the whole cluster has; a cell's load is the sessions of one server. */
    static final String ALL_SESSIONS = "sessionsInAll";

    private static final PaperTable PAPER = PaperTable.of(Redal.class);

    @Override
    public String id() {
        return "redal";
    }

    @Override
    public String title() {
        return "sessions on application servers: round robin, least requests, ReDAL";
    }

    @Override
    public String source() {
        return "paper 4, section 3";
    }

    @Override
    public String shows() {
        return "Throughput per server and response time over 5 to 100 sessions, when a session costs more on another server than its last, and what"
                + " each policy costs the dispatcher.";
    }

    @Override
    public List<String> missing() {
        return Policies.exists(RedalCells.REDAL)
                ? List.of()
                : List.of("the policy 'redal', so its columns for alpha 0.5 and 0.9 and the claims about them");
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(TEN, "ten servers"),
                new ExperimentScenario(FIVE, "five servers, as many sessions in all as ten have with 40 each"),
                new ExperimentScenario(TWENTY, "twenty servers, as many sessions in all"),
                new ExperimentScenario(
                        BEHIND_THREE,
                        "ten servers behind one dispatcher or three, joined or apart, all of which know all servers or not"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        return RedalCells.of(choice, scenarios());
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("servers", "light, in this process; high.jsp 500 ms and low.jsp 100 ms alone");
        settings.put("sessions", "for each server; " + RedalCast.length(choice.pace()) + " requests");
        settings.put("think time", RedalCast.THINK);
        settings.put("warm-up", RedalCast.warmUp(choice.pace()).toMillis() + " ms");
        settings.put("hold", RedalCast.hold(choice.pace()).toMillis() + " ms");
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return SessionColumns.after(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(Period.PER_SERVER, "answers/s and server", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 0),
                Figure.mean(Measurement.P99, "p99 ms", 0),
                Figure.mean(Period.UTILISATION, "busy", 2),
                Figure.mean(RedalCast.HIGHEST, "busiest", 2),
                Figure.mean(Period.DISPATCHER_CPU, "dispatcher CPU", 3),
                Figure.mean(Period.DISPATCHER_CPU_US, "µs/request", 0));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference(
                        "servers",
                        "WebLogic 7.1 on 900 MHz machines, Oracle behind them",
                        "light servers in this process: a page waits for its database and needs some of a processor that counts and burns nothing"),
                new PaperDifference(
                        "sessions on the axis",
                        "\"simultaneous sessions\", 5 to 100",
                        "5 to 100 for each server: 570 answers a second of 320 ms are 182 requests at once, which 80 sessions cannot make"),
                new PaperDifference(
                        "think time",
                        "not given",
                        RedalCast.THINK + ", which fits 80 sessions, 57 answers a second and 320 ms"),
                new PaperDifference(
                        "session length",
                        "not given; in an example some last three times as long as others",
                        "inverse Gaussian with the spread of that example"),
                new PaperDifference(
                        "round robin with affinity",
                        "WebLogic's Apache plug-in",
                        "variant `session`: round robin for new sessions; the dispatcher knows the others by their cookie"),
                new PaperDifference(
                        "several web servers",
                        "described, and not measured",
                        "scenario `redal-3`, run when it is named: connections are dealt to three dispatchers in turn"),
                new PaperDifference(
                        "web server's CPU",
                        "Apache 2.0 with the plug-in, whole machine",
                        "the dispatcher's event loops, user and kernel"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress) {
        return new LightStage(new RedalCast(choice.pace()));
    }

    @Override
    public Published published(CellKey key) {
        return PAPER.of(key);
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return RedalClaims.of(cells);
    }
}
