// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterTest {

    private static ClusterFixture limited(int maxInFlight) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", maxInFlight));
        return fixture;
    }

    @Test
    void movesATaskOnlyWhenItGetsAnotherNode() {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.retry = new RetrySettings(1, 0);
        Cluster cluster = fixture.create(0);
        FakeTask task = new FakeTask(1);
        Node from = cluster.node(cluster.assign(task));
        task.memo(7);
        task.attempt = 1;
        task.triedSlots.add(from.slot());
        Membership.check(cluster, named(cluster, from.name().equals("a") ? "b" : "a"), false, "x", 2);
        assertThat(cluster.move(task, from, Outcome.ABANDONED, 1)).isEqualTo(Assignment.NO_OTHER);
        assertThat(cluster.table().counts(from).inFlight()).isEqualTo(1);
        assertThat(task.memo()).as("of the attempt that goes on").isEqualTo(7);
        Membership.check(cluster, named(cluster, from.name().equals("a") ? "b" : "a"), true, null, 3);
        Node to = cluster.node(cluster.move(task, from, Outcome.ABANDONED, 1));
        assertThat(to).isNotEqualTo(from);
        assertThat(cluster.table().counts(from).inFlight()).isZero();
        assertThat(cluster.table().counts(to).inFlight()).isEqualTo(1);
        assertThat(cluster.counts().retriesTotal()).isEqualTo(1);
        for (int i = 0; i < 1000; i++) {
            cluster.move(task, to, Outcome.ABANDONED, 1);
        }
        assertThat(cluster.counts().retriesTotal())
                .as("beyond the budget it stays")
                .isLessThan(1000);
    }

    /** A task on probation that is taken elsewhere has still failed on its first node. */
    @Test
    void tellsTheJudgeWhatATaskThatMovedHasShown() {
        ClusterFixture fixture = new ClusterFixture(2);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        List<String> told = new ArrayList<>();
        cluster.judge(new NodeJudge() {
            @Override
            public void failing(Node node, long nowNs) {
                told.add("failing " + node.name());
            }

            @Override
            public void failingAlone(Node node, long nowNs) {
                told.add("alone " + node.name());
            }

            @Override
            public void lastFailing(Node node, long nowNs) {
                told.add("last " + node.name());
            }

            @Override
            public void probed(Node node, boolean succeeded, long nowNs) {
                told.add("probed " + node.name() + " " + succeeded + " at " + nowNs);
            }
        });
        ClusterFixture.eject(cluster, a, "5 failures in a row", 1);
        Membership.probe(cluster, a, 2);
        FakeTask task = new FakeTask(3);
        assertThat(cluster.node(cluster.assign(task))).isSameAs(a);
        task.attempt = 1;
        task.triedSlots.add(a.slot());
        task.nowNs = 5;

        assertThat(cluster.node(cluster.move(task, a, Outcome.FAILED, 2)).name())
                .isEqualTo("b");
        assertThat(told).containsExactly("probed a false at 5");

        task.triedSlots.add(named(cluster, "b").slot());
        assertThat(cluster.move(task, named(cluster, "b"), Outcome.FAILED, 2)).isEqualTo(Assignment.NO_OTHER);
        assertThat(told).as("it has not left").hasSize(1);
    }

    @Test
    void countsStartsEndsAndOutcomes() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node a = named(cluster, "a");
        FakeTask running = new FakeTask(1);
        assertThat(cluster.assign(running)).isEqualTo(a.slot());
        FakeTask.run(cluster, 2, Outcome.SUCCEEDED);
        FakeTask.run(cluster, 3, Outcome.FAILED);
        FakeTask.run(cluster, 4, Outcome.FAILED);
        FakeTask.run(cluster, 5, Outcome.ABANDONED);
        cluster.table().openConnection(a);
        cluster.table().openConnection(a);
        cluster.table().closeConnection(a);
        assertThat(cluster.table().counts(a)).isEqualTo(new NodeCounts(1, 1, Integer.MAX_VALUE, 5, 1, 2, 1));
        assertThat(cluster.counts().failedAttempts()).isEqualTo(2);
    }

    /** The policy takes the node with the fewest tasks, the first of equals. */
    @Test
    void aTunnelIsNoTaskForThePolicyButCountsForUsersAndLimits() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 2));
        fixture.nodes.add(ClusterFixture.node("b", 2));
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        FakeTask upgraded = new FakeTask(1);
        assertThat(cluster.node(cluster.assign(upgraded))).isSameAs(a);

        upgraded.tunnel = true;
        cluster.tunnelled(upgraded, a, 1);
        assertThat(cluster.table().counts(a).inFlight()).isEqualTo(1);
        assertThat(cluster.node(cluster.assign(new FakeTask(2))))
                .as("none at work there")
                .isSameAs(a);
        assertThat(cluster.node(cluster.assign(new FakeTask(3)))).as("full").isNotSameAs(a);

        cluster.finish(upgraded, a, Outcome.SUCCEEDED, 5);
        assertThat(cluster.table().counts(a).inFlight()).isEqualTo(1);
        cluster.finish(new FakeTask(6), a, Outcome.SUCCEEDED, 1);
        assertThat(cluster.node(cluster.assign(new FakeTask(7))))
                .as("0 against 1")
                .isSameAs(a);
    }

    @Test
    void addsUpTheTimesOfTasksThatSucceeded() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node a = named(cluster, "a");
        for (Outcome outcome : Outcome.values()) {
            FakeTask task = new FakeTask(1000);
            cluster.assign(task);
            cluster.finish(task, a, outcome, 700);
        }
        assertThat(cluster.table().tally(a)).isEqualTo(new NodeTally(1, 1, 700));
    }

    @Test
    void queuesWhatDoesNotFitAndServesItInOrder() {
        Cluster cluster = limited(1).create(0);
        Node a = named(cluster, "a");
        FakeTask first = new FakeTask(1);
        FakeTask second = new FakeTask(2);
        FakeTask third = new FakeTask(3);
        assertThat(cluster.assign(first)).isEqualTo(a.slot());
        assertThat(cluster.assign(second)).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(third)).isEqualTo(Assignment.QUEUED);
        cluster.finish(first, a, Outcome.SUCCEEDED, 1);
        assertThat(second.granted.get()).isSameAs(a);
        assertThat(third.granted.get()).isNull();
        assertThat(cluster.counts()).isEqualTo(new ClusterCounts(1, 2, 0, 1));
    }

    @Test
    void keepsLaterTasksBehindThoseThatWait() {
        Cluster cluster = limited(1).create(0);
        Node a = named(cluster, "a");
        FakeTask first = new FakeTask(1);
        cluster.assign(first);
        FakeTask waiting = new FakeTask(2);
        cluster.assign(waiting);
        FakeTask late = new FakeTask(3);
        assertThat(cluster.assign(late)).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.cancel(waiting)).isTrue();
        cluster.finish(first, a, Outcome.SUCCEEDED, 1);
        assertThat(waiting.granted.get()).as("a cancelled task").isNull();
        assertThat(late.granted.get()).isSameAs(a);
        assertThat(cluster.cancel(late)).as("cancel after the grant").isFalse();
    }

    @Test
    void refusesWhenTheQueueIsFull() {
        ClusterFixture fixture = limited(1);
        fixture.queue = new QueueSettings(1, Duration.ofSeconds(1));
        Cluster cluster = fixture.create(0);
        cluster.assign(new FakeTask(1));
        cluster.assign(new FakeTask(2));
        assertThat(cluster.assign(new FakeTask(3))).isEqualTo(Assignment.QUEUE_FULL);
    }

    @Test
    void servesTheQueueWhenANodeJoinsOrALimitIsRaised() {
        ClusterFixture fixture = limited(1);
        Cluster cluster = fixture.create(0);
        cluster.assign(new FakeTask(1));
        FakeTask waiting = new FakeTask(2);
        cluster.assign(waiting);
        fixture.nodes.set(0, ClusterFixture.node("a", 2));
        ClusterFixture.update(cluster, fixture.settings(), 3);
        assertThat(waiting.granted.get()).isSameAs(named(cluster, "a"));

        FakeTask next = new FakeTask(4);
        assertThat(cluster.assign(next)).isEqualTo(Assignment.QUEUED);
        fixture.nodes.add(ClusterFixture.node("b", 1));
        ClusterFixture.update(cluster, fixture.settings(), 5);
        assertThat(next.granted.get()).isSameAs(named(cluster, "b"));
    }

    @Test
    void holdsALoweredLimitAfterRunningTasksEnd() {
        ClusterFixture fixture = limited(3);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        List<FakeTask> running = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            running.add(new FakeTask(1));
            cluster.assign(running.get(i));
        }
        fixture.nodes.set(0, ClusterFixture.node("a", 1));
        ClusterFixture.update(cluster, fixture.settings(), 2);
        FakeTask waiting = new FakeTask(3);
        assertThat(cluster.assign(waiting)).isEqualTo(Assignment.QUEUED);
        cluster.finish(running.get(0), a, Outcome.SUCCEEDED, 1);
        cluster.finish(running.get(1), a, Outcome.SUCCEEDED, 1);
        assertThat(waiting.granted.get())
                .as("granted with one task still running")
                .isNull();
        cluster.finish(running.get(2), a, Outcome.SUCCEEDED, 1);
        assertThat(waiting.granted.get()).isSameAs(a);
    }

    @Test
    void boundsTasksByTheConnectionLimitToo() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(new NodeSettings("a", new HostPort("127.0.0.1", 1), 1, 10, 2));
        Cluster cluster = fixture.create(0);
        cluster.assign(new FakeTask(1));
        cluster.assign(new FakeTask(1));
        assertThat(cluster.assign(new FakeTask(1))).isEqualTo(Assignment.QUEUED);
    }

    @Test
    void retriesOnlyWhereTheTaskHasNotBeen() {
        Cluster cluster = new ClusterFixture(2).create(0);
        FakeTask task = new FakeTask(1);
        int first = cluster.assign(task);
        cluster.finish(task, cluster.node(first), Outcome.FAILED, 1);
        task.attempt = 1;
        task.triedSlots.add(first);
        int second = cluster.assign(task);
        assertThat(second).isNotEqualTo(first).isNotNegative();
        assertThat(cluster.counts().retriesTotal()).isEqualTo(1);
        cluster.finish(task, cluster.node(second), Outcome.FAILED, 1);
        task.attempt = 2;
        task.triedSlots.add(second);
        assertThat(cluster.assign(task)).isEqualTo(Assignment.NO_OTHER);
    }

    @Test
    void retriesRespectLimitsAndNeverQueue() {
        ClusterFixture fixture = limited(5);
        fixture.nodes.add(ClusterFixture.node("b", 1));
        Cluster cluster = fixture.create(0);
        Node b = named(cluster, "b");
        FakeTask retry = new FakeTask(1);
        retry.attempt = 1;
        retry.triedSlots.add(named(cluster, "a").slot());
        assertThat(cluster.assign(retry)).isEqualTo(b.slot());
        FakeTask another = new FakeTask(1);
        another.attempt = 1;
        another.triedSlots.add(named(cluster, "a").slot());
        assertThat(cluster.assign(another)).isEqualTo(Assignment.NO_OTHER);
        assertThat(cluster.counts().waiting()).isZero();
        assertThat(cluster.table().counts(b).inFlight()).isEqualTo(1);
    }

    @Test
    void spendsNoBudgetOnARetryThatFoundNoNode() {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.retry = new RetrySettings(1, 0);
        boolean[] holding = {true};
        fixture.policy = (task, nodes) -> holding[0] ? Policy.HOLD : nodes.at(0);
        Cluster cluster = fixture.create(0);
        FakeTask retry = new FakeTask(1);
        retry.attempt = 1;
        for (int i = 0; i < 50; i++) {
            assertThat(cluster.assign(retry)).isEqualTo(Assignment.NO_OTHER);
        }
        holding[0] = false;
        assertThat(cluster.assign(retry))
                .as("a retry after fifty that were held")
                .isNotNegative();
    }

    @Test
    void refusesRetriesOverTheBudget() {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.retry = new RetrySettings(1, 0);
        Cluster cluster = fixture.create(0);
        FakeTask task = new FakeTask(1);
        task.attempt = 1;
        for (int i = 0; i < 10; i++) {
            assertThat(cluster.assign(task)).isNotNegative();
        }
        assertThat(cluster.assign(task)).isEqualTo(Assignment.NO_BUDGET);
    }

    @Test
    void saysWhenNoNodeIsUp() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Membership.check(cluster, named(cluster, "a"), false, "refused", 1);
        assertThat(cluster.assign(new FakeTask(2))).isEqualTo(Assignment.NONE_UP);
    }

    @Test
    void refusesAPolicysChoiceThatIsNotEligible() {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.policy = (task, nodes) -> 1;
        Cluster cluster = fixture.create(0);
        Membership.check(cluster, named(cluster, "b"), false, null, 1);
        assertThatThrownBy(() -> cluster.assign(new FakeTask(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("slot 1");
        assertThat(cluster.table().counts(named(cluster, "a")).inFlight()).isZero();
        assertThat(cluster.counts().waiting()).as("the gate is open again").isZero();
    }

    @Test
    void keepsItsCountsAndServesItsQueueThoughThePolicyFailsWhenItIsTold() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.nodes.set(0, ClusterFixture.node("a", 1));
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.at(0);
            }

            @Override
            public void onStart(Task task, int slot, Nodes nodes) {
                throw new IllegalArgumentException("onStart");
            }

            @Override
            public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
                throw new IllegalArgumentException("onFinish");
            }

            @Override
            public void onJoin(int slot, Nodes nodes, long nowNs) {
                throw new LinkageError("onJoin");
            }
        };
        Cluster cluster = fixture.create(0);
        Node node = named(cluster, "a");
        FakeTask first = new FakeTask(1);
        FakeTask second = new FakeTask(2);
        assertThat(cluster.assign(first)).isZero();
        assertThat(cluster.assign(second)).isEqualTo(Assignment.QUEUED);
        cluster.finish(first, node, Outcome.SUCCEEDED, 1);
        assertThat(cluster.counts().waiting()).isZero();
        assertThat(cluster.table().counts(node).inFlight())
                .as("the second task")
                .isEqualTo(1);
        cluster.finish(second, node, Outcome.SUCCEEDED, 1);
        assertThat(cluster.table().counts(node).inFlight()).isZero();
    }

    @Test
    void leavesTasksWaitingWhenThePolicyFailsToChooseAmongThem() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.nodes.set(0, ClusterFixture.node("a", 1));
        fixture.policy = (task, nodes) -> {
            if (task.nowNs() == 2) {
                throw new IllegalArgumentException("choose");
            }
            return nodes.at(0);
        };
        Cluster cluster = fixture.create(0);
        FakeTask first = new FakeTask(1);
        FakeTask second = new FakeTask(2);
        assertThat(cluster.assign(first)).isZero();
        assertThat(cluster.assign(second)).isEqualTo(Assignment.QUEUED);
        cluster.finish(first, named(cluster, "a"), Outcome.SUCCEEDED, 1);
        assertThat(cluster.table().counts(named(cluster, "a")).inFlight()).isZero();
        assertThat(cluster.cancel(second)).as("it still waits").isTrue();
    }
}
