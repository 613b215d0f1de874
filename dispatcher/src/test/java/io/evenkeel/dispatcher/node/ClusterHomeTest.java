// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.journal.Replay;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tasks that belong to a node; the policy takes the node with the fewest tasks, the first of equals. */
class ClusterHomeTest {

    private static final long MS = 1_000_000;
    private static final long TICK = 200 * MS;

    private final ClusterFixture fixture = new ClusterFixture(0);
    private long nowNs;

    ClusterHomeTest() {
        fixture.queue = inOrder(9);
    }

    private static QueueSettings inOrder(int size) {
        return new QueueSettings(size, Duration.ofSeconds(9), QueueSettings.Discipline.FIFO, Duration.ofMillis(200));
    }

    private Cluster limited(int... most) {
        for (int i = 0; i < most.length; i++) {
            fixture.nodes.add(ClusterFixture.node(String.valueOf((char) ('a' + i)), most[i]));
        }
        return fixture.create(0);
    }

    private FakeTask task() {
        return new FakeTask(nowNs += TICK);
    }

    private FakeTask of(String home) {
        FakeTask task = task();
        task.home = Node.key(home);
        return task;
    }

    private FakeTask onlyOf(String home) {
        FakeTask task = of(home);
        task.onlyHome = true;
        return task;
    }

    private static String given(Cluster cluster, FakeTask task) {
        return cluster.node(cluster.assign(task)).name();
    }

    private static String rule(Cluster cluster) {
        Decision decision = cluster.table().choices().get(0).decision();
        return decision.candidates().stream()
                .filter(each -> each.node().equals(decision.node()))
                .findFirst()
                .orElseThrow()
                .rule();
    }

    /** In a cluster with much traffic, a move is not pushed out by tasks that went where they belong. */
    @Test
    void movesOfSessionsAreKeptWithTheirFormerHome() {
        Cluster cluster = limited(1000, 1000);
        given(cluster, of("a"));
        FakeTask moved = of("b");
        moved.nowNs = nowNs -= TICK - MS;
        moved.triedSlots.add(named(cluster, "b").slot());
        moved.attempt = 1;
        given(cluster, moved);
        for (int i = 0; i < 300; i++) {
            FakeTask other = of("a");
            ends(cluster, other, given(cluster, other));
        }

        assertThat(cluster.table().choices()).hasSize(200);
        Decision last = cluster.table().choices().get(199).decision();
        assertThat(last.home()).isEqualTo("b");
        assertThat(last.homeRule()).isEqualTo("home tried");
        assertThat(last.node()).isEqualTo("a");
        assertThat(cluster.table().choices().get(0).decision().homeRule()).isEqualTo("home");
    }

    private void ends(Cluster cluster, FakeTask task, String node, FakeTask... waiting) {
        task.nowNs = nowNs += MS;
        for (FakeTask each : waiting) {
            each.nowNs = nowNs;
        }
        cluster.finish(task, named(cluster, node), Outcome.SUCCEEDED, MS);
    }

    private static String granted(FakeTask task) {
        Node node = task.granted.get();
        return node == null ? "waits" : node.name();
    }

    @Test
    void theHomeTakesItsTasksAndThePolicyIsToldButNotAsked() {
        List<String> calls = new ArrayList<>();
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                calls.add("choose");
                return 0;
            }

            @Override
            public void onStart(Task task, int slot, Nodes nodes) {
                calls.add("start " + slot + " of " + nodes.inFlight(slot));
            }

