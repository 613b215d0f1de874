// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.LoadModel;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.RateStep;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.SamplingModel.Way;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.ServerGroup.Order;
import io.evenkeel.simulator.scenario.SessionFetch;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients, queues, patience, sessions and samples in whole runs that can be worked out by hand. */
class SimulatorTest {

    private static final Distribution NONE = Distribution.parse("constant(0ms)");

    /** 10 ms of work and 90 ms of thinking are 10 requests a second of each user; after the first they do not meet. */
    @Test
    void usersThinkBetweenRequests() {
        Run run = Models.run("random", one(users(3, "constant(90ms)", null), 1, 2, "constant(10ms)"));

        assertThat(run.throughputPerSecond()).isCloseTo(30, withinPercentage(1));
        assertThat(run.failures()).isZero();
    }

    @Test
    void networkIsPaidBothWays() {
        Scenario near = one(users(1, "constant(0ms)", null), 1, 0, "constant(10ms)");
        Scenario far = with(near, new WorkModel(Distribution.parse("constant(10ms)"), NONE, 2.5));

        assertThat(Models.run("random", far).meanMs()).isCloseTo(15, withinPercentage(0.1));
    }

    /** The work is 10 ms, a fetch 5; round robin takes the other one of two nodes each time, unless a session stays. */
    @Test
    void aSessionThatWasElsewhereIsFetched() {
        Distribution fetched = Distribution.parse("constant(5ms)");
        WorkModel work = new WorkModel(
                Distribution.parse("constant(10ms)"),
                NONE,
                0,
                List.of(),
                WorkModel.KindsOf.REQUEST,
                null,
                new SessionFetch(fetched, NONE));
        ClosedLoad staying = new ClosedLoad(1, 1, 0, NONE, 10, null, NodeChoice.SESSION);
        Scenario plain = scenario(staying, List.of(server(2, 1, 1, 1)), "constant(10ms)", 1000, 10_000);
        Scenario scenario = with(plain, work);

        assertThat(Models.run("round-robin", scenario).meanMs()).isCloseTo(10, withinPercentage(0.1));
        assertThat(Models.run("round-robin", scenario.withoutAffinity()).meanMs())
                .isCloseTo(15, withinPercentage(0.1));
    }

    /**
     * Three users come every 10 s and go as they came; with no think time and a core for each, 100 requests a second of
     * each.
     */
    @Test
    void usersComeAndGoInSteps() {
        ClosedLoad load = new ClosedLoad(6, 3, 10_000, NONE, 10, null, NodeChoice.NONE);
        Run run = Models.run(
                "least-connections", scenario(load, List.of(server(1, 6, 6, 0)), "constant(10ms)", 1000, 4000));

        assertThat(run.virtualS()).isEqualTo(25);
        List<Integer> perSecond = run.series().completed().get(0);
        assertThat(perSecond.get(5)).isEqualTo(300);
        assertThat(perSecond.get(12)).isEqualTo(600);
        assertThat(perSecond.get(20)).isEqualTo(300);
        assertThat(run.throughputPerSecond()).isCloseTo(600, withinPercentage(1));
    }

    /** One is served, one waits in the server, the third is refused and comes again after 10 ms. */
    @Test
    void refusedUsersTryAgainLater() {
        Run run = Models.run("random", one(users(3, "constant(0ms)", null), 1, 1, "constant(10ms)"));

        assertThat(run.throughputPerSecond()).isCloseTo(100, withinPercentage(1));
        assertThat(run.nodes().get(0).failures()).isEqualTo(run.failures()).isPositive();
        assertThat(run.failuresEver()).isGreaterThanOrEqualTo(run.failures());
    }

    /** The small server refuses what comes in bursts; nearly all of that finds room in the large one. */
    @Test
    void refusedRequestsAreTriedElsewhere() {
        Scenario scenario = sampled(SamplingModel.NONE);
        Scenario retrying = new Scenario(
                scenario.name(),
                scenario.what(),
                scenario.servers(),
                scenario.work(),
                scenario.load(),
                new Dispatchers(1, 1024, 2000, 1),
                scenario.sampling(),
                scenario.warmUpMs(),
                scenario.measuredMs());

        Run without = Models.run("random", scenario);
        Run with = Models.run("random", retrying);
        assertThat(without.retries()).isZero();
        assertThat(with.retries()).isGreaterThan(with.failuresEver() * 10).isPositive();
        assertThat(with.failureShare()).isLessThan(without.failureShare() / 10);
    }

