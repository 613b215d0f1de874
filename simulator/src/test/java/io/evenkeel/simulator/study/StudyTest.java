// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StudyTest {

    /**
     * Throughput is 100 with seed 1, 110 with seed 2 and so on, 1 less under round robin; the oracle has 10 more than
     * that.
     */
    private static final StudyEngine TYPED = new StudyEngine() {
        @Override
        public RunFigures run(Scenario scenario, StudiedPolicy policy, long seed) {
            boolean isWorse = policy.chooser().name().equals("round-robin");
            double throughput = 90 + 10 * seed - (isWorse ? 1 : 0);
            return new RunFigures(
                    1000,
                    isWorse ? 10 : 0,
                    isWorse ? 0.01 : 0,
                    throughput,
                    5,
                    4,
                    20,
                    40,
                    0,
                    0,
                    0,
                    List.of(0.5, 0.25, 0.25));
        }

        @Override
        public Reference reference(Scenario scenario, long seed) {
            return new Reference(100 + 10 * seed, 20);
        }
    };

    private static Study study(int seeds, int threads, String... policies) {
        PolicyCatalog catalog = PolicyCatalog.load();
        return new Study(
                ScenarioFiles.named("jqostd-heap"),
                Stream.of(policies)
                        .map(text -> StudiedPolicy.parse(text, catalog))
                        .toList(),
                seeds,
                1,
                threads);
    }

    @Test
    void cellsAreMeansOverSeedsBesideTheOracleOfTheSameSeed() throws InterruptedException {
        List<Cell> cells = study(3, 2, "round-robin", "headroom").run(TYPED, (done, all) -> {});
        assertThat(cells).extracting(Cell::policy).containsExactly("round-robin", "headroom");
        Cell cell = cells.get(1);
        assertThat(cell.users()).isEqualTo(30);
        assertThat(cell.throughputPerSecond().mean()).isEqualTo(110);
        assertThat(cell.oracleThroughputPerSecond()).isEqualTo(120);
        double mean = (100 / 110.0 + 110 / 120.0 + 120 / 130.0) / 3;
        assertThat(cell.throughputOfOracle().mean()).isCloseTo(mean, within(1e-12));
        assertThat(cell.shares()).containsExactly(0.5, 0.25, 0.25);
        assertThat(cells.get(0).failures()).isEqualTo(30);
        assertThat(cells.get(0).requests()).isEqualTo(3000);
    }

    @Test
    void goalsAreAboutTheirPolicyAlone() throws InterruptedException {
        List<Cell> cells = study(2, 1, "round-robin", "headroom").run(TYPED, (done, all) -> {});
        assertThat(cells.get(0).verdicts()).isEmpty();
        assertThat(cells.get(1).verdicts()).extracting(GoalVerdict::isHeld).containsExactly(true, false, true);
        assertThat(cells.get(1).verdicts().get(1).says())
                .isEqualTo("throughput is 91.288 % of the oracle's, at least 98 %");
        assertThat(cells.get(1).isHeld()).isFalse();
    }

    @Test
    void withoutPoliciesEachScenarioHasItsOwn() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        List<Cell> cells = study(2, 3).run(TYPED, (done, all) -> {
            assertThat(all).isEqualTo(2 * 13);
            runs.incrementAndGet();
        });
        assertThat(cells).hasSize(12);
        assertThat(runs).hasValue(2 * 13);
    }

    @Test
    void aFileWithoutPoliciesNeedsSome() {
        ScenarioFile full = ScenarioFiles.shipped("fleet");
        ScenarioFile bare = new ScenarioFile(full.scenario(), List.of(), null, List.of(), List.of(), "");
        assertThatThrownBy(() -> new Study(List.of(bare), List.of(), 1, 1, 1).run(TYPED, (done, all) -> {}))
                .hasMessageStartingWith("scenario 'fleet' names no policies; give some");
    }
}
