// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.policy.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeJudgeTest {

    private final List<String> heard = new ArrayList<>();

    private Cluster cluster(int consecutive) {
        return cluster(1, consecutive);
    }

    private Cluster cluster(int nodes, int consecutive) {
        ClusterFixture fixture = new ClusterFixture(nodes);
        fixture.ejection = new EjectionSettings(
                true,
                consecutive,
                2,
                0,
                20,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(300),
                0.5);
        Cluster cluster = fixture.create(0);
        cluster.judge(new NodeJudge() {
            @Override
            public void failing(Node node, long nowNs) {
                heard.add("failing " + node.name() + " at " + nowNs);
            }

            @Override
            public void failingAlone(Node node, long nowNs) {
                heard.add("alone " + node.name() + " at " + nowNs);
            }

            @Override
            public void lastFailing(Node node, long nowNs) {
                heard.add("last " + node.name() + " at " + nowNs);
            }

            @Override
            public void probed(Node node, boolean succeeded, long nowNs) {
                heard.add((succeeded ? "passed " : "failed ") + node.name() + " at " + nowNs);
            }
        });
        return cluster;
    }

    private static void run(Cluster cluster, long nowNs, Outcome outcome, boolean answered) {
        FakeTask task = new FakeTask(nowNs);
        cluster.finish(task, cluster.node(cluster.assign(task)), outcome, 0, answered);
    }

    @Test
    void hearsOfFailuresInARow() {
        Cluster cluster = cluster(3);
        run(cluster, 1, Outcome.FAILED, false);
        run(cluster, 2, Outcome.SUCCEEDED, false);
        run(cluster, 3, Outcome.FAILED, false);
        run(cluster, 4, Outcome.ABANDONED, false);
        assertThat(heard).isEmpty();
        run(cluster, 5, Outcome.FAILED, false);
        run(cluster, 6, Outcome.FAILED, false);
        assertThat(heard).as("of the only node").containsExactly("last a at 5", "failing a at 6");
    }

    @Test
    void weighsAnswersOfTheApplicationHalf() {
        Cluster cluster = cluster(2);
        run(cluster, 1, Outcome.FAILED, true);
        run(cluster, 2, Outcome.FAILED, true);
        run(cluster, 3, Outcome.FAILED, true);
        assertThat(heard).as("after three answers with status 500").isEmpty();
        run(cluster, 4, Outcome.FAILED, true);
        assertThat(heard).containsExactly("failing a at 4");
    }

    @Test
    void hearsNothingWhenRowsDoNotCount() {
        Cluster cluster = cluster(2, 0);
        for (int i = 0; i < 100; i++) {
            run(cluster, i, Outcome.FAILED, false);
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void hearsTheProbeAndNotTheTasksFromBefore() {
        Cluster cluster = cluster(1);
        Node a = named(cluster, "a");
        FakeTask old = new FakeTask(1);
        cluster.assign(old);
        ClusterFixture.eject(cluster, a, "x", 2);
        Membership.probe(cluster, a, 10);
        old.nowNs = 11;
        cluster.finish(old, a, Outcome.FAILED, 10);
        assertThat(heard).as("after the end of a task from before").isEmpty();
        run(cluster, 12, Outcome.FAILED, false);
        Membership.probe(cluster, a, 20);
        run(cluster, 21, Outcome.ABANDONED, false);
        run(cluster, 22, Outcome.SUCCEEDED, false);
        assertThat(heard).containsExactly("failed a at 12", "passed a at 22");
    }

    @Test
    void doesNotCountTasksFromBeforeAReturnTowardsTheNextRow() {
        Cluster cluster = cluster(2);
        Node a = named(cluster, "a");
        List<FakeTask> hung = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            hung.add(new FakeTask(1));
            cluster.assign(hung.get(i));
        }
        Membership.check(cluster, a, false, "refused", 2);
        Membership.check(cluster, a, true, null, 3);
        for (FakeTask task : hung) {
            task.nowNs = 30;
            cluster.finish(task, a, Outcome.FAILED, 29);
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void takesAnEstablishedTunnelForAPassedProbe() {
        Cluster cluster = cluster(2);
        Node a = named(cluster, "a");
        run(cluster, 1, Outcome.FAILED, false);
        cluster.proved(a, 2);
        run(cluster, 3, Outcome.FAILED, false);
        assertThat(heard).as("a row that a tunnel broke").isEmpty();
        ClusterFixture.eject(cluster, a, "x", 4);
        Membership.probe(cluster, a, 5);
        cluster.proved(a, 6);
        assertThat(heard).containsExactly("passed a at 6");
    }
}
