// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios in which policies that look at what is asked for win, and those in which they lose. */
class ContentPoliciesTest {

    private static final double WARM_UP_MS = 20_000;
    private static final double MEASURED_MS = 60_000;

    private static Run run(String scenario, String policy) {
        Scenario shipped = ScenarioFiles.shipped(scenario).scenario();
        return Models.run(policy, shipped.lasting(WARM_UP_MS, MEASURED_MS));
    }

    /** Four caches of a quarter of the pages each: 5 ms against 27 when measured. */
    @ParameterizedTest
    @ValueSource(strings = {"uri-hash", "lard"})
    void pagesThatStayOnOneServerAreCachedThere(String policy) {
        Run kept = run("cached-pages", policy);

        assertThat(kept.failures()).isZero();
        assertThat(kept.meanMs()).isLessThan(run("cached-pages", "headroom").meanMs() / 3);
    }

    /** One request at a time, of very unequal lengths: a p99 of 0.4 s against 2.3 when measured. */
    @Test
    void smallRequestsDoNotWaitBehindLargeOnes() {
        Run apart = Models.run("sita-e", ScenarioFiles.shipped("one-at-a-time").scenario());
        Run together = Models.run(
                "least-connections", ScenarioFiles.shipped("one-at-a-time").scenario());

        assertThat(apart.failures()).isZero();
        assertThat(apart.meanMs()).isLessThan(0.7 * together.meanMs());
        assertThat(apart.p99Ms()).isLessThan(0.4 * together.p99Ms());
    }

    /** Most tasks wait for the database, and few load the processor: 60 ms against 76 when measured. */
    @Test
    void eachResourceIsSharedOutByItself() {
        double cap = run("two-resources", "cap").meanMs();

        assertThat(cap)
                .isLessThan(0.9 * run("two-resources", "least-connections").meanMs());
        assertThat(cap).isLessThan(0.8 * run("two-resources", "round-robin").meanMs());
    }

    /** Reports that would take all workers: 7 % of the requests fail, and without a partition 21 % and more. */
    @Test
    void whatOverloadsOnePartitionDoesNotReachTheOthers() {
        assertThat(run("specialists", "service-partition").failureShare()).isLessThan(0.08);
        assertThat(run("specialists", "least-connections").failureShare()).isGreaterThan(0.16);
    }

    /** Nothing to cache, and servers of three speeds. */
    @ParameterizedTest
    @ValueSource(strings = {"uri-hash", "lard", "sita-e", "cap", "service-partition"})
    void whereThereIsNothingToCacheThePathIsABadGuide(String policy) {
        assertThat(run("dynamic-pages", policy).meanMs())
                .isGreaterThan(1.5 * run("dynamic-pages", "headroom").meanMs());
    }

    @Test
    void onePathForMostOfTheWorkIsTooMuchForItsNode() {
        Run kept = run("slow-endpoint", "uri-hash");

        assertThat(kept.nodes()).anySatisfy(node -> assertThat(node.share()).isGreaterThan(0.9));
        assertThat(kept.meanMs())
                .isGreaterThan(2 * run("slow-endpoint", "random").meanMs());
    }
}
