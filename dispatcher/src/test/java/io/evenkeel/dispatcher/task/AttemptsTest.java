// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static io.evenkeel.dispatcher.node.ClusterFixture.counts;
import static io.evenkeel.dispatcher.node.ClusterFixture.inFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttemptsTest {

    private final ManualLoop clock = new ManualLoop();
    private final HeardOwner owner = new HeardOwner();
    private final Attempts attempts = Attempts.ofRequests(clock.loop(), owner);
    private final ClusterFixture fixture = new ClusterFixture(0);

    private long now() {
        return clock.loop().nowNs();
    }

    /** A cluster of nodes a, b, c …, each of which takes so many tasks at once. */
    private Cluster cluster(int nodes, int maxInFlight) {
        for (int i = 0; i < nodes; i++) {
            fixture.nodes.add(ClusterFixture.node(String.valueOf((char) ('a' + i)), maxInFlight));
        }
        return fixture.create(now());
    }

    private Cluster cluster(int nodes) {
        return cluster(nodes, Integer.MAX_VALUE);
    }

    private Attempts further() {
        return Attempts.ofRequests(clock.loop(), owner);
    }

    private @Nullable Refusal assign(Attempts task, Cluster cluster) {
        task.clear(now());
        return task.assign(cluster, 1);
    }

    @Test
    void aNewRequestMayGoWhereTheLastOneFailed() {
        Cluster cluster = cluster(2);
        assign(attempts, cluster);
        attempts.finish(Outcome.FAILED, false, now());
        attempts.retries().assignAgain(now(), false, Refusal.NODE_CLOSED);
        attempts.finish(Outcome.SUCCEEDED, false, now());

        assertThat(assign(attempts, cluster)).isNull();

        assertThat(attempts.assigned().name()).isEqualTo("a");
        assertThat(attempts.retries().attempt()).isZero();
    }

    @Test
    void theEndOfATryCountsOnce() {
        Cluster cluster = cluster(1);
        assign(attempts, cluster);

        attempts.finish(Outcome.SUCCEEDED, false, now());
        attempts.finish(Outcome.ABANDONED, false, now());

        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
        assertThat(counts(cluster, "a").abandoned()).isZero();
    }

    @Test
    void saysWhetherTheNodesAreDownOrTheQueueIsFull() {
        fixture.queue = new QueueSettings(1, Duration.ofSeconds(2));
        Cluster cluster = cluster(1, 1);
        assertThat(assign(attempts, cluster)).isNull();
        Attempts second = further();
        assertThat(assign(second, cluster)).isNull();
        assertThat(second.waits()).isTrue();

        Attempts third = further();
        assertThat(assign(third, cluster)).isEqualTo(Refusal.QUEUE_FULL);
        assertThat(third.waits()).isFalse();

        assertThat(second.leaveQueue(WithoutNode.CLIENT_GONE)).isTrue();
        ClusterFixture.want(cluster, ClusterFixture.named(cluster, "a"), AdminState.MAINT, null, now());
        assertThat(assign(third, cluster)).isEqualTo(Refusal.NONE_UP);
    }

    @Test
    void aTaskThatWaitsIsGrantedItsNodeOnItsOwnLoop() {
        Cluster cluster = cluster(1, 1);
        assign(attempts, cluster);
        Attempts second = further();
        assign(second, cluster);
        attempts.finish(Outcome.SUCCEEDED, false, now());

        assertThat(owner.heard).isEmpty();
        assertThat(second.waits()).isTrue();
        assertThat(second.leaveQueue(WithoutNode.CLIENT_GONE))
                .as("the node is on its way")
                .isFalse();
        clock.settle();

        assertThat(owner.heard).containsExactly("granted");
        assertThat(second.waits()).isFalse();
        assertThat(second.assigned().name()).isEqualTo("a");
        assertThat(inFlight(cluster)).isEqualTo(1);
    }

    @Test
    void aTaskThatLeavesTheQueueGetsNoNode() {
        Cluster cluster = cluster(1, 1);
        assign(attempts, cluster);
        Attempts second = further();
        assign(second, cluster);

        assertThat(second.leaveQueue(WithoutNode.CLIENT_GONE)).isTrue();

        assertThat(second.waits()).isFalse();
        attempts.finish(Outcome.SUCCEEDED, false, now());
        clock.settle();
        assertThat(owner.heard).isEmpty();
        assertThat(inFlight(cluster)).isZero();
    }

    @Test
    void aTaskThatWaitedTooLongForALateQueueIsDropped() {
        Cluster cluster = cluster(1, 1);
        assign(attempts, cluster);
        Attempts second = further();
        assign(second, cluster);

        clock.pass(Duration.ofMillis(300));
        assign(further(), cluster);
        clock.pass(Duration.ofMillis(200));
        assign(further(), cluster);
        clock.settle();

        assertThat(owner.heard).containsExactly("dropped");
        assertThat(second.waits()).isFalse();
    }

    @Test
    void aPolicyThatFailsIsTheDispatchersOwnFault() {
        fixture.policy = (task, nodes) -> {
            throw new IllegalStateException("a fault that a test wants");
        };

        assertThat(assign(attempts, cluster(2))).isEqualTo(Refusal.INTERNAL);

        assertThat(attempts.node()).isNull();
    }

    @Test
    void aNewRequestKnowsNothingOfTheLastOne() {
        Cluster cluster = cluster(1);
        assign(attempts, cluster);
        attempts.finish(Outcome.SUCCEEDED, false, now());

        attempts.clear(now());

        assertThat(attempts.clusterOrNull()).isNull();
        assertThat(attempts.node()).isNull();
    }

    @Test
    void thePolicySeesTheClientAndWhatATaskIs() {
        List<String> seen = new ArrayList<>();
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                seen.add(task.clientKey() + " " + task.contentKey() + " " + task.connection());
                return nodes.at(0);
            }
        };
        Cluster cluster = cluster(1);
        attempts.serve(new Home(clock.loop(), 42));
        assign(attempts, cluster);
        Attempts connection = Attempts.ofConnection(clock.loop(), owner);
        connection.facts().clientKey(43);
        assign(connection, cluster);

        assertThat(seen).containsExactly("42 1 false", "43 1 true");
    }
}
