// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulatorEngineTest {

    private static final PolicyCatalog CATALOG = PolicyCatalog.load();

    private static ScenarioFile shortened(String name) {
        ScenarioFile file = ScenarioFiles.shipped(name);
        Scenario scenario = file.scenario();
        if (scenario.load() instanceof ClosedLoad closed) {
            scenario = scenario.with(new ClosedLoad(
                    closed.users(),
                    closed.users(),
                    0,
                    closed.thinkMs(),
                    closed.afterFailureMs(),
                    closed.sessionLength(),
                    closed.affinity()));
        }
        return new ScenarioFile(
                scenario.lasting(500, 2000), file.policies(), file.weighted(), List.of(), List.of(), "");
    }

    private static List<Cell> cells(String name, int threads, String... policies) throws InterruptedException {
        return new Study(
                        List.of(shortened(name)),
                        java.util.stream.Stream.of(policies)
                                .map(text -> StudiedPolicy.parse(text, CATALOG))
                                .toList(),
                        2,
                        7,
                        threads)
                .run((done, all) -> {});
    }

    @ParameterizedTest
    @MethodSource("io.evenkeel.simulator.scenario.file.ScenarioFiles#names")
    void everyShippedScenarioRuns(String name) throws InterruptedException {
        assertThat(cells(name, 2, "round-robin", "headroom")).hasSize(2).allSatisfy(cell -> {
            assertThat(cell.requests()).isPositive();
            assertThat(cell.throughputPerSecond().mean()).isPositive();
            assertThat(cell.oracleP99Ms()).isPositive().isFinite();
        });
    }

    @Test
    void theResultDoesNotDependOnThreads() throws InterruptedException {
        assertThat(cells("jqostd-all", 3, "power-of-two", "headroom"))
                .isEqualTo(cells("jqostd-all", 1, "power-of-two", "headroom"));
    }

    @Test
    void theResultDependsOnTheSeed() throws InterruptedException {
        SimulatorEngine engine = new SimulatorEngine();
        StudiedPolicy policy = StudiedPolicy.parse("power-of-two", CATALOG);
        Scenario scenario = shortened("jqostd-all").scenario();
        assertThat(engine.run(scenario, policy, 1)).isNotEqualTo(engine.run(scenario, policy, 2));
    }
}
