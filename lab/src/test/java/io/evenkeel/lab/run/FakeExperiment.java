// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.run;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ChoiceReason;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Moment;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.Statement;
import io.evenkeel.lab.experiment.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** An experiment without servers: two scenarios, three policies, and a journal of what was opened, run and closed. */
public final class FakeExperiment implements Experiment {

    /** A policy's name that would do harm on a page. */
    public static final String NASTY = "<script>alert('x')</script>&\"|";

    public final List<String> journal = new ArrayList<>();

    /** Throws from a run of this policy so many times. */
    public String failing = "";

    public int failures;

    /** Called in the middle of every run. */
    public Runnable meanwhile = () -> {};

    @Override
    public String id() {
        return "fake";
    }

    @Override
    public String title() {
        return "A title with <b>marks</b> & more";
    }

    @Override
    public String source() {
        return "paper 9";
    }

    @Override
    public String shows() {
        return "Nothing.";
    }

    @Override
    public List<String> missing() {
        return List.of("everything");
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario("fake-one", "the first"), new ExperimentScenario("fake-two", "the \"second\""));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            List.of("a", "b", NASTY).stream()
                    .filter(policy ->
                            choice.policies().isEmpty() || choice.policies().contains(policy))
                    .forEach(policy -> cells.add(cell(scenario, policy)));
        }
        return cells;
    }

    public static CellKey cell(String scenario, String policy) {
        return new CellKey(scenario, policy, "", LoadLevel.users(3));
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        return Map.of("hold", choice.pace().toString());
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(new PaperDifference("servers", "real", "none"));
    }

    @Override
    public Published published(CellKey key) {
        return new Published("table 1", Map.of(Measurement.FAILURES, 0.0, Measurement.THROUGHPUT, 50.0));
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        Statement.Quote quote = new Statement.Quote("b is <faster>", "table 1");
        return List.of(
                new Statement.Ratio(quote, Measurement.THROUGHPUT, cell("fake-one", "b"), cell("fake-one", "a"), 2)
                        .judge(new CellIndex(cells)));
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> cells) {
        return List.of(new Threshold("fake-one", "all is <well>", true));
    }

    /** A measurement with something in every place. */
    public static Measurement measurement(String policy, long seed) {
        Histogram latencyUs = new Histogram(3);
        latencyUs.recordValueWithCount(2000 + seed, 99);
        latencyUs.recordValue(40_000);
        double throughput = policy.equals("b") ? 200 + seed : 100 + seed;
        return new Measurement(
                Measurement.figures(100, policy.equals(NASTY) ? 5 : 0, throughput, latencyUs),
                Map.of("n1", Map.of(Measurement.SHARE, 0.25), "n2", Map.of(Measurement.SHARE, 0.75)),
                latencyUs,
                List.of(
                        new Moment(1, "n1", Map.of("inFlight", 3.0)),
                        new Moment(1, "n2", Map.of("heapShare", 0.5)),
                        new Moment(2, "n1", Map.of("inFlight", 4.0))),
                List.of("{\"status\":502,\"target\":\"/<b>\"}"),
                List.of(new ChoiceReason(
                        0.5,
                        "n1",
                        List.of(
                                new ChoiceReason.Option("n1", Double.NaN, 1, -1, "takes <it>"),
                                new ChoiceReason.Option("n2", 0.5, 2, 30, "")))),
                Map.of("weights", "1:<1>"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress) {
        journal.add("open " + scenario.name());
        return new Stage() {

            private volatile boolean isClosed;

            @Override
            public void start() {
                journal.add("start");
            }

            @Override
            public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException {
                meanwhile.run();
                if (isClosed) {
                    throw ExperimentException.stopped();
                }
                if (cell.policy().equals(failing) && failures > 0) {
                    failures--;
                    throw new ExperimentException("no\nluck", null);
                }
                journal.add("%s %d %d".formatted(cell.policy(), repeat, seed));
                return measurement(cell.policy(), seed);
            }

            @Override
            public void close() {
                isClosed = true;
                journal.add("close");
            }
        };
    }
}
