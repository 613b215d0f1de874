// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainWatchTest {

    private static final long S = 1_000_000_000;

    private final Cluster cluster = new ClusterFixture(2).create(0);
    private long sessions;
    private final DrainWatch watch = new DrainWatch((cluster, node) -> sessions);

    private void drain(AdminState wanted, long nowNs) {
        ClusterFixture.want(cluster, ClusterFixture.named(cluster, "a"), wanted, null, nowNs);
    }

    private long said() {
        return cluster.events().recent(200).stream()
                .filter(event -> event.message().contains("is drained: nothing in flight after 7777 s"))
                .count();
    }

    @Test
    void saysTheEndOnceForEachDrain() {
        watch.look(List.of(cluster), S);
        drain(AdminState.DRAIN, S);
        watch.look(List.of(cluster), 7778 * S);
        watch.look(List.of(cluster), 7778 * S);
        assertThat(said()).isEqualTo(1);

        drain(AdminState.READY, 8000 * S);
        watch.look(List.of(cluster), 8000 * S);
        drain(AdminState.DRAIN, 9000 * S);
        watch.look(List.of(cluster), (9000 + 7777) * S);
        assertThat(said()).isEqualTo(2);
    }

    @Test
    void saysHowManySessionsAreLeft() {
        sessions = 12;
        drain(AdminState.DRAIN, S);
        watch.look(List.of(cluster), 4 * S);

        assertThat(cluster.events().recent(200))
                .anyMatch(event -> event.message()
                        .endsWith("a is drained: nothing in flight after 3 s; it still has 12 sessions"));
    }

    @Test
    void forgetsTheNodesOfAClusterThatIsGone() {
        drain(AdminState.DRAIN, S);
        watch.look(List.of(cluster), 2 * S);
        assertThat(watch.size()).isEqualTo(1);

        watch.look(List.of(), 3 * S);

        assertThat(watch.size()).isZero();
    }
}