    /** The node's limit keeps in the queue what is too much for it, and a full queue refuses. */
    @Test
    void queueOfTheDispatcherTimesOutAndIsBounded() {
        Scenario small = new Scenario(
                "small",
                "a queue of two",
                List.of(limited(1)),
                new WorkModel(Distribution.parse("constant(100ms)"), NONE, 0),
                users(4, "constant(0ms)", null),
                new Dispatchers(1, 2, 150),
                SamplingModel.NONE,
                0,
                100_000);
        Run run = Models.run("least-connections", small);

        // The limit of the node is 1: one is there, two wait, the fourth is refused; the last in the queue would wait
        // 200 ms.
        assertThat(run.throughputPerSecond()).isCloseTo(10, withinPercentage(1));
        assertThat(run.latenciesUs().getMaxValue() / 1e3).isLessThanOrEqualTo(251);
        assertThat(run.failures()).isPositive();
        assertThat(run.nodes().get(0).failures())
                .as("the server refused nothing")
                .isZero();
    }

    /** Every request takes 50 ms; patience ends at 20: all sessions break, and the server's work is lost. */
    @Test
    void impatientClientsBreakTheirSessions() {
        OpenLoad load = new OpenLoad(
                10,
                OpenLoad.RateUnit.PER_SECOND,
                "constant",
                Distribution.parse("constant(5)"),
                Distribution.parse("constant(1ms)"),
                20,
                NodeChoice.NONE);
        Run run = Models.run("random", scenario(load, List.of(server(1, 8, 8, 0)), "constant(50ms)", 0, 100_000));

        assertThat(run.sessionsDone()).isZero();
        assertThat(run.sessionsBroken()).as("2 sessions a second").isBetween(195L, 201L);
        assertThat(run.failureShare()).isEqualTo(1);
        assertThat(run.meanMs()).isNaN();
        assertThat(run.nodes().get(0).cpuShare() * 8).isCloseTo(0.1, withinPercentage(3));
    }

    /**
     * A session that is bound to a node never changes it: with two nodes and sessions of 100, runs of one node are that
     * long.
     */
    @Test
    void sessionsStayWhereTheyArePlaced() {
        ClosedLoad bound = new ClosedLoad(1, 1, 0, NONE, 10, Distribution.parse("constant(100)"), NodeChoice.SESSION);
        Run run =
                Models.run("round-robin", scenario(bound, List.of(server(2, 1, 10, 10)), "constant(10ms)", 0, 20_000));

        List<Integer> first = run.series().completed().get(0);
        assertThat(first.subList(0, 4))
                .as("a second here, a second there; what ends with a second counts in the next")
                .containsExactly(99, 1, 99, 1);
        assertThat(run.nodes().get(0).share()).isBetween(0.4, 0.6);
        assertThat(run.sessionsDone()).isBetween(19L, 20L);
    }

    /** Whatever the policy, the same requests ask for the same work. */
    @Test
    void policiesMeetTheSameWork() {
        Scenario scenario = scenario(
                users(1, "constant(0ms)", null), List.of(server(3, 1, 10, 10)), "exponential(10ms)", 0, 10_000);

        assertThat(Models.run("round-robin", scenario).latenciesUs())
                .isEqualTo(Models.run("random", scenario).latenciesUs());
        Scenario other = scenario.lasting(0, 10_000);
        assertThat(Simulator.run(other, Chooser.oracle(Oracle.CENTRAL_QUEUE), 2).latenciesUs())
                .isNotEqualTo(Models.run("random", scenario).latenciesUs());
    }

    /**
     * headroom keeps the small server from overflowing where it hears how full it is, and does not where it hears
     * nothing.
     */
    @Test
    void samplesReachThePolicyHoweverTheyTravel() {
        for (SamplingModel sampling : List.of(
                new SamplingModel(Way.PIGGYBACK, 100, 0, 0),
                new SamplingModel(Way.POLLED, 500, 0, 0),
                new SamplingModel(Way.POLLED, 500, 100, 300))) {
            Run run = Models.run("headroom", sampled(sampling));

            assertThat(run.failuresEver()).as("with %s", sampling).isZero();
        }
        assertThat(Models.run("headroom", sampled(SamplingModel.NONE)).failuresEver())
                .isPositive();
    }

