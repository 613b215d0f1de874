// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.overload.LearnedLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** One node, whose tasks are bounded by its workers or by what its answers show. */
class NodeBoundsTest {

    private static final long MS = 1_000_000;
    private static final long LATER_NS = 1_000_000 * MS;

    private static Cluster cluster(boolean workers, boolean concurrency, boolean patience) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", Integer.MAX_VALUE));
        fixture.queue = new QueueSettings(100, Duration.ofSeconds(1));
        fixture.overload = new OverloadSettings(false, List.of(), null, null, workers, concurrency, patience);
        return fixture.create(0);
    }

    @SuppressWarnings("EnumOrdinal") // as in the columns
    private static void reports(Cluster cluster, double most, double busy, double inFlight) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.WORKERS_MAX.ordinal()] = most;
        row[Sample.WORKERS_BUSY.ordinal()] = busy;
        row[Sample.IN_FLIGHT.ordinal()] = inFlight;
        SampleView.take(cluster, node(cluster), row, 0, 0);
    }

    private static Node node(Cluster cluster) {
        return cluster.nodes().get(0);
    }

    /** The number of tasks that get a node at once. */
    private static int given(Cluster cluster, int asked) {
        int given = 0;
        for (int i = 0; i < asked; i++) {
            given += cluster.assign(new FakeTask(MS)) >= 0 ? 1 : 0;
        }
        return given;
    }

    private static List<NodeBound> bounds(Cluster cluster) {
        return cluster.overload().counts(0).bounds();
    }

    @Test
    void aNodeGetsNoMoreTasksThanItHasWorkers() {
        Cluster cluster = cluster(true, false, false);
        assertThat(given(cluster, 3)).as("nothing is known yet").isEqualTo(3);
        reports(cluster, 10, 3, 3);
        assertThat(given(cluster, 20)).isEqualTo(7);
        assertThat(bounds(cluster)).containsExactly(new NodeBound("a", 10, "workers", 0));
    }

    @Test
    void whatWorksForOthersIsNotThere() {
        Cluster cluster = cluster(true, false, false);
        reports(cluster, 10, 6, 6);
        assertThat(given(cluster, 20)).isEqualTo(4);
    }

    /** Paper 3: no new work while every processor is busy. */
    @Test
    void nothingNewBeginsWhileEveryWorkerIsBusy() {
        Cluster cluster = cluster(true, false, false);
        given(cluster, 2);
        reports(cluster, 10, 10, Double.NaN);
        FakeTask waits = new FakeTask(MS);
        assertThat(cluster.assign(waits)).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.table().scores(waits).get(0).rule()).isEqualTo("every worker busy");
        reports(cluster, 10, 4, Double.NaN);
        assertThat(waits.granted.get()).isNotNull();
    }

    /** Eight of ten tasks hold no worker, as long polls do; two samples in a row say so. */
    @Test
    void tasksThatHoldNoWorkerAreInNobodysWay() {
        Cluster cluster = cluster(true, false, false);
        given(cluster, 10);
        reports(cluster, 10, 2, 10);
        assertThat(given(cluster, 1)).isZero();
        reports(cluster, 10, 2, 10);
        assertThat(bounds(cluster).get(0).most()).isEqualTo(18);
    }

    @Test
    void aNodeHasNoMoreConnectionsThanWorkers() {
        Cluster cluster = cluster(true, false, false);
        reports(cluster, 3, 0, 0);
        for (int i = 0; i < 3; i++) {
            assertThat(cluster.table().openConnection(node(cluster))).isTrue();
        }
        assertThat(cluster.table().openConnection(node(cluster))).isFalse();
    }

    @Test
    void aSampleThatIsGoneBoundsNothing() {
        Cluster cluster = cluster(true, false, false);
        reports(cluster, 3, 0, 0);
        SampleView.forget(cluster, node(cluster), 0);
        assertThat(given(cluster, 20)).isEqualTo(20);
        assertThat(bounds(cluster)).isEmpty();
    }

    @Test
    void withoutTheSettingsNothingBounds() {
        Cluster cluster = cluster(false, false, false);
        reports(cluster, 3, 3, 3);
        assertThat(given(cluster, 100)).isEqualTo(100);
    }

    @Test
    void whatANodeCanDoIsLearnedFromItsAnswers() {
        Cluster cluster = cluster(false, true, false);
        assertThat(given(cluster, 100)).isEqualTo(LearnedLimits.FIRST);
        assertThat(bounds(cluster)).containsExactly(new NodeBound("a", LearnedLimits.FIRST, "learned", 0));

        Cluster fast = cluster(false, true, false);
        answers(fast, 2000, 10);
        int most = bounds(fast).get(0).most();
        assertThat(most).as("answers stay as fast as ever").isGreaterThan(50);
        answers(fast, 500, 100);
        assertThat(bounds(fast).get(0).most()).isLessThan(2 * most / 3);
    }

    /** As many tasks as the node takes, each of which takes so long. */
    private static void answers(Cluster cluster, int count, long elapsedMs) {
        Queue<FakeTask> running = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            while (cluster.table().counts(node(cluster)).inFlight()
                    < cluster.table().counts(node(cluster)).limit()) {
                FakeTask next = new FakeTask(LATER_NS + i * MS);
                cluster.assign(next);
                running.add(next);
            }
            FakeTask first = running.remove();
            cluster.finish(first, node(cluster), Outcome.SUCCEEDED, elapsedMs * MS);
        }
        running.forEach(each -> cluster.finish(each, node(cluster), Outcome.ABANDONED, 0));
    }

    @Test
    void anAgentThatTellsWorkersIsBelievedBeforeAnswers() {
        Cluster cluster = cluster(true, true, false);
        reports(cluster, 50, 0, 0);
        assertThat(given(cluster, 100)).isEqualTo(50);
    }

    @Test
    void nothingWaitsLongerThanClientsDo() {
        Cluster cluster = cluster(false, true, true);
        given(cluster, LearnedLimits.FIRST);
        assertThat(cluster.overload().queueTimeoutNs()).isEqualTo(1000 * MS);
        for (int i = 0; i < 100; i++) {
            FakeTask task = new FakeTask(i * MS);
            assertThat(cluster.assign(task)).isEqualTo(Assignment.QUEUED);
            task.nowNs = (i + 320) * MS;
            task.askedNs = i * MS;
            assertThat(cluster.cancel(task, WithoutNode.CLIENT_GONE)).isTrue();
        }
        cluster.assign(new FakeTask(1000 * MS));
        assertThat(cluster.overload().queueTimeoutNs()).isEqualTo(325 * MS);
        assertThat(cluster.overload().counts(0).patienceNs()).isEqualTo(325 * MS);
    }
}
