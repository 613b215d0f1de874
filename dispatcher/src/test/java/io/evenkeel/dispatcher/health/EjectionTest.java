// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.Silence;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Virtual time: a test sets the time, and the policy sends every task to the node that the test names. */
class EjectionTest {

    private static final long S = 1_000_000_000L;
    private static final long TICK = S / 4;

    /** Longest first ejection: base and the tenth that chance may add. */
    private static final long BASE_MOST = 11 * S;

    private final ClusterFixture fixture = new ClusterFixture(4);
    private int wanted;
    private long nowNs = 1000 * S;
    private @Nullable Cluster made;
    private @Nullable Ejection ejection;

    private static EjectionSettings settings(
            int consecutive, double failureShare, double latencyFactor, Duration max, double maxShare) {
        return new EjectionSettings(
                true,
                consecutive,
                failureShare,
                latencyFactor,
                20,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                max,
                maxShare);
    }

    private Cluster cluster() {
        if (made == null) {
            fixture.policy = new Policy() {
                @Override
                public int choose(Task task, Nodes nodes) {
                    for (int k = 0; k < nodes.count(); k++) {
                        if (nodes.at(k) == wanted) {
                            return wanted;
                        }
                    }
                    return nodes.at(0);
                }
            };
            made = fixture.create(nowNs);
            ejection = new Ejection(made, new SplittableRandom(Long.getLong("seed", 1)));
            made.judge(ejection);
        }
        return made;
    }

    private Node node(String name) {
        return named(cluster(), name);
    }

    private void run(String name, int times, Outcome outcome, long elapsedNs) {
        wanted = node(name).slot();
        for (int i = 0; i < times; i++) {
            FakeTask task = new FakeTask(nowNs);
            Node node = cluster().node(cluster().assign(task));
            assertThat(node.name()).as("the node of a task").isEqualTo(name);
            task.nowNs += elapsedNs;
            cluster().finish(task, node, outcome, elapsedNs);
        }
    }

    /** Fails a node with an answer of status 500 for each path. */
    private void fail(String name, String... paths) {
        wanted = node(name).slot();
        for (String path : paths) {
            FakeTask task = new FakeTask(nowNs);
            task.contentKey = path.hashCode();
            Node node = cluster().node(cluster().assign(task));
            assertThat(node.name()).as("the node of a task").isEqualTo(name);
            cluster().finish(task, node, Outcome.FAILED, 0, true);
        }
    }

    private void fail(String name, int times) {
        run(name, times, Outcome.FAILED, 0);
    }

    private void succeed(String name, int times) {
        run(name, times, Outcome.SUCCEEDED, 1_000_000);
    }

    private void pass(long ns) {
        cluster();
        long end = nowNs + ns;
        while (nowNs < end) {
            nowNs += TICK;
            if (ejection != null) {
                ejection.tick(nowNs);
            }
        }
    }

    private long waitFor(String name, NodeState state) {
        long fromNs = nowNs;
        while (node(name).state() != state) {
            assertThat(nowNs - fromNs).as("time until %s", state).isLessThan(1000 * S);
            pass(TICK);
        }
        return nowNs - fromNs;
    }

    @Test
    void ejectsAfterFailuresInARowAtOnce() {
        fail("a", 4);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
        fail("a", 1);
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
        assertThat(node("a").reason()).isEqualTo("5 failures in a row");
        assertThat(node("a").ejectedUntilNs() - nowNs)
                .as("ten seconds and up to a tenth")
                .isBetween(10 * S, 11 * S);
    }

    @Test
    void ejectsForASecondAfterThreeFailuresWhileNobodyElseFails() {
        succeed("b", 20);
        succeed("a", 5);
        fail("a", "/one", "/two");
        assertThat(node("a").state()).as("after two failures").isEqualTo(NodeState.UP);
        fail("a", "/two");
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
        assertThat(node("a").reason()).isEqualTo("failures in a row on several paths, and no other node fails");
        assertThat(waitFor("a", NodeState.PROBING)).isBetween(S, 11 * S / 10 + TICK);
        fail("a", 1);
        assertThat(waitFor("a", NodeState.PROBING))
                .as("after a task on probation")
                .isBetween(20 * S, 2 * BASE_MOST);
    }

