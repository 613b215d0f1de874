// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import io.evenkeel.simulator.study.StudiedPolicy;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The scenario {@code overload}, with new sessions refused and without; means of two seeds over a minute. */
class AdmissionTest {

    private static final int SEEDS = 2;
    private static final double MEASURED_S = 60;

    private static final Scenario OVERLOAD =
            ScenarioFiles.shipped("overload").scenario().withoutWeights().lasting(20_000, 1000 * MEASURED_S);

    private static Scenario at(double requestsPerSecond) {
        OpenLoad load = (OpenLoad) OVERLOAD.load();
        return OVERLOAD.with(new OpenLoad(
                requestsPerSecond,
                load.unit(),
                load.arrivals(),
                load.sessionLength(),
                load.thinkMs(),
                load.patienceMs(),
                load.affinity()));
    }

    private static List<Run> runs(Scenario scenario, String policy) {
        StudiedPolicy studied = StudiedPolicy.parse(policy, Models.CATALOG);
        Scenario shown = studied.admits() ? scenario.admitting() : scenario;
        return IntStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> Simulator.run(shown, studied.chooser(), seed))
                .toList();
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    private static double sessions(List<Run> runs) {
        return mean(runs, run -> run.sessionsDone() / MEASURED_S);
    }

    @Test
    void asManyAnswersAndSessionsAsAnOracleAdmits() {
        List<Run> oracle = runs(OVERLOAD, "oracle-sed+admission");
        List<Run> admitting = runs(OVERLOAD, "headroom+admission");
        assertThat(mean(admitting, Run::throughputPerSecond))
                .isGreaterThan(0.97 * mean(oracle, Run::throughputPerSecond));
        assertThat(sessions(admitting)).isGreaterThan(0.97 * sessions(oracle));
        assertThat(mean(admitting, run -> run.sessionsBroken() / MEASURED_S)).isLessThan(1);
        assertThat(mean(admitting, Run::p99Ms)).isLessThan(450);
    }

    @Test
    void atThreeTimesTheCapacityMostSessionsThatBeginEnd() {
        Scenario three = at(804);
        List<Run> open = runs(three, "headroom");
        List<Run> admitting = runs(three, "headroom+admission");
        assertThat(sessions(admitting)).isGreaterThan(3 * sessions(open));
        assertThat(mean(admitting, Run::sessionsRefused)).isPositive();
        assertThat(mean(open, Run::sessionsRefused)).isZero();
    }

    @Test
    void withRoomForAllNobodyIsRefused() {
        Scenario light = at(180);
        assertThat(mean(runs(light, "headroom+admission"), Run::sessionsRefused))
                .isZero();
    }

    /** Another session is there at each moment if many ask, and a queue gains nothing. */
    @Test
    void theMoreAreRefusedTheShorterTheOthersWait() {
        List<Run> more = runs(at(322), "headroom+admission");
        List<Run> twice = runs(at(536), "headroom+admission");
        assertThat(mean(twice, Run::meanMs)).isLessThan(mean(more, Run::meanMs) - 5);
        assertThat(mean(twice, Run::p99Ms)).isLessThan(mean(more, Run::p99Ms) - 5);
        assertThat(mean(twice, Run::throughputPerSecond)).isGreaterThan(0.97 * mean(more, Run::throughputPerSecond));
    }
}
