// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A cluster at work gets another policy. */
class PolicyExchangeTest {

    private static final long S = 1_000_000_000;

    /** A policy that notes the calls it gets. */
    private static final class Hearing implements Policy {
        final List<String> heard = new ArrayList<>();
        private final boolean inherits;

        Hearing(boolean inherits) {
            this.inherits = inherits;
        }

        @Override
        public int choose(Task task, Nodes nodes) {
            return nodes.at(0);
        }

        @Override
        public void onStart(Task task, int slot, Nodes nodes) {
            heard.add("start " + slot);
        }

        @Override
        public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
            heard.add("finish " + slot);
        }

        @Override
        public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
            heard.add("tunnel " + slot);
        }

        @Override
        public void onJoin(int slot, Nodes nodes, long nowNs) {
            heard.add("join " + slot + " in flight " + nodes.inFlight(slot));
        }

        @Override
        public void onSample(int slot, Nodes nodes, long nowNs) {
            heard.add("sample " + slot + " sessions " + (int) nodes.sample(slot, Sample.SESSIONS));
        }

        @Override
        public boolean inherits(Policy before) {
            heard.add("after " + before.getClass().getSimpleName());
            return inherits;
        }
    }

    private final ClusterFixture fixture = new ClusterFixture(2);

    private void exchange(Cluster cluster, Policy policy, long nowNs) {
        ClusterFixture.update(
                cluster,
                fixture.settings("other"),
                new MadePolicy("other", policy, cluster.table().capacity(), false),
                name -> null,
                nowNs);
    }

    @Test
    @SuppressWarnings("EnumOrdinal") // a sample is a row of values by column
    void seesMembersSamplesAndTasksInFlightOfTheOneBefore() {
        Cluster cluster = fixture.create(0);
        FakeTask running = new FakeTask(S);
        Node a = cluster.node(cluster.assign(running));
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.SESSIONS.ordinal()] = 5;
        SampleView.take(cluster, named(cluster, "b"), row, S, S);
        Hearing next = new Hearing(false);

        exchange(cluster, next, 2 * S);

        assertThat(next.heard)
                .containsExactly("join 0 in flight 1", "join 1 in flight 0", "sample 1 sessions 5", "after Fewest");
        assertThat(cluster.nodes()).containsExactly(a, named(cluster, "b"));
    }

    @Test
    void keepsStatesCountersAndTasksInFlight() {
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        Node b = named(cluster, "b");
        FakeTask.run(cluster, S, Outcome.SUCCEEDED);
        FakeTask running = new FakeTask(S);
        cluster.assign(running);
        ClusterFixture.want(cluster, b, AdminState.DRAIN, "disk swap", S);
        Membership.weigh(cluster, b, 3, S);
        NodeCounts counts = cluster.table().counts(a);

        exchange(cluster, new Hearing(false), 2 * S);

        assertThat(cluster.table().counts(a)).isEqualTo(counts);
        assertThat(b.state()).isEqualTo(NodeState.DRAIN);
        assertThat(b.reason()).isEqualTo("disk swap");
        assertThat(b.weight()).isEqualTo(3);
        cluster.finish(running, a, Outcome.SUCCEEDED, 2 * S);
        assertThat(cluster.table().counts(a).inFlight()).isZero();
    }

    @Test
    void hearsOfItsOwnTasksOnly() {
        Cluster cluster = fixture.create(0);
        FakeTask old = new FakeTask(S);
        Node a = cluster.node(cluster.assign(old));
        Hearing next = new Hearing(false);
        exchange(cluster, next, 2 * S);
        FakeTask own = new FakeTask(3 * S);
        cluster.assign(own);
        next.heard.clear();

        old.nowNs = 4 * S;
        cluster.finish(old, a, Outcome.SUCCEEDED, 3 * S);
        assertThat(next.heard).isEmpty();
        own.nowNs = 4 * S;
        cluster.finish(own, a, Outcome.SUCCEEDED, S);
        assertThat(next.heard).containsExactly("finish 0");
    }

    /** A reload takes some time before it looks up names of nodes and waits for the gate; tasks begin meanwhile. */
    @Test
    void hearsNothingOfTasksThatBeganDuringTheReload() {
        Cluster cluster = fixture.create(0);
        FakeTask during = new FakeTask(3 * S);
        Node a = cluster.node(cluster.assign(during));
        Hearing next = new Hearing(false);
        exchange(cluster, next, 2 * S);
        next.heard.clear();

        during.tunnel = true;
        during.nowNs = 4 * S;
        cluster.tunnelled(during, a, S);
        cluster.finish(during, a, Outcome.SUCCEEDED, S);

        assertThat(next.heard).isEmpty();
    }

    /** A task that comes to the gate behind the reload has an older time than the reload. */
    @Test
    void hearsTheStartOfEveryTaskThatBeginsUnderIt() {
        Cluster cluster = fixture.create(0);
        Hearing next = new Hearing(false);
        exchange(cluster, next, 2 * S);
        next.heard.clear();

        FakeTask early = new FakeTask(S);
        Node a = cluster.node(cluster.assign(early));
        cluster.finish(early, a, Outcome.SUCCEEDED, 1);

        assertThat(next.heard).containsExactly("start 0", "finish 0");
    }

    /** Notes that the first policy left with a task mean nothing to the second, and so nothing to the third. */
    @Test
    void inheritsNoMoreThanTheOneBeforeHeard() {
        Cluster cluster = fixture.create(0);
        FakeTask old = new FakeTask(S);
        Node a = cluster.node(cluster.assign(old));
        exchange(cluster, new Hearing(false), 2 * S);
        Hearing third = new Hearing(true);
        exchange(cluster, third, 3 * S);
        third.heard.clear();

        old.nowNs = 4 * S;
        cluster.finish(old, a, Outcome.SUCCEEDED, 3 * S);

        assertThat(third.heard).isEmpty();
    }

    @Test
    void hearsOfAllTasksOnceItInherits() {
        Cluster cluster = fixture.create(0);
        FakeTask old = new FakeTask(S);
        Node a = cluster.node(cluster.assign(old));
        Hearing next = new Hearing(true);
        exchange(cluster, next, 2 * S);
        next.heard.clear();

        old.nowNs = 4 * S;
        cluster.finish(old, a, Outcome.SUCCEEDED, 3 * S);

        assertThat(next.heard).containsExactly("finish 0");
    }

    @Test
    void tellsAnOrderToANodeThatJoins() {
        Cluster cluster = fixture.create(0);
        fixture.nodes.add(ClusterFixture.node("c", Integer.MAX_VALUE));
        NodeOrder order = new NodeOrder(AdminState.MAINT, "new disk", 2.5, 1);

        ClusterFixture.update(cluster, fixture.settings(), null, name -> name.equals("c") ? order : null, S);

        Node c = named(cluster, "c");
        assertThat(c.state()).isEqualTo(NodeState.MAINT);
        assertThat(c.reason()).isEqualTo("new disk");
        assertThat(c.weight()).isEqualTo(2.5);
        assertThat(NodeOrder.of(c)).isEqualTo(order);
        assertThat(cluster.counts().up()).isEqualTo(2);
    }

    /** Estimates of nodes show in the scores, which stay exactly the same. */
    @Test
    void estimatesSurviveOtherParametersAndAnotherSlowStart() {
        for (Map.Entry<String, Map<String, Double>> edit : Map.of(
                        "peak-ewma", Map.of("decay", 20.0), "fastest-response", Map.of("window", 2.0))
                .entrySet()) {
            ClusterSettings first = settings(edit.getKey(), Map.of(), Duration.ZERO);
            Cluster cluster = ClusterFixture.create(first, PolicyCatalog.load(), new SplittableRandom(1), 0);
            run(cluster, 3_000_000);
            run(cluster, 5_000_000);
            List<Double> before = scores(cluster);
            assertThat(before).as(edit.getKey()).doesNotHaveDuplicates().allMatch(score -> score > 0);

            ClusterSettings other = settings(edit.getKey(), edit.getValue(), Duration.ZERO);
            ClusterFixture.update(
                    cluster,
                    other,
                    MadePolicy.of(
                            other.policy(),
                            cluster.table().capacity(),
                            PolicyCatalog.load(),
                            new SplittableRandom(2),
                            null),
                    name -> null,
                    S);
            assertThat(scores(cluster))
                    .as("%s, other parameters", edit.getKey())
                    .isEqualTo(before);

            ClusterFixture.update(cluster, settings(edit.getKey(), edit.getValue(), Duration.ofMillis(1)), S);
            assertThat(scores(cluster)).as("%s, slow start", edit.getKey()).isEqualTo(before);
        }
    }

    @Test
    void aSlowStartHoldsForNodesThatComeLater() {
        ClusterSettings first = settings("weighted-least-connections", Map.of(), Duration.ZERO);
        Cluster cluster = ClusterFixture.create(first, PolicyCatalog.load(), new SplittableRandom(1), 0);
        ClusterFixture.update(cluster, settings("weighted-least-connections", Map.of(), Duration.ofSeconds(10)), S);
        Node b = named(cluster, "b");
        ClusterFixture.want(cluster, b, AdminState.MAINT, null, 20 * S);
        ClusterFixture.want(cluster, b, AdminState.READY, null, 30 * S);

        double warm = cluster.table().inside((columns, policy) -> {
            columns.arrays.viewAll(35 * S);
            return columns.arrays.warmShare(b.slot());
        });

        assertThat(warm).isEqualTo(0.5);
    }

    private ClusterSettings settings(String policy, Map<String, Double> options, Duration slowStart) {
        fixture.slowStart = slowStart;
        ClusterSettings s = fixture.settings(policy);
        return new ClusterSettings(
                s.name(),
                new PolicyChoice(policy, options),
                s.assign(),
                s.nodes(),
                s.agent(),
                s.health(),
                s.ejection(),
                s.timeouts(),
                s.retry(),
                s.queue(),
                s.pool(),
                s.slowStart(),
                s.panic(),
                s.requestClasses(),
                s.proxyProtocol(),
                s.affinity());
    }

    /** Runs a task on the node that has had none yet. */
    private static void run(Cluster cluster, long elapsedNs) {
        FakeTask task = new FakeTask(S - elapsedNs);
        Node node = cluster.node(cluster.assign(task));
        task.nowNs = S;
        cluster.finish(task, node, Outcome.SUCCEEDED, elapsedNs);
        ClusterFixture.want(cluster, node, AdminState.DRAIN, null, S);
    }

    private static List<Double> scores(Cluster cluster) {
        for (Node node : cluster.nodes()) {
            ClusterFixture.want(cluster, node, AdminState.READY, null, -100 * S);
        }
        return cluster.table().scores(new FakeTask(S)).stream()
                .map(Decision.Candidate::score)
                .toList();
    }
}
