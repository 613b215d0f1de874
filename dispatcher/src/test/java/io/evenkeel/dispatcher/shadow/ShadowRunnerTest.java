// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.dispatcher.control.FittingPolicies;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.dispatcher.node.NodeWork;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.Task;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Shadows of a cluster whose policy takes the eligible node with the fewest tasks, the first of equals. */
class ShadowRunnerTest {

    /** Longer than the least distance of recorded choices. */
    private static final long TICK_NS = 200_000_000;

    private final ClusterFixture fixture = new ClusterFixture(3);
    private Cluster cluster = fixture.create(0);
    private ShadowRunner runner = new ShadowRunner(cluster, 256);
    private long nowNs;

    private Shadow add(ToIntBiFunction<Task, Nodes> rule) {
        return add(new ScriptedPolicy(rule), false);
    }

    private Shadow add(Policy policy, boolean needsSamples) {
        Shadow shadow = new Shadow(
                "shop",
                "fewest",
                "scripted",
                new FittingPolicies.Fitted(policy, needsSamples, false),
                64,
                5,
                cluster.events().cluster());
        runner.add(shadow);
        return shadow;
    }

    private FakeTask begins() {
        FakeTask task = new FakeTask(nowNs += TICK_NS);
        assertThat(cluster.assign(task)).isNotNegative();
        return task;
    }

    private Node ends(FakeTask task, int slot, Outcome outcome) {
        Node node = cluster.node(slot);
        task.nowNs = nowNs += TICK_NS;
        cluster.finish(task, node, outcome, TICK_NS);
        return node;
    }

