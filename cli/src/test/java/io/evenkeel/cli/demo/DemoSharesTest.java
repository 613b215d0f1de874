// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The demo's servers and visitors in virtual time. How long a request holds a connection depends on the machine: some
 * nine round trips of 8 ms to the database, and its work.
 */
class DemoSharesTest {

    private static final String SCENARIO = """
            name: demo
            what: the servers and visitors of the demo
            servers:
              - {name: tomcat-1, count: 1, cores: 1, workers: 12, queue: 12, jdbc: 10}
              - {name: tomcat-2, count: 1, cores: 1, workers: 12, queue: 12, jdbc: 8}
              - {name: tomcat-3, count: 1, cores: 1, workers: 6, queue: 12, jdbc: 5}
            work: {cpu: exponential(1ms), jdbc: "lognormal(%dms, 0.5)", network: 250us}
            load: {users: 40, think: exponential(150ms), after-failure: 10ms}
            dispatchers: {count: 1, queue: 1024, queue-timeout: 2s}
            samples: {way: polled, every: 100ms}
            measure: {for: 2m}
            policies: [headroom]
            """;

    private static Run run(int heldMs) {
        return Simulator.run(
                ScenarioFiles.of("demo", SCENARIO.formatted(heldMs)).scenario(),
                Chooser.policy(PolicyCatalog.load().find("headroom").orElseThrow(), Map.of()),
                1);
    }

    /** The largest has 10 of the 23 connections, fewer than the requests that hold one on average. */
    @ParameterizedTest
    @ValueSource(ints = {60, 75, 120})
    void theLoadNeedsAllThree(int heldMs) {
        Run run = run(heldMs);

        double held = run.throughputPerSecond() * heldMs / 1000;
        assertThat(held).as("connections in use").isGreaterThan(10).isLessThan(0.85 * 23);
        assertThat(run.failuresEver()).isZero();
    }

    /** 10, 8 and 5 of 23 connections are 43, 35 and 22 %. */
    @ParameterizedTest
    @ValueSource(ints = {60, 75, 120})
    void sharesFollowCapacity(int heldMs) {
        Run run = run(heldMs);

        assertThat(run.nodes().get(0).share()).isBetween(0.38, 0.48);
        assertThat(run.nodes().get(1).share()).isBetween(0.30, 0.40);
        assertThat(run.nodes().get(2).share()).isBetween(0.17, 0.27);
    }
}
