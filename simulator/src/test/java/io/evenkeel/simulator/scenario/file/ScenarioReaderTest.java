// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.HeapModel;
import io.evenkeel.simulator.scenario.Holdings;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.SlowPeriod;
import io.evenkeel.simulator.scenario.TimedBehaviour;
import io.evenkeel.simulator.scenario.Warming;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {

    private static final String CLOSED = """
            name: mine
            what: two servers
            servers:
              - {name: full, count: 2, workers: 12, queue: 12, jdbc: 10, weight: 2}
              - name: half
                cores: 4
                speed: 0.5
                workers: 6
                queue: 0
                heap: {size: 256, base: 100, per-request: 4, garbage: 8, young: 25%, pause: 4ms, pause-per-mb: 50us}
                order: fifo
                antagonist: {servers: 50%, takes: [40%, 0.8], stays: 8s, away: 4s}
                failing: {from: 1m, until: 2m, after: 1ms}
            work: {cpu: exponential(8ms), jdbc: "lognormal(80ms, 0.5)", network: 250us}
            load: {users: 30, ramp: {step: 3, every: 10s}, after-failure: 10ms}
            dispatchers: {count: 2, queue: 10, queue-timeout: 1.5s}
            samples: {way: polled, every: 1s, age: [100ms, 1s]}
            measure: {warm-up: 5s, for: 2m}
            policies: [random, headroom]
            weighted: [random]
            goals:
              headroom: {failures: 0, throughput: 98%, p99: 1.1}
            """;

    private static final String ADVERSE = """
            name: adverse
            what: what can go wrong
            servers:
              - name: moody
                workers: 6
                queue: 0
                cold: {factor: 5, requests: 2000}
                slow:
                  - {from: 30s, lasts: constant(10s), every: constant(60s), factor: 10}
                  - {from: 1m, lasts: constant(1s), factor: 2}
                pauses: {lasts: "uniform(1s, 3s)", every: constant(20s)}
                agent: {is: adds, from: 30s, tasks: 4}
                cache: 20
                serves: [reports, other]
            work:
              cpu: exponential(8ms)
              kinds:
                - {name: poll, share: 10%, cpu: constant(1ms), jdbc: constant(2ms), stays: exponential(20s), as: parked}
                - {name: report, share: 0.2, cpu: constant(100ms), service: reports}
              objects: {asked: "zipf(1, 100)", miss: constant(50ms)}
            load: {rate: 60, step: {at: 30s, of-capacity: 80%}}
            dispatchers: {queue-target: 200ms}
            measure: {for: 2m}
            """;

    private static ScenarioFile read(String text) {
        return ScenarioReader.read("mine.yaml", text);
    }

    @Test
    void everyKeyEndsUpInItsPlace() {
        ScenarioFile file = read(CLOSED);
        Scenario scenario = file.scenario();
        assertThat(scenario.nodes()).isEqualTo(3);
        assertThat(scenario.server(1).name()).isEqualTo("full");
        assertThat(scenario.server(2).name()).isEqualTo("half");
        assertThat(scenario.server(2).heap()).isEqualTo(new HeapModel(256, 100, 4, 8, 0.25, 4, 0.05));
        assertThat(scenario.server(2).failing().get(0).untilMs()).isEqualTo(120_000);
        assertThat(scenario.server(2).antagonist())
                .satisfies(it -> assertThat(it.maxShare()).isEqualTo(0.8));
        assertThat(scenario.sampling()).isEqualTo(new SamplingModel(SamplingModel.Way.POLLED, 1000, 100, 1000));
        assertThat(scenario.dispatchers().queueTimeoutMs()).isEqualTo(1500);
        assertThat(file.policies()).containsExactly("random", "headroom");
        assertThat(file.goals()).contains(new ScenarioGoal("headroom", ScenarioGoal.GoalFigure.THROUGHPUT, 0.98));
    }

    @Test
    void whatCanGoWrongEndsUpInItsPlace() {
        Scenario scenario = read(ADVERSE).scenario();
        TimedBehaviour behaviour = scenario.server(0).behaviour();
        assertThat(behaviour.cold()).isEqualTo(new Warming(5, 2000));
        assertThat(behaviour.agentFault()).isEqualTo(new AgentFault(AgentFault.Kind.ADDS, 30_000, 50, 4));
        assertThat(behaviour.slowPeriods())
                .extracting(SlowPeriod::factor)
                .containsExactly(10.0, 2.0, Double.POSITIVE_INFINITY);
        assertThat(behaviour.slowPeriods())
                .extracting(SlowPeriod::fromMs)
                .containsExactly(30_000.0, 60_000.0, Double.NaN);
        assertThat(scenario.work().kinds())
                .extracting(RequestKind::stay)
                .containsExactly(RequestKind.Stay.PARKED, RequestKind.Stay.WORKER);
        assertThat(scenario.work().meanCpuMs()).isCloseTo(0.1 * 1 + 0.2 * 100 + 0.7 * 8, Offset.offset(1e-9));
        assertThat(scenario.server(0).holdings()).isEqualTo(new Holdings(20, List.of("reports", "other")));
        assertThat(scenario.work().services()).containsExactly("other", "reports");
        assertThat(scenario.work().objects())
                .satisfies(it -> assertThat(it.missMs().mean()).isEqualTo(50));
        assertThat(scenario.work().meanJdbcMs()).as("misses left out").isCloseTo(0.2, Offset.offset(1e-9));
        assertThat(scenario.dispatchers().queueTargetMs()).isEqualTo(200);
        assertThat(scenario.ratePerSecond()).isEqualTo(60);
        assertThat(scenario.ratePerSecondAfter()).isCloseTo(0.8 * scenario.capacityPerSecond(), Offset.offset(1e-9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            factor: 5             | factor: 0.5            | 7:20 | 'cold factor' is from 1 to 1000, was 0.5
            factor: 10            | factor: 1              | 9:73 | 'slow factor' is above 1, was 1.0
            every: constant(60s)  | every: constant(5s)    | 9:50 | 'slow every' is longer than 'lasts', from start to start, was 5000.0
            from: 1m, lasts       | lasts                  | 10:9 | 'slow' has 'from', a time since the start, or 'every', or both
            lasts: "uniform(1s, 3s)", | factor: 2, lasts: "uniform(1s, 3s)", | 11:14 | unknown key 'factor'
            is: adds              | is: liar               | 12:17 | 'is' must be one of missing, frozen, idle, adds
            cache: 20             | cache: 99999999        | 13:12 | 'cache' is from 0 to 10000000, was 99999999
            [reports, other]      | [report, other]        | 1:1 | 'serves' names services of kinds, was report
            share: 10%            | share: 90%             | 18:5 | 'work kinds' has shares that are at most 100 % together
            stays: exponential(20s), | ''                  | 18:78 | 'kinds as' needs 'stays', the time that it is parked, was parked
            as: parked            | as: sleeping           | 18:102 | 'as' must be one of worker, parked, tunnel
            constant(50ms)        | constant(0ms)          | 20:42 | 'objects miss' has a mean above 0, was 0.0
            of-capacity: 80%      | of-capacities: 80%     | 21:34 | unknown key 'of-capacities'
            of-capacity: 80%      | rate: 3, of-capacity: 80% | 21:18 | a step goes to a 'rate' in requests per second, or to a rate 'of-capacity'
            """)
    void aWrongHabitIsRefusedAtItsPlace(String right, String wrong, String place, String message) {
        assertThatThrownBy(() -> read(ADVERSE.replaceFirst(java.util.regex.Pattern.quote(right), wrong)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("mine.yaml:" + place + "\n")
                .hasMessageContaining(message);
    }

    @Test
    void aFetchIsReadAndAPolicyMayGoWithoutAffinity() {
        ScenarioFile file = read(CLOSED.replace("250us}", "250us, fetch: {cpu: exponential(7ms)}}")
                .replace("10ms}\ndispatchers", "10ms, affinity: session}\ndispatchers")
                .replace("weighted: [random]", "without-affinity: [least-requests]"));

        assertThat(file.scenario().work().fetch()).isNotNull().satisfies(fetch -> {
            assertThat(fetch.cpuMs().mean()).isEqualTo(7);
            assertThat(fetch.jdbcMs().mean()).isZero();
        });
        assertThat(file.scenarioFor("random").load().affinity()).isEqualTo(NodeChoice.SESSION);
        assertThat(file.scenarioFor("least-requests").load().affinity()).isEqualTo(NodeChoice.NONE);
        assertThat(read(ADVERSE).scenario().work().fetch()).isNull();
        assertThat(read(ADVERSE).scenario().withoutAffinity().load())
                .isEqualTo(read(ADVERSE).scenario().load());
    }

    @Test
    void onlyPoliciesThatAreToldSeeWeights() {
        ScenarioFile file = read(CLOSED);
        assertThat(file.scenarioFor("random").server(0).weight()).isEqualTo(2);
        assertThat(file.scenarioFor("headroom").server(0).weight()).isEqualTo(1);
        assertThat(read(CLOSED.replace("weighted: [random]", ""))
                        .scenarioFor("headroom")
                        .server(0)
                        .weight())
                .isEqualTo(2);
    }

    @Test
    void aClosedLoadRampsUpHoldsAndRampsDown() {
        Scenario scenario = read(CLOSED).scenario();
        assertThat(scenario.load()).isInstanceOf(ClosedLoad.class);
        // ten steps of three users, the first at 0
        assertThat(scenario.measuredFromMs()).isEqualTo(90_000 + 5_000);
        assertThat(scenario.measuredUntilMs()).isEqualTo(215_000);
        assertThat(scenario.endMs()).isEqualTo(305_000);
        assertThat(scenario.withUsers(54).measuredFromMs()).isEqualTo(170_000 + 5_000);
    }

    @Test
    void aShareOfTheCapacityIsARate() {
        Scenario scenario = read(CLOSED.replace(
                        "users: 30, ramp: {step: 3, every: 10s}, after-failure: 10ms",
                        "of-capacity: 150%, arrivals: \"mmpp(0.8, 1.8, 10s, 2s)\""))
                .scenario();
        assertThat(scenario.load()).isInstanceOf(OpenLoad.class);
        // full: one core of 8 ms, and 10 connections of 80 ms, 125 each; half: 6 workers of 16 + 80 ms, less than 4
        // cores of 16 ms
        double capacity = 2 * 125 + 6 / 0.096;
        assertThat(scenario.capacityPerSecond()).isCloseTo(capacity, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(scenario.ratePerSecond()).isCloseTo(1.5 * capacity, org.assertj.core.data.Offset.offset(1e-9));
        assertThatThrownBy(() -> scenario.withUsers(3)).hasMessageContaining("'mine' has no users: its load is open");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            queue: 12             | que: 12                | 4:41 | unknown key 'que'
            queue: 12             | que: 12                | 4:41 | keys here: name, count, cores, speed, workers, queue,
            queue: 12             | queu: 12               | 4:41 | did you mean 'queue'?
            queue: 12             | que: 12                | 4:5 | 'queue' is missing from servers
            jdbc: 10              | jdbcs: 10              | 4:52 | unknown key 'jdbcs'
            workers: 12, queue    | queue                  | 4:5 | 'workers' is missing from servers
            count: 2              | count: two             | 4:25 | 'count' must be a whole number of at least 0
            count: 2              | count: "2"             | 4:25 | remove the quotes
            count: 2              | count: 0               | 4:25 | 'count' is from 1 to 100000, was 0
            speed: 0.5            | speed: fast            | 7:12 | 'speed' must be a number
            base: 100             | base: 300              | 10:29 | 'heap base' leaves room for one request, was 300.0
            order: fifo           | order: lifo            | 11:12 | 'order' must be one of processor-sharing, fifo
            stays: 8s             | stays: 8               | 12:58 | 'stays' must be a time with its unit, such as 250us, 4ms, 1.5s or 10m, or 0
            stays: 8s             | stays: 8               | 12:58 | did you mean '8s'?
            [40%, 0.8]            | [80%, 40%]             | 12:39 | 'antagonist takes' goes from less to more
            [40%, 0.8]            | [10%, 40%, 0.8]        | 12:39 | 'takes' is one value, or two: [least, most]
            until: 2m             | until: 30s             | 13:32 | 'failing until' is after 'from', was 30000.0
            exponential(8ms)      | gaussian(8ms)          | 14:13 | 'gaussian(8ms)' is not a distribution; there are constant(8ms),
            step: 3               | step: 0                | 15:32 | 'ramp step' is from 1 to 1000000, was 0
            users: 30             | rate: 3, users: 30     | 15:17 | 'users' excludes 'rate' and 'of-capacity': a load is closed or open
            users: 30             | guests: 30             | 15:8 | unknown key 'guests'
            users: 30, ramp       | ramp                   | 15:1 | a load has 'users', or a 'rate' in requests per second
            users: 30             | rate: 30               | 15:18 | an open load has no 'ramp'
            after-failure: 10ms   | patience: 10ms         | 15:48 | a closed load has no 'patience'
            name: mine            | name: Mine             | 1:7 | 'name' is kebab-case, such as 'two-speeds', was Mine
            failures: 0           | failure: 0             | 22:14 | unknown key 'failure'
            what: two servers     | name: again            | 2:1 | key 'name' is given twice
            measure:              | measures:              | 1:1 | 'measure' is missing from the scenario
            """)
    void anErrorNamesThePlaceAndWhatMayStandThere(String right, String wrong, String place, String message) {
        assertThatThrownBy(() -> read(CLOSED.replaceFirst(java.util.regex.Pattern.quote(right), wrong)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith("mine.yaml cannot be used\nerror: ")
                .hasMessageContaining("mine.yaml:" + place + "\n")
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNoYamlIsSaidAtItsPlace() {
        assertThatThrownBy(() -> read("name: mine\n\twhat: x\n"))
                .hasMessageContaining("error: not valid YAML: ")
                .hasMessageContaining("mine.yaml:2:1\n")
                .hasMessageContaining("indent with spaces, not tabs");
        assertThatThrownBy(() -> read("")).hasMessageContaining("error: the file is empty");
        assertThatThrownBy(() -> read("just words"))
                .hasMessageContaining("error: the file must be a section of keys, not 'just words'");
    }

    /** All that does not have the form of a scenario is said at once. */
    @Test
    void severalErrorsAreSaidTogether() {
        assertThatThrownBy(() -> read(CLOSED.replace("count: 2, workers", "count: two, workers")
                        .replace("for: 2m", "for: long")))
                .hasMessageContaining("mine.yaml:4:25\n")
                .hasMessageContaining("mine.yaml:18:29\n")
                .hasMessageEndingWith("2 problems (2 errors, 0 warnings)");
    }

    /** References are for configurations, which have secrets. */
    @Test
    void aReferenceIsAWordLikeOthers() {
        assertThat(read(CLOSED.replace("two servers", "${env:HOME}")).scenario().what())
                .isEqualTo("${env:HOME}");
    }
}
