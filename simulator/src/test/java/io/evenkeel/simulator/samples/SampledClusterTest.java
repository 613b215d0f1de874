// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.samples.Users.Tally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paper 1's clusters of three, in which one server may have half the threads or half the JDBC connections: mechanics, no ranking. */
class SampledClusterTest {

    private static final long SEED = Long.getLong("seed", 1);
    private static final int SECONDS = 30;
    private static final Map<String, Double> AS_REPORTED = Map.of("feedback", 0.0);

    /** 54 users are nine tenths of what the workers and queues of the smallest cluster hold. */
    @ParameterizedTest
    @CsvSource({
        "headroom, 30, 12, 10",
        "headroom, 30, 6, 10",
        "headroom, 30, 12, 5",
        "headroom, 54, 12, 10",
        "headroom, 54, 6, 10",
        "headroom, 54, 12, 5",
        "jqostd-v1, 30, 12, 10",
        "jqostd-v1, 30, 6, 10",
        "jqostd-v1, 30, 12, 5",
        "jqostd-v1, 54, 12, 10",
        "jqostd-v1, 54, 6, 10",
        "jqostd-v1, 54, 12, 5"
    })
    void overfillsNoQueue(String policy, int users, int threads, int connections) {
        Tally tally = Users.run(users, servers(threads, connections), policy, Map.of(), SECONDS, SEED);

        assertThat(tally.failed()).isZero();
        assertThat(tally.ended()).as("ended, at least 200 a second").isGreaterThan(200 * SECONDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"least-loaded", "least-sessions", "least-active-sessions", "least-utilization", "jqostd-v1"})
    void asReportedHerdsAndCompensatedDoesNot(String policy) {
        Tally faithful = Users.run(30, servers(12, 10), policy, AS_REPORTED, SECONDS, SEED);
        Tally compensated = Users.run(30, servers(12, 10), policy, Map.of(), SECONDS, SEED);

        assertThat(faithful.failed())
                .as("30 users at one node with room for 24")
                .isPositive();
        assertThat(faithful.longestRun()).as("tasks in a row for one node").isGreaterThan(50);
        assertThat(compensated.failed()).isZero();
        assertThat(compensated.longestRun()).as("tasks in a row for one node").isLessThan(50);
    }

    private static List<AppServer> servers(int threads, int connections) {
        return List.of(
                new AppServer(12, 12, 10), new AppServer(12, 12, 10), new AppServer(threads, threads, connections));
    }
}