    @SuppressWarnings("EnumOrdinal") // a sample is a row of values by column
    private void reports(int slot, double sessions) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.SESSIONS.ordinal()] = sessions;
        row[Sample.IN_FLIGHT.ordinal()] = 4;
        SampleView.take(cluster, cluster.node(slot), row, nowNs, nowNs);
    }

    @Test
    void seesTunnelsAsThePolicyInForceDoes() {
        List<String> seen = new ArrayList<>();
        add((task, nodes) -> {
            seen.add(nodes.inFlight(0) + "+" + nodes.tunnels(0));
            return 0;
        });
        FakeTask task = begins();
        task.tunnel = true;
        task.nowNs = nowNs += TICK_NS;
        cluster.tunnelled(task, cluster.node(0), TICK_NS);
        begins();
        ends(task, 0, Outcome.SUCCEEDED);
        begins();
        runner.follow();

        assertThat(seen).containsExactly("0+0", "0+1", "1+0");
    }

    @Test
    void seesWhatJoinedDispatchersTellAsThePolicyInForceDoes() {
        List<String> seen = new ArrayList<>();
        add((task, nodes) -> {
            seen.add(nodes.peersInFlight(1)
                    + Arrays.stream(SliceFigure.values())
                            .map(each -> " " + nodes.peersBySlice(1, each))
                            .collect(Collectors.joining()));
            return 0;
        });
        NodeWork work = SampleView.work(cluster);
        int b = Arrays.binarySearch(work.keys(), cluster.node(1).key());
        begins();
        int[] peers = new int[3];
        peers[b] = 6;
        SampleView.peers(cluster, work, peers);
        double[][] sums = NodeSlices.sums(3);
        new NodeSlices(1, 1, new int[] {2}, new int[][] {{3}}, new double[] {4}, new int[] {5})
                .addTo(sums, 0, b, 0.5, 0);
        SampleView.peersBySlice(cluster, work, sums);
        begins();
        runner.follow();

        assertThat(seen).containsExactly("0 0.0 0.0 0.0 0.0", "6 1.0 1.5 2.0 2.5");
    }

    @Test
    void countsWhatIsTheSameAndHowItFalls() {
        Shadow second = add((task, nodes) -> 1);
        for (int i = 0; i < 7; i++) {
            begins();
        }
        runner.follow();

        ShadowView view = second.view();
        assertThat(view.compared()).isEqualTo(7);
        assertThat(view.same()).as("a b c a b c a, and always b").isEqualTo(2);
        assertThat(view.differed()).isEqualTo(5);
        assertThat(view.held()).isZero();
        assertThat(view.dropped()).isZero();
        assertThat(view.sameShare()).isEqualTo(2.0 / 7);
        assertThat(view.splits())
                .containsExactlyInAnyOrder(
                        new ShadowView.ShadowSplit("a", 3, 0),
                        new ShadowView.ShadowSplit("b", 2, 7),
                        new ShadowView.ShadowSplit("c", 2, 0));
        assertThat(view.failure()).isNull();
        assertThat(view.sinceMs()).isEqualTo(5);
    }

    @Test
    void aShadowThatHoldsDiffersAndFallsOnNoNode() {
        Shadow holds = add((task, nodes) -> Policy.HOLD);
        begins();
        runner.follow();

        assertThat(holds.view().held()).isEqualTo(1);
        assertThat(holds.view().same()).isZero();
        assertThat(holds.view().splits()).containsExactly(new ShadowView.ShadowSplit("a", 1, 0));
        assertThat(holds.view().differences().get(0).node()).isNull();
    }

    @Test
    void keepsTheLastDifferencesWithBothViewsOfThem() {
        Shadow last = add((task, nodes) -> nodes.at(nodes.count() - 1));
        begins();
        begins();
        begins();
        runner.follow();

        assertThat(last.view().differences())
                .extracting(each -> each.decision().node() + " but " + each.node())
                .as("newest first; the third is the same")
                .containsExactly("b but c", "a but c");
        ShadowView.Difference newest = last.view().differences().get(0);
        assertThat(newest.decision().candidates().get(0).inFlight()).isEqualTo(1);
        assertThat(newest.opinions())
                .containsExactly(
                        new ShadowView.Opinion(100, "slot 0"),
                        new ShadowView.Opinion(101, "slot 1"),
                        new ShadowView.Opinion(102, "slot 2"));
    }

    @Test
    void hearsWhatBecameOfTheRealChoicesWithAMemoOfItsOwn() {
        ScriptedPolicy policy = new ScriptedPolicy((task, nodes) -> 2);
        add(policy, false);
        FakeTask first = begins();
        FakeTask second = begins();
        ends(second, 1, Outcome.FAILED);
        ends(first, 0, Outcome.SUCCEEDED);
        runner.follow();

        assertThat(policy.heard)
                .containsExactly(
                        "join 0",
                        "join 1",
                        "join 2",
                        "start 0 of 1",
                        "start 1 of 1",
                        "finish 1 FAILED " + TICK_NS + " memo 11 of 0",
                        "finish 0 SUCCEEDED " + TICK_NS + " memo 10 of 0");
        assertThat(first.memo()).as("the real task's memo").isZero();
    }

    @Test
    void hearsOfATaskThatWentHomeAndIsNotComparedWithIt() {
        ScriptedPolicy policy = new ScriptedPolicy((task, nodes) -> 0);
        Shadow shadow = add(policy, false);
        FakeTask home = new FakeTask(nowNs += TICK_NS);
        home.home = cluster.node(1).key();
        assertThat(cluster.assign(home)).isEqualTo(1);
        ends(home, 1, Outcome.SUCCEEDED);
        begins();
        runner.follow();

        assertThat(shadow.view().compared()).isEqualTo(1);
        assertThat(policy.heard)
                .containsExactly(
                        "join 0",
                        "join 1",
                        "join 2",
                        "start 1 of 1",
                        "finish 1 SUCCEEDED " + TICK_NS + " memo 11 of 0",
                        "start 0 of 1");
    }

    @Test
    void isNotToldTheEndOfTasksFromBeforeIt() {
        FakeTask before = begins();
        ScriptedPolicy policy = new ScriptedPolicy((task, nodes) -> 2);
        add(policy, false);
        ends(before, 0, Outcome.SUCCEEDED);
        begins();
        runner.follow();

        assertThat(policy.heard).containsExactly("join 0", "join 1", "join 2", "start 0 of 1");
    }

    @Test
    void aSecondShadowBeginsWhereItIsAddedAndHasAMemoOfItsOwn() {
        ScriptedPolicy early = new ScriptedPolicy((task, nodes) -> 0);
        ScriptedPolicy late = new ScriptedPolicy((task, nodes) -> {
            task.memo(77);
            return 1;
        });
        Shadow one = add(early, false);
        FakeTask first = begins();
        Shadow two = add(late, false);
        FakeTask second = begins();
        ends(first, 0, Outcome.SUCCEEDED);
        ends(second, 1, Outcome.ABANDONED);
        runner.follow();

        assertThat(one.view().compared()).isEqualTo(2);
        assertThat(two.view().compared()).isEqualTo(1);
        assertThat(two.view().same()).isEqualTo(1);
        assertThat(late.heard)
                .containsExactly(
                        "join 0",
                        "join 1",
                        "join 2",
                        "start 1 of 1",
                        "finish 1 ABANDONED " + TICK_NS + " memo 11 of 0");
        assertThat(early.heard).hasSize(7).contains("finish 0 SUCCEEDED " + TICK_NS + " memo 10 of 0");
    }

    @Test
    void whatThrowsIsNotAskedAgainAndHurtsNobody() {
        Shadow bad = add((task, nodes) -> {
            if (nodes.inFlight(0) == 1) {
                throw new IllegalStateException("no idea");
            }
            return 0;
        });
        Shadow good = add((task, nodes) -> 0);
        begins();
        begins();
        begins();
        runner.follow();

        assertThat(bad.view().failure()).isEqualTo("failed to choose: java.lang.IllegalStateException: no idea");
        assertThat(bad.view().compared()).isEqualTo(1);
        assertThat(good.view().compared()).isEqualTo(3);
        assertThat(good.view().failure()).isNull();
        assertThat(cluster.table().counts(cluster.node(1)).inFlight()).isEqualTo(1);
    }

    @Test
    void aNodeThatIsNotEligibleIsAFailure() {
        ClusterFixture.want(cluster, cluster.node(1), AdminState.DRAIN, null, nowNs);
        Shadow bad = add((task, nodes) -> 1);
        begins();
        runner.follow();

        assertThat(bad.view().failure()).contains("it chose slot 1, which is not eligible");
        assertThat(bad.view().compared()).isZero();
    }

    @Test
    void aFullRingDropsChoicesAndCountsThem() {
        runner = new ShadowRunner(cluster, 16);
        ScriptedPolicy policy = new ScriptedPolicy((task, nodes) -> 0);
        Shadow slow = add(policy, false);
        for (int i = 0; i < 20; i++) {
            begins();
        }
        runner.follow();

        assertThat(slow.view().compared())
                .as("16 notes, 1 of them the beginning")
                .isEqualTo(15);
        assertThat(slow.view().dropped()).isEqualTo(5);
        assertThat(policy.heard.stream().filter(each -> each.contains("ABANDONED")))
                .as("how they ended cannot be known any more")
                .hasSize(15);
        begins();
        runner.follow();
        assertThat(slow.view().compared()).isEqualTo(16);
        assertThat(runner.replica().columns().inFlight(0))
                .as("seven times a of 21")
                .isEqualTo(7);
    }

    @Test
    void nothingIsNotedOnceTheLastShadowIsStopped() {
        Shadow shadow = add((task, nodes) -> 0);
        runner.remove(shadow);
        runner.end();
        begins();
        runner.follow();

        assertThat(shadow.view().compared()).isZero();
        assertThat(runner.replica().columns().inFlight(0)).isZero();
    }

    @Test
    void policiesOnSamplesSeeThoseWithSamples() {
        reports(2, 9);
        List<Integer> counts = new ArrayList<>();
        ScriptedPolicy policy = new ScriptedPolicy((task, nodes) -> {
            counts.add(nodes.count());
            return nodes.at(0);
        });
        add(policy, true);
        begins();
        reports(0, 3);
        begins();
        SampleView.forget(cluster, cluster.node(2), nowNs);
        begins();
        runner.follow();

        assertThat(counts).containsExactly(1, 2, 1);
        assertThat(policy.heard)
                .containsExactly(
                        "join 0",
                        "join 1",
                        "join 2",
                        "sample 2",
                        "start 0 of 1",
                        "sample 0",
                        "start 1 of 1",
                        "sample 2",
                        "start 2 of 1");
    }

    /**
     * This is about the work inside the gate: the ring is read by another thread. The least of several rounds
     * counts, as in the contract.
     */
    @Test
    void aChoiceAndItsEndAllocateNothingWithAShadowOrWithout() {
        assertThat(allocated(() -> {})).as("without").isZero();
        runner = new ShadowRunner(cluster, 4_096);
        add((task, nodes) -> 0);
        assertThat(allocated(runner::follow)).as("with one").isZero();
    }

    private long allocated(Runnable after) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        FakeTask task = new FakeTask(nowNs);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                int slot = cluster.assign(task);
                cluster.finish(task, cluster.node(slot), Outcome.SUCCEEDED, 5);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            after.run();
        }
        return least;
    }

    /** At each recorded choice the replica always shows the same state that the record says the policy saw. */
    @Test
    void theReplicaIsExact() {
        long seed = Mutants.seed(3);
        fixture.slowStart = Duration.ofSeconds(3);
        fixture.nodes.set(2, ClusterFixture.node("c", 3));
        cluster = fixture.create(0);
        runner = new ShadowRunner(cluster, 64);
        SplittableRandom random = new SplittableRandom(seed);
        List<String> seen = new ArrayList<>();
        add((task, nodes) -> {
            seen.add(shown(task, nodes));
            return nodes.at(0);
        });
        List<FakeTask> running = new ArrayList<>();
        List<Node> where = new ArrayList<>();
        List<String> real = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            nowNs += TICK_NS;
            Node node = cluster.nodes().get(random.nextInt(3));
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> {
                    FakeTask task = new FakeTask(nowNs);
                    if (random.nextInt(4) == 0) {
                        task.attempt = 1;
                        task.triedSlots.add(random.nextInt(3));
                    }
                    int slot = cluster.assign(task);
                    if (slot >= 0) {
                        real.add(shown(
                                task, cluster.table().choices().get(0).view().columns(false)));
                        running.add(task);
                        where.add(cluster.node(slot));
                    } else {
                        cluster.cancel(task);
                    }
                }
                case 3, 4 -> {
                    if (!running.isEmpty()) {
                        int each = random.nextInt(running.size());
                        FakeTask task = running.remove(each);
                        task.nowNs = nowNs;
                        Outcome outcome = List.of(Outcome.values()).get(random.nextInt(3));
                        cluster.finish(task, where.remove(each), outcome, random.nextInt(1000));
                    }
                }
                case 5 -> reports(node.slot(), random.nextInt(50));
                case 6 -> {
                    if (random.nextBoolean()) {
                        SampleView.forget(cluster, node, nowNs);
                    } else {
                        Membership.weigh(cluster, node, 1 + random.nextInt(5), nowNs);
                    }
                }
                case 7 -> {
                    AdminState state = random.nextInt(3) == 0 ? AdminState.DRAIN : AdminState.READY;
                    ClusterFixture.want(cluster, node, state, null, nowNs);
                    if (random.nextInt(8) == 0) {
                        Membership.probe(cluster, node, nowNs);
                    } else if (random.nextInt(8) == 0) {
                        Membership.restore(cluster, node, nowNs);
                    }
                }
                default -> {
                    if (random.nextBoolean() || cluster.table().counts(node).connections() == 0) {
                        cluster.table().openConnection(node);
                    } else {
                        cluster.table().closeConnection(node);
                    }
                }
            }
            runner.follow();
        }

        assertThat(real).hasSizeGreaterThan(300);
        assertThat(seen).as("-Dseed=%s", seed).isEqualTo(real);
    }

    private static String shown(Task task, Nodes nodes) {
        StringBuilder text = new StringBuilder();
        text.append(task.nowNs()).append(" try ").append(task.attempt()).append(" of");
        for (int k = 0; k < nodes.count(); k++) {
            text.append(' ').append(nodes.at(k));
        }
        for (int slot = 0; slot < nodes.slots(); slot++) {
            text.append("\n ")
                    .append(nodes.key(slot))
                    .append(' ')
                    .append(nodes.inFlight(slot))
                    .append(' ')
                    .append(nodes.connections(slot))
                    .append(' ')
                    .append(nodes.othersInFlight(slot))
                    .append(' ')
                    .append(nodes.limit(slot))
                    .append(' ')
                    .append(nodes.weight(slot))
                    .append(' ')
                    .append(nodes.warmShare(slot))
                    .append(' ')
                    .append(nodes.sampleAgeNs(slot))
                    .append(' ')
                    .append(nodes.sample(slot, Sample.SESSIONS));
        }
        return text.toString();
    }
}