    /** 10 requests a second, and 100 from the tenth second on. */
    @Test
    void theLoadTakesAStep() {
        OpenLoad load = new OpenLoad(
                10,
                OpenLoad.RateUnit.PER_SECOND,
                "constant",
                Distribution.parse("constant(1)"),
                NONE,
                0,
                NodeChoice.NONE,
                new RateStep(10_050, 100, OpenLoad.RateUnit.PER_SECOND));
        Run run = Models.run("random", scenario(load, List.of(server(1, 8, 8, 0)), "constant(1ms)", 0, 20_000));

        List<Integer> perSecond = run.series().completed().get(0);
        assertThat(perSecond.subList(1, 9)).containsOnly(10);
        assertThat(perSecond.subList(11, 19)).containsOnly(100);
    }

    /**
     * Half of the requests stay for a second without a worker: one worker answers all, and no request's time is longer
     * than the work.
     */
    @ParameterizedTest
    @EnumSource(value = RequestKind.Stay.class, names = "WORKER", mode = EnumSource.Mode.EXCLUDE)
    void whatRequestsStayOnPurposeIsInNoTimeAndHoldsNoWorker(RequestKind.Stay stay) {
        Distribution ten = Distribution.parse("constant(10ms)");
        RequestKind kind = new RequestKind("staying", 0.5, ten, NONE, Distribution.parse("constant(1s)"), stay);
        OpenLoad load = new OpenLoad(
                50,
                OpenLoad.RateUnit.PER_SECOND,
                "constant",
                Distribution.parse("constant(1)"),
                NONE,
                100,
                NodeChoice.NONE);
        Scenario plain = scenario(load, List.of(server(1, 1, 1, 0)), "constant(10ms)", 5_000, 20_000);
        Run run = Models.run(
                "random", with(plain, new WorkModel(ten, NONE, 1, List.of(kind), WorkModel.KindsOf.REQUEST)));

        assertThat(run.failuresEver()).isZero();
        assertThat(run.meanMs()).isCloseTo(12, withinPercentage(0.1));
        assertThat(run.latenciesUs().getMaxValue() / 1e3).isCloseTo(12, withinPercentage(0.1));
        assertThat(run.throughputPerSecond()).isCloseTo(50, withinPercentage(1));
    }

    @Test
    void lostRequestsAreFound() {
        assertThatThrownBy(() -> LittlesLaw.check(1000, 1001, 1, 10))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lost or invented");
    }

    @Test
    void wrongOptionIsRefusedBeforeTheRun() {
        assertThatThrownBy(
                        () -> Chooser.policy(Models.CATALOG.find("round-robin").orElseThrow(), Map.of("speed", 1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no parameter 'speed'");
    }

    /** 30 users, 4 places in one server and 40 in the other. */
    private static Scenario sampled(SamplingModel sampling) {
        return new Scenario(
                "unlike",
                "a small and a large server",
                List.of(server(1, 2, 2, 2), server(1, 10, 20, 20)),
                new WorkModel(Distribution.parse("exponential(10ms)"), NONE, 0.25),
                users(30, "constant(0ms)", null),
                Dispatchers.ONE,
                sampling,
                0,
                20_000);
    }

    private static ClosedLoad users(int count, String think, @Nullable Distribution sessionLength) {
        return new ClosedLoad(count, 2, 5_000, Distribution.parse(think), 10, sessionLength, NodeChoice.NONE);
    }

    private static ServerGroup server(int count, int cores, int workers, int queue) {
        return Models.server(count, cores, 1, workers, queue, Order.PROCESSOR_SHARING);
    }

    private static ServerGroup limited(int limit) {
        return new ServerGroup("it", 1, 1, 1, 10, 10, 0, null, 1, limit, Order.PROCESSOR_SHARING, null, List.of());
    }

    private static Scenario one(LoadModel load, int workers, int queue, String cpu) {
        return scenario(load, List.of(server(1, 1, workers, queue)), cpu, 0, 100_000);
    }

    private static Scenario scenario(
            LoadModel load, List<ServerGroup> servers, String cpu, double warmUpMs, double measuredMs) {
        return new Scenario(
                "small",
                "worked out by hand",
                servers,
                new WorkModel(Distribution.parse(cpu), NONE, 0),
                load,
                Dispatchers.ONE,
                SamplingModel.NONE,
                warmUpMs,
                measuredMs);
    }

    private static Scenario with(Scenario scenario, WorkModel work) {
        return new Scenario(
                scenario.name(),
                scenario.what(),
                scenario.servers(),
                work,
                scenario.load(),
                scenario.dispatchers(),
                scenario.sampling(),
                scenario.warmUpMs(),
                scenario.measuredMs());
    }
}