    @Test
    void oneBrokenPageCostsNoNode() {
        succeed("b", 20);
        fail("a", "/broken", "/broken", "/broken", "/broken", "/broken", "/broken", "/broken", "/broken");
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void aFewFailuresCostNoNodeWhenOthersFailTooOrHaveProvedNothing() {
        succeed("b", 19);
        fail("a", "/one", "/two", "/three");
        assertThat(node("a").state()).as("19 successes").isEqualTo(NodeState.UP);
        succeed("b", 1);
        fail("c", "/one");
        fail("a", "/four");
        assertThat(node("a").state()).as("the last task of another node failed").isEqualTo(NodeState.UP);
        succeed("c", 1);
        fail("a", "/five");
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
    }

    @Test
    void returnsHalfOpenAndOnceASuccessCameWithSlowStart() {
        fail("a", 5);
        assertThat(waitFor("a", NodeState.PROBING)).isBetween(10 * S, BASE_MOST + TICK);
        nowNs += S;
        succeed("a", 1);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
        assertThat(node("a").upSinceNs()).as("start of the slow start").isEqualTo(nowNs + 1_000_000);
        fail("a", 4);
        assertThat(node("a").state()).as("the row starts over").isEqualTo(NodeState.UP);
    }

    @Test
    void ejectsLongerEachTimeUpToTheMost() {
        fixture.ejection = settings(5, 2, 0, Duration.ofSeconds(25), 0.5);
        fail("a", 5);
        assertThat(waitFor("a", NodeState.PROBING)).isBetween(10 * S, BASE_MOST + TICK);
        fail("a", 1);
        assertThat(waitFor("a", NodeState.PROBING)).isBetween(20 * S, 2 * BASE_MOST + TICK);
        fail("a", 1);
        assertThat(waitFor("a", NodeState.PROBING)).as("capped").isBetween(25 * S, 28 * S);
    }

    @Test
    void forgivesAfterGoodTime() {
        fixture.ejection = settings(5, 2, 0, Duration.ofMinutes(5), 0.5);
        fail("a", 5);
        waitFor("a", NodeState.PROBING);
        fail("a", 1);
        waitFor("a", NodeState.PROBING);
        succeed("a", 1);
        pass(40 * S);
        fail("a", 5);
        assertThat(waitFor("a", NodeState.PROBING)).as("after good time").isBetween(10 * S, BASE_MOST + TICK);
    }

    @Test
    void bringsANodeBackThatNoTaskTries() {
        fail("a", 5);
        waitFor("a", NodeState.PROBING);
        assertThat(waitFor("a", NodeState.UP)).isBetween(10 * S - TICK, 10 * S + TICK);
    }

    @Test
    void neverEjectsMoreThanTheShareNorTheLast() {
        fixture.ejection = settings(5, 0.5, 0, Duration.ofMinutes(5), 0.5);
        fail("a", 5);
        fail("b", 5);
        fail("c", 5);
        assertThat(node("c").state()).as("third of four").isEqualTo(NodeState.UP);
        Membership.check(cluster(), node("d"), false, "refused", nowNs);
        nowNs += S;
        fail("c", 50);
        assertThat(node("c").state()).as("the last that is up").isEqualTo(NodeState.UP);
    }

    @Test
    void ejectsByFailureShareWhenTheOthersAreWell() {
        fixture.ejection = settings(0, 0.5, 0, Duration.ofMinutes(5), 0.5);
        pass(TICK);
        for (int i = 0; i < 9; i++) {
            fail("a", 1);
            succeed("a", 1);
            succeed("b", 2);
        }
        pass(TICK);
        assertThat(node("a").state()).as("after 18 tasks, fewer than the least").isEqualTo(NodeState.UP);
        fail("a", 1);
        succeed("a", 1);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
        assertThat(node("a").reason()).isEqualTo("50 % of 20 tasks failed");
        assertThat(node("b").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void ejectsNobodyForAnApplicationThatFailsEverywhere() {
        fixture.ejection = settings(0, 0.5, 0, Duration.ofMinutes(5), 0.5);
        pass(TICK);
        for (String name : new String[] {"a", "b", "c", "d"}) {
            fail(name, 60);
            succeed(name, 40);
        }
        pass(S);
        assertThat(cluster().nodes()).allMatch(node -> node.state() == NodeState.UP);
    }

    @Test
    void forgetsFailuresThatAreOlderThanTheWindow() {
        fixture.ejection = settings(0, 0.5, 0, Duration.ofMinutes(5), 0.5);
        pass(TICK);
        fail("a", 15);
        pass(11 * S);
        fail("a", 15);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
        fail("a", 5);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
    }

    @Test
    void ejectsWhoIsMuchSlowerThanTheMedian() {
        fixture.ejection = settings(0, 2, 3, Duration.ofMinutes(5), 0.5);
        pass(TICK);
        run("a", 20, Outcome.SUCCEEDED, 31_000_000);
        run("b", 20, Outcome.SUCCEEDED, 10_000_000);
        run("c", 20, Outcome.SUCCEEDED, 29_000_000);
        run("d", 20, Outcome.SUCCEEDED, 9_000_000);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.EJECTED);
        assertThat(node("a").reason()).isEqualTo("3.1 times slower than the median node");
        assertThat(node("c").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void ejectsTheSlowOneOfTwo() {
        fixture.nodes.remove(3);
        fixture.nodes.remove(2);
        fixture.ejection = settings(0, 2, 3, Duration.ofMinutes(5), 0.5);
        pass(TICK);
        run("a", 20, Outcome.SUCCEEDED, 10_000_000);
        run("b", 20, Outcome.SUCCEEDED, 40_000_000);
        pass(TICK);
        assertThat(node("b").state()).isEqualTo(NodeState.EJECTED);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void bringsEjectedNodesBackWhenNoOtherIsUp() {
        fail("a", 5);
        for (String name : new String[] {"b", "c", "d"}) {
            Membership.check(cluster(), node(name), false, "refused", nowNs);
        }
        succeed("a", 1);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void restoresEverybodyWhenSwitchedOff() {
        fail("a", 5);
        fixture.ejection = new EjectionSettings(
                false, 5, 0.5, 0, 20, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(5), 0.5);
        ClusterFixture.update(cluster(), fixture.settings(), nowNs);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
        fail("a", 50);
        pass(TICK);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }

    private void mute(String name) {
        node(name).liveness().doubt(nowNs);
        assertThat(Silence.mute(cluster(), node(name), "nothing has come back", nowNs))
                .isTrue();
    }

    /** Without checks and without ejection: nodes that may be well by now are better than one that fails everything. */
    @Test
    void silentNodesThatNobodyChecksComeBackAtOnceWhenTheLastNodeFailsTwice() {
        fixture.ejection = settings(0, 2, 0, Duration.ofMinutes(5), 0.5);
        mute("a");
        mute("b");
        mute("c");
        fail("d", 1);
        assertThat(node("a").state()).as("after one failure").isEqualTo(NodeState.SILENT);
        fail("d", 1);
        assertThat(cluster().nodes()).allMatch(node -> node.state() == NodeState.UP);
    }

    @Test
    void silentNodesStaySilentWhileAnotherThatIsUpDoesNotFail() {
        mute("a");
        mute("b");
        fail("d", 4);
        assertThat(node("a").state()).isEqualTo(NodeState.SILENT);
    }

    @Test
    void silentNodesThatAreCheckedWaitForTheirCheck() {
        mute("a");
        node("a").checker(() -> {});
        mute("b");
        mute("c");
        fail("d", 2);
        assertThat(node("a").state()).isEqualTo(NodeState.SILENT);
        assertThat(node("b").state()).isEqualTo(NodeState.UP);
    }

    @Test
    void aNodeThatFailsAloneIsEjectedOnceTheSilentOnesAreBack() {
        mute("a");
        mute("b");
        mute("c");
        fail("d", 5);
        assertThat(node("d").state()).isEqualTo(NodeState.EJECTED);
    }

    @Test
    void leavesAdministratorsInCharge() {
        fail("a", 5);
        ClusterFixture.want(cluster(), node("a"), AdminState.DRAIN, "r", nowNs);
        pass(60 * S);
        assertThat(node("a").state()).isEqualTo(NodeState.DRAIN);
        ClusterFixture.want(cluster(), node("a"), AdminState.READY, null, nowNs);
        assertThat(node("a").state()).isEqualTo(NodeState.UP);
    }
}
