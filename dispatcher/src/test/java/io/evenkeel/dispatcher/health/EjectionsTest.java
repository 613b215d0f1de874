// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.NodeState;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The looks at all clusters: one that cannot be judged keeps nobody from judging the others, now or later. */
final class EjectionsTest {

    private final ManualLoop clock = new ManualLoop();
    private final Ejections ejections = new Ejections(clock.loop(), new SplittableRandom(1));

    private Cluster cluster(String name) {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.name = name;
        Cluster made = fixture.create(clock.loop().nowNs());
        ejections.watch(made);
        return made;
    }

    /** A cluster of which each look throws. */
    @SuppressWarnings("NullAway") // the fault
    private Cluster faulty() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.name = "faulty";
        fixture.ejection = null;
        Cluster made = fixture.create(clock.loop().nowNs());
        ejections.watch(made);
        return made;
    }

    private void pass(Duration time) {
        clock.pass(time);
    }

    @Test
    void aFaultOfOneClusterIsSaidAndLeavesTheOthersAsTheyAre() {
        Cluster faulty = faulty();
        Cluster sound = cluster("sound");
        ClusterFixture.eject(sound, sound.nodes().get(0), "a test", clock.loop().nowNs());
        pass(Duration.ofMillis(300));
        assertThat(sound.nodes().get(0).state()).isEqualTo(NodeState.PROBING);

        pass(Duration.ofSeconds(11));
        assertThat(sound.nodes().get(0).state()).isEqualTo(NodeState.UP);
        assertThat(faulty.events().recent(10))
                .as("once in ten seconds")
                .filteredOn(event -> event.message().startsWith("nodes of faulty could not be judged"))
                .hasSize(2);
    }

    @Test
    void nothingIsLookedAtOnceTheyAreClosed() {
        Cluster sound = cluster("sound");
        ClusterFixture.eject(sound, sound.nodes().get(0), "a test", clock.loop().nowNs());
        ejections.close();
        pass(Duration.ofSeconds(1));

        assertThat(sound.nodes().get(0).state()).isEqualTo(NodeState.EJECTED);
    }
}