            @Override
            public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
                calls.add("finish " + slot);
            }
        };
        Cluster cluster = limited(9, 9, 9);
        FakeTask first = of("c");
        assertThat(given(cluster, first)).isEqualTo("c");
        assertThat(rule(cluster)).isEqualTo("home");
        assertThat(given(cluster, onlyOf("c"))).isEqualTo("c");
        ends(cluster, first, "c");

        assertThat(calls).containsExactly("start 2 of 1", "start 2 of 2", "finish 2");
        assertThat(cluster.table().counts(named(cluster, "c")).inFlight()).isEqualTo(1);
    }

    /** Its reasons are why the task stayed, and not the home alone. */
    @Test
    void aPolicyThatDecidesAboutHomesSaysWhyATaskStays() {
        fixture.policy = new Policy() {
            @Override
            public boolean decidesHomes() {
                return true;
            }

            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.home() >= 0 ? nodes.home() : nodes.at(0);
            }

            @Override
            public String why(Task task, int slot, Nodes nodes) {
                return slot == nodes.home() ? "it has room" : "the first";
            }
        };
        Cluster cluster = limited(9, 9);
        assertThat(given(cluster, of("b"))).isEqualTo("b");
        assertThat(rule(cluster)).isEqualTo("home; it has room");
        assertThat(given(cluster, onlyOf("b"))).isEqualTo("b");
        assertThat(rule(cluster)).as("it was not asked").isEqualTo("home");
        assertThat(given(cluster, task())).isEqualTo("a");
        assertThat(rule(cluster)).isEqualTo("the first");
    }

    @Test
    void aFullHomeLeavesTheChoiceToThePolicyUnlessOnlyItMayHaveTheTask() {
        Cluster cluster = limited(9, 1);
        FakeTask running = of("b");
        assertThat(given(cluster, running)).isEqualTo("b");
        assertThat(given(cluster, of("b"))).isEqualTo("a");
        assertThat(rule(cluster)).startsWith("home full; ");

        FakeTask bound = onlyOf("b");
        assertThat(cluster.assign(bound)).isEqualTo(Assignment.QUEUED);
        ends(cluster, running, "b", bound);
        assertThat(granted(bound)).isEqualTo("b");
        assertThat(cluster.counts().waiting()).isZero();
    }

    @Test
    void aDrainingNodeKeepsItsTasksAndGetsNoOthers() {
        Cluster cluster = limited(9, 9);
        ClusterFixture.want(cluster, named(cluster, "a"), AdminState.DRAIN, "update", nowNs);
        assertThat(given(cluster, task())).isEqualTo("b");
        assertThat(given(cluster, of("a"))).isEqualTo("a");
        assertThat(rule(cluster)).isEqualTo("home");
        assertThat(given(cluster, onlyOf("a"))).isEqualTo("a");
    }

    /** Down, in maintenance, ejected, silent, unknown; and back again. */
    @Test
    void aHomeThatIsGoneLeavesTheChoiceToThePolicyUnlessOnlyItMayHaveTheTask() {
        Cluster cluster = limited(9, 9);
        Node a = named(cluster, "a");
        List<Runnable> reasons = List.of(
                () -> Membership.check(cluster, a, false, "refused", nowNs),
                () -> ClusterFixture.want(cluster, a, AdminState.MAINT, null, nowNs),
                () -> ClusterFixture.eject(cluster, a, "fails", nowNs),
                () -> Membership.agentSilent(cluster, a, "says nothing", nowNs));
        for (Runnable reason : reasons) {
            reason.run();
            assertThat(given(cluster, of("a"))).isEqualTo("b");
            assertThat(rule(cluster)).startsWith("home gone; ");
            assertThat(cluster.assign(onlyOf("a"))).isEqualTo(Assignment.HOME_GONE);
            Membership.check(cluster, a, true, null, nowNs);
            Membership.agentHeard(cluster, a, nowNs);
            ClusterFixture.want(cluster, a, AdminState.READY, null, nowNs);
            assertThat(given(cluster, of("a"))).isEqualTo("a");
        }
        assertThat(given(cluster, of("nobody"))).isEqualTo("a");
        assertThat(rule(cluster)).startsWith("home gone; ");
        assertThat(given(cluster, onlyOf("nobody")))
                .as("a node that is no member")
                .isEqualTo("b");
    }

    @Test
    void aRetryLeavesTheHomeWhereItFailed() {
        Cluster cluster = limited(9, 9);
        FakeTask task = of("a");
        assertThat(given(cluster, task)).isEqualTo("a");
        cluster.finish(task, named(cluster, "a"), Outcome.FAILED, MS);
        task.attempt = 1;
        task.nowNs = nowNs += TICK;
        task.triedSlots.add(named(cluster, "a").slot());
        assertThat(given(cluster, task)).isEqualTo("b");
        assertThat(rule(cluster)).startsWith("home tried; ");

        FakeTask bound = onlyOf("a");
        bound.attempt = 1;
        assertThat(given(cluster, bound)).as("a stale connection").isEqualTo("a");
        bound.triedSlots.add(named(cluster, "a").slot());
        assertThat(cluster.assign(bound)).isEqualTo(Assignment.NO_OTHER);
    }

    @Test
    void aTaskThatWaitsForItsHomeIsInNobodysWay() {
        Cluster cluster = limited(1, 1);
        FakeTask onA = onlyOf("a");
        FakeTask onB = onlyOf("b");
        assertThat(given(cluster, onA)).isEqualTo("a");
        assertThat(given(cluster, onB)).isEqualTo("b");
        FakeTask forA = onlyOf("a");
        FakeTask forA2 = onlyOf("a");
        FakeTask forAny = task();
        for (FakeTask each : List.of(forA, forA2, forAny)) {
            assertThat(cluster.assign(each)).isEqualTo(Assignment.QUEUED);
        }
        ends(cluster, onB, "b", forA, forA2, forAny);
        assertThat(List.of(granted(forA), granted(forA2), granted(forAny))).containsExactly("waits", "waits", "b");

        ends(cluster, forAny, "b", forA, forA2);
        assertThat(given(cluster, task()))
                .as("a new task passes those that wait for a")
                .isEqualTo("b");
        ends(cluster, onA, "a", forA, forA2);
        assertThat(List.of(granted(forA), granted(forA2))).as("in order").containsExactly("a", "waits");
        ends(cluster, forA, "a", forA2);
        assertThat(granted(forA2)).isEqualTo("a");
    }

    /** Node a is the only one: the task that came first gets it, whatever the line. */
    @Test
    void amongThoseThatANodeMayTakeTheFirstIsServed() {
        Cluster cluster = limited(1);
        FakeTask running = task();
        cluster.assign(running);
        List<FakeTask> waiting = List.of(onlyOf("a"), task(), task(), onlyOf("a"), task());
        waiting.forEach(each -> assertThat(cluster.assign(each)).isEqualTo(Assignment.QUEUED));
        FakeTask[] all = waiting.toArray(FakeTask[]::new);
        ends(cluster, running, "a", all);
        for (int i = 0; i < all.length; i++) {
            assertThat(waiting.stream().map(ClusterHomeTest::granted).filter("a"::equals))
                    .hasSize(i + 1);
            assertThat(granted(all[i])).isEqualTo("a");
            ends(cluster, all[i], "a", all);
        }
    }

    /** The policy holds every task; sessions that are there go on. */
    @Test
    void aTaskGoesHomeWhileOthersWaitForThePolicy() {
        fixture.policy = (task, nodes) -> Policy.HOLD;
        Cluster cluster = limited(2);
        FakeTask held = task();
        assertThat(cluster.assign(held)).isEqualTo(Assignment.QUEUED);
        FakeTask first = of("a");
        assertThat(given(cluster, first)).isEqualTo("a");
        assertThat(given(cluster, onlyOf("a"))).isEqualTo("a");
        FakeTask bound = onlyOf("a");
        assertThat(cluster.assign(bound)).isEqualTo(Assignment.QUEUED);
        ends(cluster, first, "a", held, bound);
        assertThat(List.of(granted(held), granted(bound))).containsExactly("waits", "a");
    }

    @Test
    void oneHomeFillsHalfOfTheQueue() {
        fixture.queue = inOrder(4);
        Cluster cluster = limited(1, 1);
        cluster.assign(onlyOf("a"));
        cluster.assign(onlyOf("b"));
        assertThat(cluster.assign(onlyOf("a"))).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(onlyOf("a"))).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(onlyOf("a"))).isEqualTo(Assignment.QUEUE_FULL);
        assertThat(cluster.assign(onlyOf("b"))).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(task())).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(task())).isEqualTo(Assignment.QUEUE_FULL);
    }

    @Test
    void cancelAndAHigherLimitReachThoseThatWaitForAHome() {
        Cluster cluster = limited(1, 1);
        cluster.assign(onlyOf("a"));
        FakeTask cancelled = onlyOf("a");
        FakeTask waiting = onlyOf("a");
        cluster.assign(cancelled);
        cluster.assign(waiting);
        assertThat(cluster.cancel(cancelled)).isTrue();
        fixture.nodes.set(0, ClusterFixture.node("a", 2));
        ClusterFixture.update(cluster, fixture.settings(), nowNs);
        assertThat(granted(waiting)).isEqualTo("a");
        assertThat(granted(cancelled)).isEqualTo("waits");
        assertThat(cluster.cancel(waiting)).isFalse();
    }

    /** The node of the same name at another address takes another slot while the old one still works. */
    @Test
    void tasksFollowTheirHomeThroughAReloadAndAreDroppedWhenItLeaves() {
        Cluster cluster = limited(1, 1);
        FakeTask old = onlyOf("b");
        cluster.assign(old);
        FakeTask forB = onlyOf("b");
        cluster.assign(forB);
        fixture.nodes.set(1, new NodeSettings("b", new HostPort("127.0.0.1", 2), 1, 1, 9));
        ClusterFixture.update(cluster, fixture.settings(), nowNs);
        assertThat(forB.granted.get()).isSameAs(named(cluster, "b"));
        assertThat(named(cluster, "b").slot()).isEqualTo(2);

        FakeTask leftBehind = onlyOf("b");
        assertThat(cluster.assign(leftBehind)).isEqualTo(Assignment.QUEUED);
        fixture.nodes.remove(1);
        ClusterFixture.update(cluster, fixture.settings(), nowNs);
        assertThat(leftBehind.drops.get()).isEqualTo(1);
        assertThat(cluster.counts().waiting()).isZero();
    }

    /** Node a takes nothing for 460 ms: twice the target of 200 ms has passed for its task, which came at 1 ms. */
    @Test
    void aLateHomeDropsItsOwnAndNobodyElses() {
        fixture.queue = new QueueSettings(9, Duration.ofSeconds(2));
        Cluster cluster = limited(1, 1);
        FakeTask onB = at(0, "b");
        assertThat(given(cluster, onB)).isEqualTo("b");
        assertThat(given(cluster, at(0, "a"))).isEqualTo("a");
        FakeTask forA = at(1, "a");
        assertThat(cluster.assign(forA)).isEqualTo(Assignment.QUEUED);
        FakeTask forAny = new FakeTask(300 * MS);
        assertThat(cluster.assign(forAny)).isEqualTo(Assignment.QUEUED);
        nowNs = 309 * MS;
        ends(cluster, onB, "b", forA, forAny);
        assertThat(List.of(granted(forAny), granted(forA))).containsExactly("b", "waits");

        FakeTask later = new FakeTask(440 * MS);
        assertThat(cluster.assign(later)).isEqualTo(Assignment.QUEUED);
        assertThat(cluster.assign(at(460, "a"))).isEqualTo(Assignment.QUEUED);
        assertThat(forA.drops.get()).isEqualTo(1);
        assertThat(later.drops.get()).isZero();
        assertThat(cluster.counts().waiting()).isEqualTo(2);
    }

    private static FakeTask at(long ms, String onlyHome) {
        FakeTask task = new FakeTask(ms * MS);
        task.home = Node.key(onlyHome);
        task.onlyHome = true;
        return task;
    }

    /** Every third task is of a home, some of them only; whatever the policy, its journal replays. */
    @Test
    void journalsWithHomesReplay() {
        for (PolicyType type : PolicyCatalog.load().all()) {
            List<byte[]> journal = new ArrayList<>();
            ClusterFixture nodes = new ClusterFixture(4);
            Cluster cluster = ClusterFixture.create(
                    nodes.settings(type.name()),
                    PolicyCatalog.load(),
                    new SplittableRandom(1),
                    0,
                    name -> null,
                    (bytes, offset, length) -> journal.add(Arrays.copyOfRange(bytes, offset, offset + length)),
                    new EventLog());
            ClusterFixture.want(cluster, named(cluster, "d"), AdminState.DRAIN, null, 1);
            for (int i = 0; i < 300; i++) {
                FakeTask task = new FakeTask(i * MS);
                task.home = i % 3 == 0 ? Node.key(List.of("a", "d", "gone").get(i / 3 % 3)) : 0;
                Node node = cluster.node(cluster.assign(task));
                if (i % 4 != 0) {
                    task.nowNs += 3 * MS;
                    cluster.finish(task, node, Outcome.SUCCEEDED, 3 * MS);
                }
            }
            Replay replay = new Replay(PolicyCatalog.load());
            assertThat(journal).as(type.name()).hasSizeGreaterThan(700);
            for (byte[] record : journal) {
                assertThat(replay.next(record, 0, record.length))
                        .as(type.name())
                        .isEmpty();
            }
        }
    }

    /** The least of several rounds counts, as in the contract of policies. */
    @Test
    void aTaskThatGoesHomeAllocatesNothing() {
        Cluster cluster = limited(9, 9);
        FakeTask task = new FakeTask(0);
        task.home = Node.key("b");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                int slot = cluster.assign(task);
                cluster.finish(task, cluster.node(slot), Outcome.SUCCEEDED, 5);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }
}
