// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.PoorEngine;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks by a process that has no descriptor left for a socket. */
class ChecksWithoutSocketsIT {

    @Test
    void aCheckThatCannotBeMadeSaysNothingAboutItsNode() throws Exception {
        HealthSettings settings = new HealthSettings(
                "/health", null, null, 200, 399, Duration.ofSeconds(10), Duration.ofSeconds(10), 1, 1);
        Queue<CheckResult> results = new ConcurrentLinkedQueue<>();
        CountDownLatch over = new CountDownLatch(1);
        CheckAttempt.CheckOwner owner = new CheckAttempt.CheckOwner() {
            @Override
            public void decided(CheckResult result) {
                results.add(result);
            }

            @Override
            public void over() {
                over.countDown();
            }
        };
        try (Engine engine = PoorEngine.open()) {
            Loop loop = engine.loops().get(0);
            Cluster cluster = new ClusterFixture(1).create(loop.nowNs());

            loop.execute(() ->
                    CheckAttempt.start(engine, loop, cluster, cluster.nodes().get(0), settings, owner));

            assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(results).isEmpty();
        }
    }
}
