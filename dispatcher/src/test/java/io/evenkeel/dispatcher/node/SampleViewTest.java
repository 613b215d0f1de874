// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SampleViewTest {

    private static final long S = 1_000_000_000;

    private final ClusterFixture fixture = new ClusterFixture(3);

    /** A policy that takes the first eligible node and notes the samples it is told of. */
    private static final class Listening implements Policy {
        final List<String> heard = new ArrayList<>();

        @Override
        public int choose(Task task, Nodes nodes) {
            return nodes.at(0);
        }

        @Override
        public void onSample(int slot, Nodes nodes, long nowNs) {
            heard.add(slot + " busy " + nodes.sample(slot, Sample.WORKERS_BUSY) + " cpu "
                    + nodes.sample(slot, Sample.CPU_SHARE) + " age " + nodes.sampleAgeNs(slot) + " others "
                    + nodes.othersInFlight(slot) + " of " + nodes.count());
        }
    }

    private static double[] row(double workersBusy, double inFlight) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Arrays.asList(Sample.values()).indexOf(Sample.WORKERS_BUSY)] = workersBusy;
        row[Arrays.asList(Sample.values()).indexOf(Sample.IN_FLIGHT)] = inFlight;
        return row;
    }

    private static Node run(Cluster cluster) {
        return FakeTask.run(cluster, 10 * S, Outcome.SUCCEEDED);
    }

    @Test
    void showsThePolicyTheColumnsTheAgeAndTheTasksOfOthers() {
        Listening policy = new Listening();
        fixture.policy = policy;
        Cluster cluster = fixture.create(0);
        assertThat(cluster.assign(new FakeTask(S))).isZero();
        assertThat(cluster.assign(new FakeTask(S))).isZero();

        SampleView.take(cluster, named(cluster, "a"), row(4, 7), 2 * S, 3 * S);

        assertThat(policy.heard).containsExactly("0 busy 4.0 cpu NaN age " + S + " others 5 of 3");
        assertThat(SampleView.others(cluster, named(cluster, "a"))).isEqualTo(5);
    }

    @Test
    void aNewSampleTakesTheOldFiguresAwayToo() {
        Listening policy = new Listening();
        fixture.policy = policy;
        Cluster cluster = fixture.create(0);
        SampleView.take(cluster, named(cluster, "b"), row(4, 7), S, S);
        SampleView.take(cluster, named(cluster, "b"), row(Double.NaN, 1), 2 * S, 2 * S);
        SampleView.forget(cluster, named(cluster, "b"), 3 * S);
        assertThat(policy.heard)
                .containsExactly(
                        "1 busy 4.0 cpu NaN age 0 others 7 of 3",
                        "1 busy NaN cpu NaN age 0 others 1 of 3",
                        "1 busy NaN cpu NaN age " + Long.MAX_VALUE + " others 0 of 3");
    }

    @Test
    void aPolicyThatNeedsSamplesGetsTheNodesThatHaveOne() {
        fixture.needsSamples = true;
        Cluster cluster = fixture.create(0);
        assertThat(run(cluster).name()).as("nobody has reported").isEqualTo("a");
        assertThat(SampleView.blind(cluster)).isTrue();

        SampleView.take(cluster, named(cluster, "c"), row(1, 1), S, S);
        assertThat(run(cluster).name()).isEqualTo("c");
        assertThat(SampleView.blind(cluster)).isFalse();
        assertThat(cluster.table().scores(new FakeTask(S)))
                .extracting(Decision.Candidate::rule)
                .containsExactly("no sample", "no sample", "");

        SampleView.take(cluster, named(cluster, "b"), row(1, 1), S, S);
        SampleView.forget(cluster, named(cluster, "c"), 2 * S);
        assertThat(run(cluster).name()).isEqualTo("b");

        Membership.check(cluster, named(cluster, "b"), false, "refused", 3 * S);
        assertThat(run(cluster).name()).as("the only reporter is down").isEqualTo("a");
    }

    @Test
    void tasksOfOthersAreForgottenWithAnOldSample() {
        int[] seen = new int[1];
        fixture.policy = (task, nodes) -> {
            seen[0] = nodes.othersInFlight(0);
            return nodes.at(1);
        };
        Cluster cluster = fixture.create(0);
        SampleView.take(cluster, named(cluster, "a"), row(4, 50), S, S);
        cluster.assign(new FakeTask(6 * S));
        assertThat(seen).containsExactly(50);
        cluster.assign(new FakeTask(7 * S));
        assertThat(seen).containsExactly(0);
    }

    @Test
    void theWorkOfPeersComesIntoTheColumnsAndTheOwnWorkOut() {
        Cluster cluster = fixture.create(0);
        assertThat(cluster.assign(new FakeTask(S))).isZero();
        ClusterFixture.eject(cluster, named(cluster, "c"), "failures", S);

        NodeWork work = SampleView.work(cluster);
        int a = Arrays.binarySearch(work.keys(), Node.key("a"));
        int c = Arrays.binarySearch(work.keys(), Node.key("c"));
        assertThat(work.keys()).hasSize(3).isSorted();
        assertThat(work.inFlight()[a]).isEqualTo(1);
        assertThat(work.started()[a]).isEqualTo(1);
        assertThat(work.out()[a]).isFalse();
        assertThat(work.out()[c]).isTrue();

        int[] peers = new int[3];
        peers[a] = 8;
        SampleView.peers(cluster, work, peers);
        assertThat(cluster.table().scores(new FakeTask(S)).get(0).othersInFlight())
                .isEqualTo(8);
        peers[a] = 0;
        SampleView.peers(cluster, work, peers);
        assertThat(cluster.table().scores(new FakeTask(S)).get(0).othersInFlight())
                .isZero();
    }

    @Test
    void theWorkOfPeersInSomeNodesLeavesTheOthersAsTheyAre() {
        Cluster cluster = fixture.create(0);
        NodeWork work = SampleView.work(cluster);
        int a = Arrays.binarySearch(work.keys(), Node.key("a"));
        int b = Arrays.binarySearch(work.keys(), Node.key("b"));
        int c = Arrays.binarySearch(work.keys(), Node.key("c"));
        SampleView.peers(cluster, work, new int[] {a, c}, new int[] {8, 3});
        SampleView.peers(cluster, work, new int[] {c, b}, new int[] {4, 1});
        assertThat(others(cluster)).containsExactly(Map.entry("a", 8), Map.entry("b", 1), Map.entry("c", 4));

        fixture.nodes.remove(0);
        fixture.nodes.add(ClusterFixture.node("d", Integer.MAX_VALUE));
        ClusterFixture.update(cluster, fixture.settings(), S);
        SampleView.peers(cluster, work, new int[] {a, b}, new int[] {9, 2});
        assertThat(others(cluster))
                .as("d is not a")
                .containsExactly(Map.entry("b", 2), Map.entry("c", 4), Map.entry("d", 0));
    }

    private static Map<String, Integer> others(Cluster cluster) {
        return cluster.table().scores(new FakeTask(S)).stream()
                .collect(Collectors.toMap(
                        each -> each.node(), each -> each.othersInFlight(), (first, second) -> second, TreeMap::new));
    }

    /** ReDAL counts a request that node a has got; the policy of the second half counts no slices. */
    @Test
    void theSlicesOfPeersComeIntoTheColumnsAndTheOwnSlicesOut() {
        fixture.policy = PolicyCatalog.load().find("redal").orElseThrow().create(64, new SplittableRandom(1), Map.of());
        Cluster cluster = fixture.create(0);
        assertThat(cluster.assign(new FakeTask(S))).isZero();
        NodeWork work = SampleView.work(cluster);
        int a = Arrays.binarySearch(work.keys(), Node.key("a"));
        int c = Arrays.binarySearch(work.keys(), Node.key("c"));

        NodeSlices own = Objects.requireNonNull(SampleView.bySlice(cluster, work, S));
        assertThat(own.lengthNs()).isEqualTo(S);
        assertThat(own.leftNs()).isEqualTo(S);
        assertThat(own.came()).hasSize(3);
        assertThat(own.came()[a]).isEqualTo(1);

        double[][] sums = NodeSlices.sums(3);
        new NodeSlices(S, S, new int[] {4}, new int[][] {{10}}, new double[1], new int[1]).addTo(sums, 0, a, 0.5, 0);
        own.addTo(sums, a, c, 1, 0);
        SampleView.peersBySlice(cluster, work, sums);
        assertThat(score(cluster, "a")).as("1 of here, 2 + 0.9 * 5 of others").isEqualTo(7.5, within(1e-9));
        assertThat(score(cluster, "b")).isZero();
        assertThat(score(cluster, "c")).isEqualTo(1);

        fixture.nodes.remove(0);
        fixture.nodes.add(ClusterFixture.node("d", Integer.MAX_VALUE));
        ClusterFixture.update(cluster, fixture.settings(), S);
        SampleView.peersBySlice(cluster, work, sums);
        assertThat(score(cluster, "d")).as("it is neither a nor c").isZero();
        assertThat(Objects.requireNonNull(SampleView.bySlice(cluster, work, S)).came()[a])
                .as("it has left")
                .isZero();
        assertThat(SampleView.bySlice(new ClusterFixture(3).create(0), work, S)).isNull();
    }

    /** A policy of somebody's own, which tells less than it has nodes, or what no node can have. */
    @Test
    void slicesThatMakeNoSenseAreNotTold() {
        List<Supplier<LoadBySlice>> bad = List.of(
                () -> new LoadBySlice(S, S, new int[3], new int[][] {new int[2]}, new double[3], new int[3]),
                () -> new LoadBySlice(S, S, new int[3], new int[0][], new double[1], new int[3]),
                () -> filled(told -> told.expected()[0] = new int[1]),
                () -> filled(told -> told.running()[1] = -1));
        for (Supplier<LoadBySlice> each : bad) {
            fixture.policy = new Telling(each);
            Cluster cluster = fixture.create(0);
            assertThat(SampleView.bySlice(cluster, SampleView.work(cluster), S)).isNull();
        }
        fixture.policy = new Telling(() -> filled(told -> told.running()[1] = 2));
        Cluster cluster = fixture.create(0);
        assertThat(Objects.requireNonNull(SampleView.bySlice(cluster, SampleView.work(cluster), S))
                        .running())
                .containsOnlyOnce(2);
    }

    private static LoadBySlice filled(Consumer<LoadBySlice> by) {
        LoadBySlice told = LoadBySlice.empty(S, S, 3, 1);
        by.accept(told);
        return told;
    }

    private record Telling(Supplier<LoadBySlice> told) implements Policy {

        @Override
        public int choose(Task task, Nodes nodes) {
            return nodes.at(0);
        }

        @Override
        public LoadBySlice bySlice(Nodes nodes, long nowNs) {
            return told.get();
        }
    }

    private static double score(Cluster cluster, String node) {
        return cluster.table().scores(new FakeTask(S)).stream()
                .filter(each -> each.node().equals(node))
                .mapToDouble(Decision.Candidate::score)
                .sum();
    }

    @Test
    void otherPoliciesTakeNodesWithoutSamples() {
        Cluster cluster = fixture.create(0);
        SampleView.take(cluster, named(cluster, "c"), row(1, 1), S, S);
        assertThat(run(cluster).name()).isEqualTo("a");
    }

    @Test
    void aSilentNodeGetsNoTaskWhileAnotherIsUp() {
        Cluster cluster = fixture.create(0);
        Membership.agentSilent(cluster, named(cluster, "a"), "no answer within 500 ms", S);
        assertThat(named(cluster, "a").state()).isEqualTo(NodeState.SILENT);
        assertThat(named(cluster, "a").reason()).isEqualTo("no answer within 500 ms");
        assertThat(run(cluster).name()).isEqualTo("b");

        Membership.agentHeard(cluster, named(cluster, "a"), 2 * S);
        assertThat(run(cluster).name()).isEqualTo("a");
    }

    @Test
    void silenceNeverEmptiesACluster() {
        Cluster cluster = fixture.create(0);
        for (Node node : cluster.nodes()) {
            Membership.agentSilent(cluster, node, "no answer", S);
        }
        assertThat(cluster.counts().up()).isEqualTo(3);
        Membership.check(cluster, named(cluster, "a"), false, "refused", 2 * S);
        assertThat(run(cluster).name()).as("a failed check is no doubt").isEqualTo("b");
    }

    @Test
    void aSilentNodeIsNotTriedOnProbation() {
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        ClusterFixture.eject(cluster, a, "5 failures in a row", S);
        Membership.agentSilent(cluster, a, "connection refused", S);
        Membership.probe(cluster, a, 2 * S);
        assertThat(a.state()).isEqualTo(NodeState.PROBING);
        assertThat(run(cluster).name()).isEqualTo("b");
        assertThat(cluster.table().scores(new FakeTask(3 * S)).get(0).rule()).isEqualTo("silent: connection refused");
        Membership.agentHeard(cluster, a, 3 * S);
        assertThat(run(cluster).name()).isEqualTo("a");
    }

    @Test
    void silenceIsWeakerThanEveryOtherReason() {
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        Membership.agentSilent(cluster, a, "no answer", S);
        ClusterFixture.eject(cluster, a, "5 failures in a row", S);
        assertThat(a.state()).isEqualTo(NodeState.EJECTED);
        Membership.probe(cluster, a, S);
        assertThat(a.state()).isEqualTo(NodeState.PROBING);
        Membership.leave(cluster, a, true, "its agent said stop", S);
        assertThat(a.state()).isEqualTo(NodeState.DRAIN);
        Membership.check(cluster, a, false, "refused", S);
        assertThat(a.state()).isEqualTo(NodeState.DOWN);
        Membership.agentHeard(cluster, a, S);
        assertThat(a.state()).as("a sample never makes a node up").isEqualTo(NodeState.DOWN);
    }

    @Test
    void aNodeWhoseAgentStopsDrainsUntilItIsBackOrAnAdministratorWantsIt() {
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        Membership.leave(cluster, a, true, "its agent said stop", S);
        assertThat(a.state()).isEqualTo(NodeState.DRAIN);
        assertThat(a.reason()).isEqualTo("its agent said stop");
        Membership.leave(cluster, a, false, null, S);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        Membership.leave(cluster, a, true, "its agent said stop", S);
        ClusterFixture.want(cluster, a, AdminState.READY, null, S);
        assertThat(a.state()).isEqualTo(NodeState.UP);
    }

    @Test
    void aNodeThatTakesAnothersSlotHasNoSample() {
        Listening policy = new Listening();
        fixture.policy = policy;
        Cluster cluster = fixture.create(0);
        SampleView.take(cluster, named(cluster, "a"), row(4, 7), S, S);
        fixture.nodes.set(0, ClusterFixture.node("z", 5, 1));
        ClusterFixture.update(cluster, fixture.settings(), 2 * S);
        assertThat(named(cluster, "z").slot()).isEqualTo(3);
        fixture.nodes.add(ClusterFixture.node("y", 6, 1));
        ClusterFixture.update(cluster, fixture.settings(), 2 * S);
        assertThat(named(cluster, "y").slot()).isZero();
        assertThat(cluster.table().scores(new FakeTask(3 * S)))
                .filteredOn(each -> each.node().equals("y"))
                .allMatch(each -> each.sampleAgeMs() == -1 && each.vector().isEmpty());
    }
}
