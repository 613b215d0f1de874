// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.node.overload.ClassCounts;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterOverloadTest {

    private static final long MS = 1_000_000;
    private static final int GOLD = 1;
    private static final int LATER = 2;

    private static QueueClass named(String name, double share, int priority) {
        return new QueueClass(name, null, null, null, null, SessionKind.ANY, List.of(), share, priority);
    }

    private static OverloadSettings classes() {
        return new OverloadSettings(false, List.of(named("gold", 0.5, 0), named("later", 0, -1)), null, null);
    }

    private static Cluster cluster(OverloadSettings overload, int queue) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        fixture.queue = new QueueSettings(queue, Duration.ofSeconds(1));
        fixture.overload = overload;
        return fixture.create(0);
    }

    private static FakeTask waiting(Cluster cluster, long ms, int queueClass) {
        FakeTask task = new FakeTask(ms * MS, queueClass);
        assertThat(cluster.assign(task)).isEqualTo(Assignment.QUEUED);
        return task;
    }

    private static FakeTask begins(long ms) {
        FakeTask task = new FakeTask(ms * MS);
        task.beginsSession = true;
        return task;
    }

    private static ClassCounts counts(Cluster cluster, int number) {
        return cluster.overload().counts(0).classes().get(number);
    }

    @SuppressWarnings("EnumOrdinal") // as in the columns
    private static void reports(Cluster cluster, double perSecond) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.CAPACITY_PER_S.ordinal()] = perSecond;
        cluster.edit((c, p) -> c.arrays.sample(0, row, 0, 0));
    }

    /** Half of the places are for gold; the rest goes to those of no class before those that are later. */
    @Test
    void placesGoByShareAndThenByPriority() {
        Cluster cluster = cluster(classes(), 100);
        FakeTask running = new FakeTask(0);
        cluster.assign(running);
        List<FakeTask> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(waiting(cluster, 1, LATER));
            tasks.add(waiting(cluster, 1, 0));
            tasks.add(waiting(cluster, 1, GOLD));
        }
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            running.nowNs = 2 * MS;
            cluster.finish(running, ClusterFixture.named(cluster, "a"), Outcome.SUCCEEDED, 1);
            FakeTask next = tasks.stream()
                    .filter(task -> task.granted.get() != null)
                    .findFirst()
                    .orElseThrow();
            tasks.remove(next);
            order.append(next.queueClass);
            running = next;
        }
        assertThat(order).hasToString("010101222");
        assertThat(counts(cluster, GOLD).admitted()).isEqualTo(3);
        assertThat(counts(cluster, 0).admitted()).isEqualTo(4);
    }

    @Test
    void eachClassHasABoundOfItsOwn() {
        Cluster cluster = cluster(classes(), 1);
        cluster.assign(new FakeTask(0));
        waiting(cluster, 1, LATER);
        assertThat(cluster.assign(new FakeTask(MS, LATER))).isEqualTo(Assignment.QUEUE_FULL);
        waiting(cluster, 1, GOLD);
        assertThat(counts(cluster, LATER).without()).containsEntry(WithoutNode.QUEUE_FULL, 1L);
        assertThat(counts(cluster, LATER).waiting()).isEqualTo(1);
        assertThat(cluster.counts().waiting()).isEqualTo(2);
    }

    /** The task of gold waits for a node that is busy; the free one takes what stands behind it. */
    @Test
    void aTaskThatWaitsForItsHomeIsInNobodysWay() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        fixture.nodes.add(ClusterFixture.node("b", 1));
        fixture.overload = classes();
        Cluster cluster = fixture.create(0);
        cluster.assign(new FakeTask(0));
        FakeTask atB = new FakeTask(0);
        cluster.assign(atB);
        FakeTask bound = new FakeTask(MS, GOLD);
        bound.home = ClusterFixture.named(cluster, "a").key();
        bound.onlyHome = true;
        assertThat(cluster.assign(bound)).isEqualTo(Assignment.QUEUED);
        FakeTask behind = waiting(cluster, 2, LATER);

        atB.nowNs = 3 * MS;
        cluster.finish(atB, ClusterFixture.named(cluster, "b"), Outcome.SUCCEEDED, 1);

        assertThat(behind.granted.get()).isSameAs(ClusterFixture.named(cluster, "b"));
        assertThat(bound.granted.get()).isNull();
    }

    @Test
    void whoLeavesIsCountedByReason() {
        Cluster cluster = cluster(classes(), 100);
        cluster.assign(new FakeTask(0));
        cluster.cancel(waiting(cluster, 1, GOLD));
        cluster.cancel(waiting(cluster, 1, GOLD), WithoutNode.QUEUE_TIMEOUT);
        assertThat(counts(cluster, GOLD).without())
                .containsEntry(WithoutNode.CLIENT_GONE, 1L)
                .containsEntry(WithoutNode.QUEUE_TIMEOUT, 1L)
                .containsEntry(WithoutNode.QUEUE_LATE, 0L);
        assertThat(counts(cluster, GOLD).waiting()).isZero();
    }

    @Test
    void tasksOfAClassThatAReloadHasRemovedAreServedLast() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        fixture.overload = classes();
        Cluster cluster = fixture.create(0);
        FakeTask running = new FakeTask(0);
        cluster.assign(running);
        FakeTask gold = waiting(cluster, 1, GOLD);
        FakeTask other = waiting(cluster, 2, 0);
        fixture.overload = OverloadSettings.NONE;
        ClusterFixture.update(cluster, fixture.settings(), 3 * MS);

        running.nowNs = 3 * MS;
        cluster.finish(running, ClusterFixture.named(cluster, "a"), Outcome.SUCCEEDED, 1);
        assertThat(other.granted.get()).isNotNull();
        other.nowNs = 4 * MS;
        cluster.finish(other, ClusterFixture.named(cluster, "a"), Outcome.SUCCEEDED, 1);
        assertThat(gold.granted.get()).isNotNull();
        assertThat(cluster.overload().counts(0)).isEqualTo(OverloadCounts.NONE);
        assertThat(cluster.overload().retryAfterS(false, 0)).isEqualTo(1);
    }

    private static Cluster twoNodesThatAdmitSessions(int placesOfB) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 1));
        fixture.nodes.add(ClusterFixture.node("b", placesOfB));
        fixture.queue = new QueueSettings(100, Duration.ofSeconds(5));
        fixture.overload = new OverloadSettings(true, List.of(), null, null);
        return fixture.create(0);
    }

    private static FakeTask onlyOf(Cluster cluster, String node, long ms) {
        FakeTask task = new FakeTask(ms * MS);
        task.home = ClusterFixture.named(cluster, node).key();
        task.onlyHome = true;
        return task;
    }

    /** Requests with the cookie of one session wait for its node; they are in the way of no new session. */
    @Test
    void waitsForAHomeKeepNoSessionOutWhileOtherNodesHaveRoom() {
        Cluster cluster = twoNodesThatAdmitSessions(1);
        FakeTask slow = onlyOf(cluster, "a", 0);
        assertThat(cluster.assign(slow)).isNotNegative();
        FakeTask timedOut = onlyOf(cluster, "a", 1);
        FakeTask patient = onlyOf(cluster, "a", 1);
        assertThat(cluster.assign(timedOut)).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(patient)).isEqualTo(Assignment.QUEUED);
        timedOut.nowNs = 900 * MS;
        cluster.cancel(timedOut, WithoutNode.QUEUE_TIMEOUT);
        slow.nowNs = 900 * MS;
        patient.nowNs = 900 * MS;
        cluster.finish(slow, ClusterFixture.named(cluster, "a"), Outcome.SUCCEEDED, 1);
        assertThat(patient.granted.get()).isNotNull();

        assertThat(cluster.assign(begins(1_200))).isNotNegative();
        assertThat(cluster.overload().counts(1_200 * MS).chance()).isEqualTo(1);
    }

    /** Three of four places of the other are taken; where all nodes are busy, one of them often has a free place. */
    @Test
    void waitsForAHomeCountWhileOtherNodesHaveLittleRoom() {
        Cluster cluster = twoNodesThatAdmitSessions(4);
        cluster.assign(onlyOf(cluster, "a", 0));
        for (int i = 0; i < 3; i++) {
            cluster.assign(onlyOf(cluster, "b", 0));
        }
        FakeTask bound = onlyOf(cluster, "a", 1);
        assertThat(cluster.assign(bound)).isEqualTo(Assignment.QUEUED);
        bound.nowNs = 900 * MS;
        cluster.cancel(bound, WithoutNode.QUEUE_TIMEOUT);
        cluster.assign(begins(1_200));
        assertThat(cluster.overload().counts(1_200 * MS).chance()).isLessThan(1);
    }

    @Test
    void newSessionsAreRefusedWhileTheNodesCannotFinishThem() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.overload = new OverloadSettings(true, List.of(), null, null);
        Cluster cluster = fixture.create(0);
        reports(cluster, 10);
        int admitted = 0;
        while (cluster.assign(begins(0)) >= 0) {
            admitted++;
        }
        assertThat(admitted).as("0.90 · 10/s · 1.2 s").isEqualTo(11);
        assertThat(cluster.assign(begins(1))).isEqualTo(Assignment.NO_NEW_SESSIONS);
        FakeTask running = new FakeTask(MS);
        running.idleNs = 500 * MS;
        assertThat(cluster.assign(running)).as("a session that runs").isZero();
        assertThat(counts(cluster, 0).without()).containsEntry(WithoutNode.SESSIONS_CAPACITY, 2L);
        assertThat(cluster.overload().counts(MS).most()).isLessThan(11);
        assertThat(cluster.overload().retryAfterS(true, MS)).isPositive();
        assertThat(cluster.assign(begins(20_000))).as("when they are over").isZero();
    }

    /** Tasks wait for 300 ms; one look later nine of ten sessions are admitted. */
    @Test
    void withoutAgentsLongWaitsRefuseSessions() {
        Cluster cluster = cluster(new OverloadSettings(true, List.of(), null, null), 100);
        FakeTask running = new FakeTask(0);
        assertThat(cluster.assign(running)).isZero();
        FakeTask next = waiting(cluster, 0, 0);
        running.nowNs = 300 * MS;
        next.nowNs = 300 * MS;
        cluster.finish(running, ClusterFixture.named(cluster, "a"), Outcome.SUCCEEDED, 1);
        assertThat(next.granted.get()).isNotNull();
        int refused = 0;
        for (int i = 0; i < 20; i++) {
            refused += cluster.assign(begins(600)) == Assignment.NO_NEW_SESSIONS ? 1 : 0;
        }
        assertThat(refused).isEqualTo(2);
        assertThat(counts(cluster, 0).without()).containsEntry(WithoutNode.SESSIONS_WAIT, 2L);
    }
}
