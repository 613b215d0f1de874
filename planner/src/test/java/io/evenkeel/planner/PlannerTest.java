// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.planner.theory.ClosedNetwork;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {

    private static final double SERVICE_MS = 1 / 0.10413;
    private static final NodeKind POOLS = new NodeKind("tomcat", 3, 8, 2, 80, 10, 0, 12, 12, 1);

    private static Fleet fleet(NodeKind... kinds) {
        return new Fleet(List.of(kinds), 1);
    }

    /** The second paper's server: k of them at 150/s, M/M/k and M/M/1^k by its own equations 2.9 and 2.16. */
    @ParameterizedTest
    @CsvSource({"2, 19.956, 34.329", "3, 10.934, 18.474", "4, 9.851, 15.008", "5, 9.650, 13.490"})
    void thePapersServers(int servers, double pooledMs, double separateMs) {
        Fleet fleet = fleet(NodeKind.single(SERVICE_MS, servers));
        assertThat(PlanModel.POOLED.label(fleet)).isEqualTo("M/M/" + servers);
        assertThat(PlanModel.SEPARATE.label(fleet)).isEqualTo("M/M/1^" + servers);
        assertThat(Planner.forecast(fleet, PlanModel.POOLED, 150).meanMs()).isCloseTo(pooledMs, within(0.001));
        assertThat(Planner.forecast(fleet, PlanModel.SEPARATE, 150).meanMs()).isCloseTo(separateMs, within(0.001));
    }

    /** Enough is enough, and one less is not; by every model that applies, for 60 plans of one seed. */
    @Test
    void nodesAreTheLeastThatKeepTheGoal() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 60; i++) {
            NodeKind kind = NodeKind.single(random.nextDouble(1, 50), 1);
            double rate = random.nextDouble(10, 3000);
            List<UpperBound> goals =
                    List.of(new UpperBound(UpperBound.BoundFigure.P95, kind.demandMs() * random.nextDouble(3.2, 12)));
            for (PlanModel model : List.of(PlanModel.POOLED, PlanModel.SEPARATE)) {
                int count = Planner.nodesFor(kind, 1, model, rate, goals);
                assertThat(holds(kind, count, model, rate, goals)).isTrue();
                assertThat(count == 1 || !holds(kind, count - 1, model, rate, goals))
                        .isTrue();
            }
        }
    }

    private static boolean holds(NodeKind kind, int count, PlanModel model, double rate, List<UpperBound> goals) {
        Fleet fleet = fleet(kind.times(count));
        return Planner.holds(fleet, model.applies(fleet) ? model : PlanModel.POOLED, rate, goals);
    }

    /** More load never helps, more nodes never harm, and the highest rate is on the edge; for 40 fleets of one seed. */
    @Test
    void answersAreMonotone() {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 40; i++) {
            NodeKind kind = new NodeKind(
                    "n",
                    1 + random.nextInt(4),
                    random.nextDouble(1, 10),
                    1 + random.nextInt(4),
                    random.nextDouble(1, 60),
                    2 + random.nextInt(10),
                    0,
                    4 + random.nextInt(12),
                    random.nextInt(12),
                    1);
            Fleet fleet = fleet(kind);
            double rate = fleet.capacityPerSecond() * random.nextDouble(0.1, 0.9);
            PlanModel model = PlanModel.bestFor(fleet);
            assertThat(model).isEqualTo(PlanModel.POOLS);
            Forecast now = Planner.forecast(fleet, model, rate);
            assertThat(Planner.forecast(fleet, model, rate * 1.05).meanMs()).isGreaterThan(now.meanMs());
            assertThat(Planner.forecast(fleet, model, rate * 1.05).refusedShare())
                    .isGreaterThanOrEqualTo(now.refusedShare());
            assertThat(Planner.forecast(fleet(kind.times(kind.count() + 1)), model, rate)
                            .p95Ms())
                    .isLessThan(now.p95Ms() * 1.0001);
            assertThat(now.meanMs()).isGreaterThanOrEqualTo(kind.demandMs() * 0.999);
            assertThat(Planner.forecast(fleet, PlanModel.carefulFor(fleet), rate)
                            .refusedShare())
                    .isGreaterThanOrEqualTo(now.refusedShare() - 1e-9);
            List<UpperBound> goals =
                    List.of(new UpperBound(UpperBound.BoundFigure.P95, kind.demandMs() * 4), UpperBound.FEW_REFUSED);
            double highest = Planner.highestRate(fleet, model, goals);
            assertThat(highest).isLessThanOrEqualTo(fleet.capacityPerSecond());
            assertThat(highest == 0 || Planner.holds(fleet, model, highest, goals))
                    .isTrue();
            assertThat(Planner.holds(fleet, model, highest + fleet.capacityPerSecond() * 1e-4, goals))
                    .isFalse();
        }
    }

    /** X ≤ min(Xmax, N/(R0+Z)), and R0 alone for one user. */
    @Test
    void usersKeepTheBounds() {
        Fleet fleet = fleet(POOLS);
        assertThat(fleet.capacityPerSecond()).isCloseTo(375, within(1e-9));
        assertThat(Planner.usersForecast(fleet, 1, 1000).meanMs()).isCloseTo(88, within(1e-6));
        double before = 0;
        for (int users = 1; users <= 600; users += 40) {
            Forecast forecast = Planner.usersForecast(fleet, users, 1000);
            double bound = Math.min(375, users / 1.088);
            assertThat(forecast.throughputPerSecond()).isBetween(before, bound + 1e-9);
            assertThat(Planner.schweitzer(fleet, users, 1000).throughputPerSecond())
                    .isCloseTo(forecast.throughputPerSecond(), within(0.08 * forecast.throughputPerSecond()));
            before = forecast.throughputPerSecond();
        }
        assertThat(Planner.saturationUsers(fleet, 1000)).isCloseTo(408, within(1e-6));
    }

    /**
     * Without think time all users are always there: the throughput of 30 on 36 workers is that of the network that
     * holds 30.
     */
    @Test
    void usersWhoDoNotThinkAreAlwaysThere() {
        Forecast forecast = Planner.usersForecast(fleet(POOLS), 30, 0);
        assertThat(forecast.throughputPerSecond() * forecast.meanMs() / 1000).isCloseTo(30, within(0.3));
        assertThat(forecast.refusedShare()).isZero();
        assertThat(Planner.usersForecast(fleet(POOLS), 100, 100).refusedShare()).isGreaterThan(0.01);
    }

    @Test
    void theBottleneckIsWhereDoublingHelps() {
        List<Bottleneck> all = Bottleneck.of(fleet(POOLS), 300);
        assertThat(all.stream().map(Bottleneck::resource)).containsExactly("jdbc", "workers", "cpu");
        assertThat(all.get(0).isBottleneck()).isTrue();
        assertThat(all.get(0).utilizationShare()).isCloseTo(0.8, within(1e-9));
        assertThat(Bottleneck.doubled(fleet(POOLS), POOLS, "jdbc").capacityPerSecond())
                .isCloseTo(3 * 12 / 0.088, within(1e-6));
        assertThat(Bottleneck.doubled(fleet(POOLS), POOLS, "workers").capacityPerSecond())
                .isCloseTo(375, within(1e-6));
    }

    /**
     * The capacity of a node is the throughput of its network with all 12 workers inside, 122 /s, and not the 125 /s of
     * ten connections always taken.
     */
    @Test
    void aCapacityIsThatOfTheModelThatSaysHowBusyTheNodesAre() {
        double filled = 3000 * new ClosedNetwork(POOLS.resources()).throughputsPerMs(12)[12];
        assertThat(filled).isBetween(360.0, 374.0);
        assertThat(PlanModel.values())
                .filteredOn(model -> model.applies(fleet(POOLS)))
                .isNotEmpty()
                .allSatisfy(model -> {
                    Forecast forecast = Planner.forecast(fleet(POOLS), model, 300);
                    assertThat(forecast.capacityPerSecond() * forecast.utilizationShare())
                            .isCloseTo(300, within(1e-6));
                    assertThat(forecast.capacityPerSecond())
                            .isCloseTo(model.title().startsWith("pools") ? filled : 375, within(1e-6));
                });
        Forecast users = Planner.usersForecast(fleet(POOLS), 200, 1000);
        assertThat(users.capacityPerSecond()).isCloseTo(filled, within(1e-6));
    }

    /** Two of three alike, and the other one: each death is another fleet. */
    @Test
    void eachDeathIsAnother() {
        NodeKind big = new NodeKind("big", 1, 8, 4, 0, NodeKind.ANY, 0, NodeKind.ANY, NodeKind.ANY, 1);
        NodeKind small = new NodeKind("small", 2, 8, 1, 0, NodeKind.ANY, 0, NodeKind.ANY, NodeKind.ANY, 1);
        Fleet fleet = fleet(big, small);
        assertThat(fleet.capacityPerSecond()).isCloseTo(750, within(1e-9));
        assertThat(fleet.without(big, 1).capacityPerSecond()).isCloseTo(250, within(1e-9));
        assertThat(fleet.without(small, 1).capacityPerSecond()).isCloseTo(625, within(1e-9));
        assertThatThrownBy(() -> fleet.without(small, 3)).hasMessageContaining("only 2");
        assertThatThrownBy(() -> fleet(small).without(small, 2)).hasMessageContaining("nothing is left");
        assertThat(PlanModel.SEPARATE.label(fleet)).isEqualTo("M/M/4^1 + M/M/1^2");
    }

    @Test
    void aLimitBelowTheServiceTimeHasNoNumberOfNodes() {
        assertThatThrownBy(() -> Planner.nodesFor(
                        NodeKind.single(100, 1), 1, PlanModel.POOLED, 50, List.of(UpperBound.parse("p95<20ms"))))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("100.0 ms");
    }

    @ParameterizedTest
    @CsvSource({"p95<200ms, P95, 200", "mean < 0.1s, MEAN, 100", "refused<1%, REFUSED, 0.01", "P99<1.5s, P99, 1500"})
    void readsGoals(String text, UpperBound.BoundFigure figure, double limit) {
        assertThat(UpperBound.parse(text).figure()).isEqualTo(figure);
        assertThat(UpperBound.parse(text).limit()).isCloseTo(limit, within(1e-9));
        assertThat(UpperBound.parse(UpperBound.parse(text).text())).isEqualTo(UpperBound.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"p95", "p95>200ms", "p12<3ms", "refused<3ms", "mean<10%", "mean<-1ms"})
    void refusesWhatIsNoGoal(String text) {
        assertThatThrownBy(() -> UpperBound.parse(text))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("p95<200ms");
    }
}
