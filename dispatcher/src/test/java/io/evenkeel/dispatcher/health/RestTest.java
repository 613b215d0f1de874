// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The time without new tasks that nodes ask for, in virtual time. */
class RestTest {

    private static final long S = 1_000_000_000L;

    private final Cluster cluster = new ClusterFixture(4).create(1000 * S);
    private final Ejection ejection = new Ejection(cluster, new SplittableRandom(1));
    private long nowNs = 1000 * S;

    private Node node(String name) {
        return named(cluster, name);
    }

    private void ask(String name, long seconds) {
        Rest.ask(cluster, node(name), 503, seconds, nowNs);
    }

    private void pass(long ns) {
        nowNs += ns;
        ejection.tick(nowNs);
    }

    private Node nodeOf(FakeTask task) {
        return cluster.node(cluster.assign(task));
    }

    @Test
    void aNodeRestsForAsLongAsItSays() {
        ask("b", 5);

        assertThat(node("b").state()).isEqualTo(NodeState.RESTING);
        assertThat(node("b").reason()).isEqualTo("it answered 503 with Retry-After: 5");
        assertThat(cluster.events().recent(1).get(0).message())
                .endsWith("/b gets no new tasks for 5 s: it answered 503 with Retry-After: 5");
        for (int i = 0; i < 20; i++) {
            assertThat(nodeOf(new FakeTask(nowNs))).isNotEqualTo(node("b"));
        }
        pass(5 * S - 1);
        assertThat(node("b").state()).isEqualTo(NodeState.RESTING);
        pass(1);
        assertThat(node("b").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void itIsNotBelievedForLongerThanTheBound() {
        ask("b", 1_000_000);

        pass(60 * S - 1);
        assertThat(node("b").state()).isEqualTo(NodeState.RESTING);
        pass(1);
        assertThat(node("b").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void sessionsGoOnToANodeThatRests() {
        ask("b", 5);
        FakeTask task = new FakeTask(nowNs);
        task.home = node("b").key();

        assertThat(nodeOf(task)).isEqualTo(node("b"));
    }

    @Test
    void noMoreRestThanTheClusterCanSpare() {
        ask("a", 5);
        ask("b", 5);
        ask("c", 5);

        assertThat(node("a").state()).isEqualTo(NodeState.RESTING);
        assertThat(node("b").state()).isEqualTo(NodeState.RESTING);
        assertThat(node("c").state()).as("half of the cluster is out").isEqualTo(NodeState.UP);
    }

    @Test
    void theOnlyNodeLeftIsAskedAnyway() {
        ask("a", 5);
        for (String other : new String[] {"b", "c", "d"}) {
            ClusterFixture.want(cluster, node(other), AdminState.MAINT, null, nowNs);
        }

        assertThat(nodeOf(new FakeTask(nowNs))).isEqualTo(node("a"));
        pass(S);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
        ask("a", 5);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void anAdministratorEndsARest() {
        ask("b", 50);

        ClusterFixture.want(cluster, node("b"), AdminState.READY, null, nowNs);

        assertThat(node("b").state()).isEqualTo(NodeState.UP);
    }
}
