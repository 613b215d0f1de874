// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MonitorTest {

    private final Engine engine =
            Engine.open(new EngineSettings(EngineSettings.Transport.NIO, 1, Duration.ofSeconds(1)));
    private final Monitor monitor = Monitor.start(engine, new SplittableRandom(1));

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void aLateWordOfAClusterThatWasReplacedIsNotKept() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node node = cluster.nodes().get(0);
        monitor.registered(cluster, node, 0, 1);
        assertThat(monitor.view(node, 1)).isNotEqualTo(AgentView.NONE);

        monitor.remove(cluster);
        monitor.registered(cluster, node, 0, 2);
        assertThat(monitor.view(node, 2)).isEqualTo(AgentView.NONE);
    }
}
