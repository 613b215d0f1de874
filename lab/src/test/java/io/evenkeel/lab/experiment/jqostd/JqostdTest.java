// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.server.NodeCapacity;
import io.evenkeel.lab.testbed.RunRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class JqostdTest {

    private static final ExperimentChoice ALL = ExperimentChoice.all(Pace.QUICK);

    private final Jqostd experiment = new Jqostd();

    @Test
    void capacitiesAreThoseOfTable9() {
        assertThat(experiment.scenarios())
                .extracting(scenario -> Jqostd.third(scenario.name()))
                .containsExactly(
                        new NodeCapacity(512, 12, 12, 10),
                        new NodeCapacity(256, 12, 12, 10),
                        new NodeCapacity(512, 6, 12, 10),
                        new NodeCapacity(512, 12, 12, 5),
                        new NodeCapacity(256, 6, 12, 5));
    }

    @Test
    void twelvePoliciesOursAndTheBestWeightsAreRunInFiveScenarios() {
        List<CellKey> cells = experiment.cells(ALL);
        assertThat(cells).hasSize(5 * 14).doesNotHaveDuplicates();
        assertThat(cells.stream().filter(cell -> !experiment.published(cell).isEmpty()))
                .as("cells of tables 10 to 14")
                .hasSize(5 * 12);
    }

    @Test
    void publishedFiguresAreThoseOfTheTables() {
        Published heap = experiment.published(key("jqostd-heap", "jqostd-v1", "http"));
        assertThat(heap.where()).isEqualTo("table 11");
        assertThat(heap.figure(Measurement.REQUESTS)).isEqualTo(234_651);
        assertThat(heap.figure(Measurement.THROUGHPUT)).isEqualTo(792.74);
        assertThat(heap.figure(RunRecorder.SLOWDOWN)).isEqualTo(1.05);
        assertThat(heap.figure(RunRecorder.SELECTIONS)).isEqualTo(25.67);
        assertThat(experiment.published(key("jqostd-all", "round-robin", "tcp")).figure(Measurement.FAILURES))
                .isEqualTo(725);
        assertThat(experiment
                        .published(new CellKey("jqostd-all", "round-robin", "tcp", LoadLevel.users(54)))
                        .isEmpty())
                .as("the paper has thirty users")
                .isTrue();
    }

    @Test
    void aPolicyThatThePaperDoesNotHaveCanBeRunBesideIt() {
        List<CellKey> cells = experiment.cells(ALL.only(List.of("heap"), List.of("peak-ewma", "random")));
        assertThat(cells)
                .containsExactly(
                        key("jqostd-heap", "random", "tcp"),
                        key("jqostd-heap", "random", "http"),
                        key("jqostd-heap", "peak-ewma", "http"));
        assertThatThrownBy(() -> experiment.cells(ALL.only(List.of(), List.of("best"))))
                .hasMessageStartingWith("there is no policy 'best'; there are:");
    }

    @Test
    void theFullPaceIsThePapers() {
        JqostdPace full = JqostdPace.of(Pace.FULL);
        assertThat(full.ramp().arrival(29)).hasSeconds(90);
        assertThat(full.hold()).hasSeconds(120);
    }

    @Test
    void thresholdsAreAboutFailuresAndTheBestHandSetWeights() {
        List<Threshold> thresholds = experiment.thresholds(List.of(
                cell(key("jqostd-heap", "weighted-round-robin", "best"), 5, 100),
                cell(key("jqostd-heap", "headroom", "http"), 0, 97),
                cell(key("jqostd-heap", "jqostd-v1", "http"), 2, 97)));
        assertThat(thresholds).extracting(Threshold::held).containsExactly(true, false, false);
        assertThat(thresholds.get(1).says()).isEqualTo("jqostd-v1 fails no request: 2 of 1000 failed");
        assertThat(thresholds.get(2).says()).endsWith("0.98 of the throughput of the best hand-set weights: 0.970");
    }

    @Test
    void thePapersOwnFiguresReproduceThePaper() {
        List<CellResult> papers = new ArrayList<>();
        for (CellKey key : experiment.cells(ALL)) {
            Published published = experiment.published(key);
            if (!published.isEmpty()) {
                papers.add(new CellResult(
                        key, List.of(new CellResult.UnitResult(0, 1, measurement(published.figures()))), published));
            }
        }
        List<Claim> claims = experiment.claims(papers);
        assertThat(claims).hasSizeGreaterThan(60 + 10);
        assertThat(claims)
                .allSatisfy(claim -> assertThat(claim.verdict())
                        .as("%s: %s against %s", claim.sentence(), claim.published(), claim.ours())
                        .isEqualTo(ClaimVerdict.REPRODUCED));
        assertThat(experiment.tables(papers).get(0).rows().get(1)).startsWith("2", "1", "least-connections (http)");
    }

    /**
     * One cell lost its second repeat: the policy is ranked by its first and third, and not by the third of one beside
     * the second of others.
     */
    @Test
    void aRankingIsOverTheRepeatsThatAllScenariosHave() {
        List<CellResult> row = new ArrayList<>();
        for (ExperimentScenario scenario : experiment.scenarios()) {
            CellKey key = key(scenario.name(), "random", "http");
            List<CellResult.UnitResult> units = new ArrayList<>();
            for (int repeat = 0; repeat < 3; repeat++) {
                units.add(new CellResult.UnitResult(
                        repeat, 1, cell(key, 0, 100 + repeat).units().get(0).measurement()));
            }
            if (row.isEmpty()) {
                units.remove(1);
            }
            row.add(new CellResult(key, units, Published.NOTHING));
        }

        assertThat(Ranking.scores(new CellIndex(row)).get("random (http)")).isEqualTo(Map.of(0, 100.0, 2, 102.0));
    }

    private static CellKey key(String scenario, String policy, String variant) {
        return new CellKey(scenario, policy, variant, LoadLevel.users(30));
    }

    private static CellResult cell(CellKey key, double failures, double throughput) {
        Map<String, Double> figures = new HashMap<>();
        figures.put(Measurement.REQUESTS, 1000.0);
        figures.put(Measurement.FAILURES, failures);
        figures.put(Measurement.THROUGHPUT, throughput);
        return new CellResult(key, List.of(new CellResult.UnitResult(0, 1, measurement(figures))), Published.NOTHING);
    }

    private static Measurement measurement(Map<String, Double> figures) {
        return new Measurement(figures, Map.of(), new Histogram(3), List.of(), List.of(), List.of(), Map.of());
    }
}
