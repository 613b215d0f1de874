// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.node.Assignment;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalWatchTest {

    private static final long S = 1_000_000_000;

    private final Cluster cluster = full();
    private final RefusalWatch watch = new RefusalWatch();

    /** One node with one place, which is taken, and a queue for one task. */
    private static Cluster full() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        fixture.queue =
                new QueueSettings(1, Duration.ofSeconds(1), QueueSettings.Discipline.FIFO, Duration.ofSeconds(1));
        Cluster made = fixture.create(0);
        made.assign(new FakeTask(0));
        return made;
    }

    private void refuse(int times, long second) {
        for (int i = 0; i < times; i++) {
            assertThat(cluster.assign(new FakeTask(second * S))).isEqualTo(Assignment.QUEUE_FULL);
        }
    }

    private List<String> said() {
        return cluster.events().recent(200).stream()
                .map(event -> event.message())
                .filter(message -> message.contains("refuse"))
                .toList();
    }

    @Test
    void saysTheBeginningAndTheEndWithReasonsAndWithoutRulesForOverload() {
        watch.look(List.of(cluster), S);
        FakeTask waits = new FakeTask(S);
        assertThat(cluster.assign(waits)).isEqualTo(Assignment.QUEUED);
        refuse(3, 1);
        watch.look(List.of(cluster), 2 * S);
        cluster.cancel(waits, WithoutNode.QUEUE_TIMEOUT);
        watch.look(List.of(cluster), 3 * S);
        for (int second = 4; second < 14; second++) {
            watch.look(List.of(cluster), second * S);
        }
        assertThat(said())
                .containsExactlyInAnyOrder(
                        "shop refuses requests: 3 queue-full",
                        "shop refuses no more requests; it has refused 3 queue-full, 1 queue-timeout in 2 s");
    }

    @Test
    void saysNothingOfClientsThatWentAway() {
        watch.look(List.of(cluster), S);
        FakeTask waits = new FakeTask(S);
        cluster.assign(waits);
        cluster.cancel(waits);
        watch.look(List.of(cluster), 2 * S);
        assertThat(said()).isEmpty();
    }

    @Test
    void aClusterThatLeavesRefusesNoMore() {
        watch.look(List.of(cluster), S);
        assertThat(cluster.assign(new FakeTask(S))).isEqualTo(Assignment.QUEUED);
        refuse(2, 1);
        watch.look(List.of(cluster), 2 * S);
        watch.look(List.of(), 3 * S);
        assertThat(said()).contains("shop refuses no more requests; it has refused 2 queue-full in 1 s");
    }

    @Test
    void aPauseOfLessThanTenSecondsIsNoEnd() {
        watch.look(List.of(cluster), S);
        assertThat(cluster.assign(new FakeTask(S))).isEqualTo(Assignment.QUEUED);
        refuse(1, 1);
        watch.look(List.of(cluster), 2 * S);
        watch.look(List.of(cluster), 11 * S);
        refuse(1, 11);
        watch.look(List.of(cluster), 12 * S);
        assertThat(said()).hasSize(1);
    }
}
