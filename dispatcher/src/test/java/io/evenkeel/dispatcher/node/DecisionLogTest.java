// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

    private static final long MS = 1_000_000;

    private static Cluster cluster(int nodes) {
        return cluster("random", nodes);
    }

    private static Cluster cluster(String policy, int nodes) {
        ClusterSettings settings = new ClusterFixture(0)
                .settings(policy)
                .withNodes(IntStream.range(0, nodes)
                        .mapToObj(i -> ClusterFixture.node("n" + i, Integer.MAX_VALUE))
                        .toList());
        return ClusterFixture.create(settings, PolicyCatalog.load(), new SplittableRandom(1), 0);
    }

    @Test
    void keepsTenASecond() {
        Cluster cluster = cluster(3);
        for (int ms = 0; ms < 1000; ms += 10) {
            cluster.assign(new FakeTask(ms * MS));
        }
        assertThat(cluster.table().choices()).hasSize(10);
        assertThat(cluster.table().choices().get(0).decision().candidates())
                .extracting(Decision.Candidate::inFlight)
                .as("the newest choice comes first")
                .satisfies(counts -> assertThat(
                                counts.stream().mapToInt(Integer::intValue).sum())
                        .isEqualTo(90));
    }

    /** On idle nodes, on busy ones, with tasks that ended, and with a retry; for every policy. */
    @Test
    void everyChoiceOfEveryPolicySaysWhy() {
        for (PolicyType type : PolicyCatalog.load().all()) {
            Cluster cluster = cluster(type.name(), 3);
            for (int i = 0; i < 40; i++) {
                FakeTask task = new FakeTask(i * 100L * MS);
                Node node = cluster.node(cluster.assign(task));
                if (i % 4 != 0) {
                    task.nowNs += (1 + i % 7) * MS;
                    cluster.finish(task, node, i % 9 == 5 ? Outcome.FAILED : Outcome.SUCCEEDED, (1 + i % 7) * MS);
                }
            }
            assertThat(cluster.table().choices()).as(type.name()).hasSize(40).allSatisfy(choice -> {
                Decision decision = choice.decision();
                assertThat(decision.candidates())
                        .filteredOn(candidate -> candidate.node().equals(decision.node()))
                        .extracting(Decision.Candidate::rule)
                        .singleElement()
                        .asString()
                        .as(type.name())
                        .isNotEmpty()
                        .doesNotStartWith("the policy does not say");
            });
        }
    }

    @Test
    void keepsFewerChoicesOfManyNodes() {
        Cluster large = cluster(400);
        Cluster small = cluster(3);
        for (int i = 0; i < 210; i++) {
            large.assign(new FakeTask(i * 100L * MS));
            small.assign(new FakeTask(i * 100L * MS));
        }
        assertThat(List.of(
                        large.table().choices().size(), small.table().choices().size()))
                .containsExactly(50, 200);
    }

    private static List<String> rules(Cluster cluster, FakeTask task) {
        return cluster.table().scores(task).stream()
                .map(Decision.Candidate::rule)
                .toList();
    }

    @Test
    void aBackupIsLeftOutBecauseOfItsLevel() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.nodes.add(ClusterFixture.node("b", Integer.MAX_VALUE).asBackup(1));
        Cluster cluster = fixture.create(0);

        assertThat(rules(cluster, new FakeTask(0))).containsExactly("", "backup: nodes of a lower level come first");
        FakeTask retry = new FakeTask(0);
        retry.attempt = 1;
        retry.triedSlots.addAll(List.of(0, 1));
        assertThat(rules(cluster, retry)).as("a retry comes to backups").containsOnly("already tried");
    }

    @Test
    void aProbedNodeIsLeftOutBecauseItsTrafficShowsItSilent() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = ClusterFixture.named(cluster, "a");
        ClusterFixture.eject(cluster, a, "5 failures in a row", 1);
        Membership.probe(cluster, a, 2);
        assertThat(Silence.mute(cluster, a, "nothing came back for 2 s", 3)).isTrue();

        assertThat(a.state()).isEqualTo(NodeState.PROBING);
        assertThat(rules(cluster, new FakeTask(4))).containsExactly("silent: nothing came back for 2 s", "");
    }

    @Test
    void aNodeIsLeftOutBecauseItsApplicationIsClosed() {
        Cluster cluster = new ClusterFixture(2).create(0);
        FakeTask task = new FakeTask(0);
        task.application = new Application(null, "/shop", cluster.table().capacity());
        task.application.states(new ApplicationState[] {ApplicationState.DISABLED, ApplicationState.ENABLED});

        assertThat(rules(cluster, task)).containsExactly("application disabled", "");
    }
}
