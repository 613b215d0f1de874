// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeCounts;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriesTest {

    private final ManualLoop clock = new ManualLoop();
    private final HeardOwner owner = new HeardOwner();
    private final Tries tries = Tries.ofRequests(clock.loop(), owner);
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

    private Tries further() {
        return Tries.ofRequests(clock.loop(), owner);
    }

    private @Nullable Refusal assign(Tries task, Cluster cluster) {
        task.clear(now());
        return task.assign(cluster, 1);
    }

    private @Nullable Refusal failsAndAsksAgain(Tries task, boolean hereToo) {
        task.finish(Outcome.FAILED, false, now());
        return task.assignAgain(now(), hereToo, Refusal.NODE_CLOSED);
    }

    private static NodeCounts counts(Cluster cluster, String node) {
        return cluster.table().counts(ClusterFixture.named(cluster, node));
    }

    private static int inFlight(Cluster cluster) {
        return cluster.nodes().stream()
                .mapToInt(node -> cluster.table().counts(node).inFlight())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 20})
    void goesToEachNodeOnceAndThenSaysWhyTheLastTryFailed(int nodes) {
        fixture.retry = new RetrySettings(100, 1);
        Cluster cluster = cluster(nodes);
        List<Node> seen = new ArrayList<>();

        Refusal refusal = assign(tries, cluster);
        while (refusal == null) {
            seen.add(tries.assigned());
            clock.pass(Duration.ofMillis(200));
            refusal = failsAndAsksAgain(tries, false);
        }

        assertThat(refusal).isEqualTo(Refusal.NODE_CLOSED);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(cluster.nodes());
        assertThat(inFlight(cluster)).isZero();
    }

    @Test
    void aNewRequestMayGoWhereTheLastOneFailed() {
        Cluster cluster = cluster(2);
        assign(tries, cluster);
        failsAndAsksAgain(tries, false);
        tries.finish(Outcome.SUCCEEDED, false, now());

        assertThat(assign(tries, cluster)).isNull();

        assertThat(tries.assigned().name()).isEqualTo("a");
        assertThat(tries.attempt()).isZero();
    }

    @Test
    void theEndOfATryCountsOnce() {
        Cluster cluster = cluster(1);
        assign(tries, cluster);

        tries.finish(Outcome.SUCCEEDED, false, now());
        tries.finish(Outcome.ABANDONED, false, now());

        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
        assertThat(counts(cluster, "a").abandoned()).isZero();
    }

    @Test
    void stopsAtTheNumberOfAttempts() {
        fixture.retry = new RetrySettings(2, 1);
        Cluster cluster = cluster(4);
        assign(tries, cluster);

        assertThat(failsAndAsksAgain(tries, false)).isNull();
        assertThat(failsAndAsksAgain(tries, false)).isNull();
        assertThat(failsAndAsksAgain(tries, false)).isEqualTo(Refusal.NODE_CLOSED);

        assertThat(tries.attempt()).isEqualTo(2);
        assertThat(counts(cluster, "d").started()).isZero();
    }

    @Test
    void stopsWhileTheBudgetIsSpent() {
        fixture.retry = new RetrySettings(1, 0);
        Cluster cluster = cluster(2);
        for (int i = 0; i < 10; i++) {
            assign(tries, cluster);
            assertThat(failsAndAsksAgain(tries, false)).as("retry " + i).isNull();
            tries.finish(Outcome.SUCCEEDED, false, now());
        }

        assign(tries, cluster);
        assertThat(failsAndAsksAgain(tries, false)).isEqualTo(Refusal.NODE_CLOSED);

        clock.pass(Duration.ofSeconds(1));
        assign(tries, cluster);
        assertThat(failsAndAsksAgain(tries, false)).isNull();
    }

    @Test
    void goesToTheSameNodeAgainOnlyWhereThatIsAllowedAndThereIsNoOther() {
        fixture.retry = new RetrySettings(1, 1);
        Cluster one = cluster(1);
        assign(tries, one);
        assertThat(failsAndAsksAgain(tries, false)).isEqualTo(Refusal.NODE_CLOSED);

        assign(tries, one);
        assertThat(failsAndAsksAgain(tries, true)).isNull();
        assertThat(tries.assigned().name()).isEqualTo("a");
        assertThat(failsAndAsksAgain(tries, true)).as("a third try").isEqualTo(Refusal.NODE_CLOSED);

        fixture.nodes.add(ClusterFixture.node("b", Integer.MAX_VALUE));
        assign(tries, fixture.create(now()));
        assertThat(failsAndAsksAgain(tries, true)).isNull();
        assertThat(tries.assigned().name()).isEqualTo("b");
    }

    @Test
    void movesOnceItHasAnotherNodeAndStaysOtherwise() {
        fixture.retry = new RetrySettings(5, 1);
        Cluster cluster = cluster(2);
        assign(tries, cluster);

        assertThat(tries.move(Outcome.ABANDONED, now())).isTrue();
        assertThat(tries.assigned().name()).isEqualTo("b");
        assertThat(counts(cluster, "a").abandoned()).isEqualTo(1);

        assertThat(tries.move(Outcome.FAILED, now())).as("no third node").isFalse();
        assertThat(tries.assigned().name()).isEqualTo("b");
        assertThat(tries.attempt()).isEqualTo(1);
        assertThat(counts(cluster, "b").failed()).isZero();
        assertThat(inFlight(cluster)).isEqualTo(1);
    }

    @Test
    void staysWhereItMayNotRetry() {
        fixture.retry = new RetrySettings(0, 1);
        Cluster cluster = cluster(2);
        assign(tries, cluster);

        assertThat(tries.move(Outcome.ABANDONED, now())).isTrue();

        assertThat(tries.assigned().name()).isEqualTo("a");
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void saysWhetherTheNodesAreDownOrTheQueueIsFull() {
        fixture.queue = new QueueSettings(1, Duration.ofSeconds(2));
        Cluster cluster = cluster(1, 1);
        assertThat(assign(tries, cluster)).isNull();
        Tries second = further();
        assertThat(assign(second, cluster)).isNull();
        assertThat(second.waits()).isTrue();

        Tries third = further();
        assertThat(assign(third, cluster)).isEqualTo(Refusal.QUEUE_FULL);
        assertThat(third.waits()).isFalse();

        assertThat(second.leaveQueue(WithoutNode.CLIENT_GONE)).isTrue();
        Membership.want(cluster, ClusterFixture.named(cluster, "a"), AdminState.MAINT, null, now());
        assertThat(assign(third, cluster)).isEqualTo(Refusal.NONE_UP);
    }

    @Test
    void aTaskThatWaitsIsGrantedItsNodeOnItsOwnLoop() {
        Cluster cluster = cluster(1, 1);
        assign(tries, cluster);
        Tries second = further();
        assign(second, cluster);
        tries.finish(Outcome.SUCCEEDED, false, now());

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
        assign(tries, cluster);
        Tries second = further();
        assign(second, cluster);

        assertThat(second.leaveQueue(WithoutNode.CLIENT_GONE)).isTrue();

        assertThat(second.waits()).isFalse();
        tries.finish(Outcome.SUCCEEDED, false, now());
        clock.settle();
        assertThat(owner.heard).isEmpty();
        assertThat(inFlight(cluster)).isZero();
    }

    @Test
    void aTaskThatWaitedTooLongForALateQueueIsDropped() {
        Cluster cluster = cluster(1, 1);
        assign(tries, cluster);
        Tries second = further();
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

        assertThat(assign(tries, cluster(2))).isEqualTo(Refusal.INTERNAL);

        assertThat(tries.node()).isNull();
    }

    @Test
    void aNewRequestKnowsNothingOfTheLastOne() {
        Cluster cluster = cluster(1);
        assign(tries, cluster);
        tries.finish(Outcome.SUCCEEDED, false, now());

        tries.clear(now());

        assertThat(tries.clusterOrNull()).isNull();
        assertThat(tries.node()).isNull();
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
        tries.serve(new Home(clock.loop(), 42));
        assign(tries, cluster);
        Tries connection = Tries.ofConnection(clock.loop(), owner);
        connection.clientKey(43);
        assign(connection, cluster);

        assertThat(seen).containsExactly("42 1 false", "43 1 true");
    }
}
