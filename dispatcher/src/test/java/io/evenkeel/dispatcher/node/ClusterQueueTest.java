// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.policy.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClusterQueueTest {

    private static final long MS = 1_000_000;

    private static ClusterFixture limited(int maxInFlight) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", maxInFlight));
        return fixture;
    }

    private static FakeTask waitingSince(Cluster cluster, long ms) {
        FakeTask task = new FakeTask(ms * MS);
        assertThat(cluster.assign(task)).isEqualTo(Assignment.QUEUED);
        return task;
    }

    private static void endAt(Cluster cluster, FakeTask task, long ms, FakeTask... waiting) {
        Node node = named(cluster, "a");
        task.nowNs = ms * MS;
        for (FakeTask each : waiting) {
            each.nowNs = ms * MS;
        }
        cluster.finish(task, node, Outcome.SUCCEEDED, 1);
    }

    /**
     * The target is 200 ms: at 410 ms the oldest has waited longer and none was served since, so the newest is served,
     * and tasks that have waited 400 ms are dropped.
     */
    @Test
    void aLateQueueServesTheNewestAndDropsTheOldEachOnce() {
        Cluster cluster = limited(1).create(0);
        FakeTask running = new FakeTask(0);
        cluster.assign(running);
        FakeTask oldest = waitingSince(cluster, 1);
        FakeTask older = waitingSince(cluster, 50);
        FakeTask newest = waitingSince(cluster, 60);
        endAt(cluster, running, 410, oldest, older, newest);
        assertThat(newest.granted.get()).isSameAs(named(cluster, "a"));
        assertThat(oldest.drops.get()).as("waited 409 ms").isEqualTo(1);
        assertThat(oldest.granted.get()).isNull();
        assertThat(cluster.cancel(oldest)).isFalse();
        assertThat(older.drops.get()).as("waited 360 ms").isZero();

        endAt(cluster, newest, 420, older);
        assertThat(older.granted.get()).isSameAs(named(cluster, "a"));
        assertThat(older.drops.get() + newest.drops.get()).isZero();
        assertThat(oldest.drops.get()).isEqualTo(1);
        assertThat(cluster.counts()).isEqualTo(new ClusterCounts(0, 3, 0, 1));
    }

    @Test
    void aTaskThatComesDropsTheOldOfALateQueueAndTakesTheirPlace() {
        ClusterFixture fixture = limited(1);
        fixture.queue = new QueueSettings(2, Duration.ofSeconds(1));
        Cluster cluster = fixture.create(0);
        cluster.assign(new FakeTask(0));
        FakeTask oldest = waitingSince(cluster, 1);
        FakeTask older = waitingSince(cluster, 2);
        assertThat(cluster.assign(new FakeTask(390 * MS))).isEqualTo(Assignment.QUEUE_FULL);
        older.nowNs = 410 * MS;
        FakeTask newest = waitingSince(cluster, 410);
        assertThat(oldest.drops.get()).isEqualTo(1);
        assertThat(older.drops.get()).isEqualTo(1);
        assertThat(newest.drops.get()).isZero();
        assertThat(cluster.counts().waiting()).isEqualTo(1);
    }

    @Test
    void aQueueInOrderServesTheOldestHoweverLongItWaited() {
        ClusterFixture fixture = limited(1);
        fixture.queue =
                new QueueSettings(4, Duration.ofSeconds(2), QueueSettings.Discipline.FIFO, Duration.ofMillis(200));
        Cluster cluster = fixture.create(0);
        FakeTask running = new FakeTask(0);
        cluster.assign(running);
        FakeTask oldest = waitingSince(cluster, 1);
        FakeTask newest = waitingSince(cluster, 2);
        endAt(cluster, running, 1500, oldest, newest);
        assertThat(oldest.granted.get()).isSameAs(named(cluster, "a"));
        assertThat(newest.drops.get()).isZero();
        assertThat(cluster.counts().waiting()).isEqualTo(1);
    }
}
