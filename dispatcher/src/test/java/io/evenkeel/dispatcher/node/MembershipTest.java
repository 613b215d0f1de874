// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipTest {

    private static final long S = 1_000_000_000L;

    @Test
    void twoKindsOfSilenceDoNotEndEachOtherAndTheLastNodeIsNeverMute() {
        ClusterFixture two = new ClusterFixture(2);
        Cluster cluster = two.create(0);
        Node a = named(cluster, "a");
        Node b = named(cluster, "b");
        a.liveness().doubt(1);
        assertThat(Silence.mute(cluster, a, "nothing has come back", 1)).isTrue();
        Membership.agentSilent(cluster, a, "its agent does not answer", 1);
        assertThat(a.reason()).isEqualTo("nothing has come back");
        Membership.agentHeard(cluster, a, 2);
        assertThat(a.state()).as("its agent was heard").isEqualTo(NodeState.SILENT);
        Membership.agentSilent(cluster, a, "its agent does not answer", 3);
        Silence.trust(cluster, a, "it answers", false, 4);
        assertThat(a.reason()).as("an answer began").isEqualTo("its agent does not answer");
        assertThat(Silence.mute(cluster, b, "nothing has come back", 5))
                .as("the last that is up")
                .isFalse();
        assertThat(b.state()).isEqualTo(NodeState.UP);
    }

    @Test
    void administratorsWinOverChecksAndChecksOverEjection() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = named(cluster, "a");
        ClusterFixture.eject(cluster, a, "5 failures in a row", 1);
        assertThat(a.state()).isEqualTo(NodeState.EJECTED);
        ClusterFixture.want(cluster, a, AdminState.DRAIN, "new release", 2);
        assertThat(a.state()).isEqualTo(NodeState.DRAIN);
        Membership.check(cluster, a, false, "refused", 3);
        assertThat(a.state()).isEqualTo(NodeState.DOWN);
        ClusterFixture.want(cluster, a, AdminState.MAINT, "disk", 4);
        assertThat(a.state()).isEqualTo(NodeState.MAINT);
    }

    @Test
    void knowsSinceWhenANodeIsInItsState() {
        Cluster cluster = new ClusterFixture(2).create(S);
        Node a = named(cluster, "a");
        assertThat(a.stateSinceNs()).as("since it joined").isEqualTo(S);
        Membership.check(cluster, a, false, "refused", 2 * S);
        Membership.check(cluster, a, false, "timed out", 3 * S);
        assertThat(a.stateSinceNs()).as("down all the time").isEqualTo(2 * S);
        assertThat(a.reason()).isEqualTo("timed out");
        Membership.want(cluster, a, AdminState.MAINT, "disk", "ann", 4 * S);
        assertThat(a.stateSinceNs()).isEqualTo(4 * S);
        assertThat(a.wantedBy()).isEqualTo("ann");
        ClusterFixture.want(cluster, a, AdminState.READY, null, 5 * S);
        assertThat(a.stateSinceNs()).as("down again").isEqualTo(5 * S);
        assertThat(a.wantedBy()).isNull();
    }

    @Test
    void knowsSinceWhenTheClusterHasNoNodeThatTakesTasks() {
        Cluster cluster = new ClusterFixture(2).create(S);
        Node a = named(cluster, "a");
        Node b = named(cluster, "b");
        Membership.check(cluster, a, false, "refused", 2 * S);
        assertThat(cluster.table().outSinceNs()).isEmpty();
        ClusterFixture.want(cluster, b, AdminState.MAINT, null, 3 * S);
        ClusterFixture.want(cluster, a, AdminState.MAINT, null, 4 * S);
        assertThat(cluster.table().outSinceNs()).as("whatever states follow").hasValue(3 * S);
        ClusterFixture.want(cluster, b, AdminState.READY, null, 5 * S);
        assertThat(cluster.table().outSinceNs()).isEmpty();
    }

    @Test
    void tellsTheReasonOfTheStateItIsIn() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = named(cluster, "a");
        ClusterFixture.want(cluster, a, AdminState.DRAIN, "new release", 1);
        Membership.check(cluster, a, false, "refused", 2);
        assertThat(a.reason()).isEqualTo("refused");
        Membership.check(cluster, a, true, null, 3);
        assertThat(a.reason()).as("after the check passes again").isEqualTo("new release");
        ClusterFixture.want(cluster, a, AdminState.READY, null, 4);
        assertThat(a.reason()).isNull();
    }

    @Test
    void readyEndsAnEjectionButDoesNotOverruleACheck() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = named(cluster, "a");
        ClusterFixture.eject(cluster, a, "x", 1);
        ClusterFixture.want(cluster, a, AdminState.READY, null, 2);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        Membership.check(cluster, a, false, "refused", 3);
        ClusterFixture.want(cluster, a, AdminState.READY, null, 4);
        assertThat(a.state()).isEqualTo(NodeState.DOWN);
    }

    @Test
    void sendsNothingToNodesThatAreNotUp() {
        Cluster cluster = new ClusterFixture(4).create(0);
        ClusterFixture.want(cluster, named(cluster, "a"), AdminState.DRAIN, null, 1);
        ClusterFixture.want(cluster, named(cluster, "b"), AdminState.MAINT, null, 1);
        Membership.check(cluster, named(cluster, "c"), false, null, 1);
        for (int i = 0; i < 5; i++) {
            FakeTask task = new FakeTask(2);
            assertThat(cluster.node(cluster.assign(task)).name()).isEqualTo("d");
        }
    }

    @Test
    void refusesOrTriesAllWhenEveryNodeIsDown() {
        ClusterFixture fixture = new ClusterFixture(3);
        fixture.panic = ClusterSettings.Panic.TRY_ALL;
        Cluster cluster = fixture.create(0);
        ClusterFixture.want(cluster, named(cluster, "c"), AdminState.DRAIN, null, 1);
        Membership.check(cluster, named(cluster, "a"), false, null, 1);
        Membership.check(cluster, named(cluster, "b"), false, null, 1);
        List<String> used = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            used.add(cluster.node(cluster.assign(new FakeTask(2))).name());
        }
        assertThat(used).as("nodes tried in panic; c is drained").containsOnly("a", "b");

        fixture.panic = ClusterSettings.Panic.REFUSE;
        ClusterFixture.update(cluster, fixture.settings(), 3);
        assertThat(cluster.assign(new FakeTask(4))).isEqualTo(Assignment.NONE_UP);
    }

    @Test
    void warmsUpANodeThatComesBackAlsoAfterPanic() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.panic = ClusterSettings.Panic.TRY_ALL;
        fixture.slowStart = Duration.ofSeconds(10);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        Membership.check(cluster, a, false, null, 100 * S);
        Membership.check(cluster, a, true, null, 200 * S);
        assertThat(a.upSinceNs()).isEqualTo(200 * S);
        double[] share = new double[3];
        cluster.edit((columns, policy) -> {
            columns.arrays.now(200 * S);
            share[0] = columns.arrays.warmShare(a.slot());
            columns.arrays.now(205 * S);
            share[1] = columns.arrays.warmShare(a.slot());
            columns.arrays.now(300 * S);
            share[2] = columns.arrays.warmShare(a.slot());
        });
        assertThat(share).containsExactly(0.1, 0.5, 1.0);
    }

    @Test
    void keepsStateFiguresAndAnAdministratorsWeightOverAReload() {
        ClusterFixture fixture = new ClusterFixture(2);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        FakeTask.run(cluster, 1, Outcome.SUCCEEDED);
        Membership.weigh(cluster, a, 5, 1);
        ClusterFixture.want(cluster, a, AdminState.DRAIN, "r", 1);
        fixture.nodes.set(0, ClusterFixture.node("a", 7));
        ClusterFixture.update(cluster, fixture.settings(), 2);
        assertThat(named(cluster, "a")).isSameAs(a);
        assertThat(a.weight())
                .as("weight, when the reload changed only the limit")
                .isEqualTo(5);
        assertThat(a.state()).isEqualTo(NodeState.DRAIN);
        assertThat(cluster.table().counts(a).limit()).isEqualTo(7);
        assertThat(cluster.table().counts(a).succeeded()).isEqualTo(1);
        fixture.nodes.set(0, ClusterFixture.node("a", 1, 3.0));
        ClusterFixture.update(cluster, fixture.settings(), 3);
        assertThat(a.weight()).as("weight, when the reload brought another").isEqualTo(3);
    }

    @Test
    void refusesWeightsThatAreNone() {
        Cluster cluster = new ClusterFixture(1).create(0);
        for (double weight : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Membership.weigh(cluster, named(cluster, "a"), weight, 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void usesASlotAgainOnlyWhenNothingOfItsOldNodeIsLeft() {
        List<String> calls = new ArrayList<>();
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.at(0);
            }

            @Override
            public void onJoin(int slot, Nodes nodes, long nowNs) {
                calls.add("join " + slot);
            }

            @Override
            public void onLeave(int slot, Nodes nodes, long nowNs) {
                calls.add("leave " + slot);
            }
        };
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        FakeTask running = new FakeTask(1);
        cluster.assign(running);
        cluster.table().openConnection(a);

        fixture.nodes.remove(0);
        ClusterFixture.update(cluster, fixture.settings(), 2);
        assertThat(a.member()).isFalse();
        fixture.nodes.add(ClusterFixture.node("c", 9));
        ClusterFixture.update(cluster, fixture.settings(), 3);
        assertThat(named(cluster, "c").slot())
                .as("while a task of a still runs")
                .isEqualTo(2);

        cluster.finish(running, a, Outcome.SUCCEEDED, 1);
        fixture.nodes.add(ClusterFixture.node("d", 9));
        ClusterFixture.update(cluster, fixture.settings(), 4);
        assertThat(named(cluster, "d").slot())
                .as("while a connection to a is open")
                .isEqualTo(3);

        cluster.table().closeConnection(a);
        fixture.nodes.add(ClusterFixture.node("e", 9));
        ClusterFixture.update(cluster, fixture.settings(), 5);
        assertThat(named(cluster, "e").slot()).as("when a is gone for good").isZero();
        assertThat(cluster.table().counts(named(cluster, "e"))).isEqualTo(new NodeCounts(0, 0, 9, 0, 0, 0, 0));
        assertThat(calls).containsExactly("join 0", "join 1", "leave 0", "join 2", "join 3", "join 0");
    }

    @Test
    void takesANodeAtANewAddressForAnotherNode() {
        ClusterFixture fixture = new ClusterFixture(1);
        Cluster cluster = fixture.create(0);
        Node old = named(cluster, "a");
        fixture.nodes.set(0, ClusterFixture.node("a", 2, 1.0));
        ClusterFixture.update(cluster, fixture.settings(), 1);
        assertThat(old.member()).isFalse();
        assertThat(named(cluster, "a").address().getPort()).isEqualTo(2);
    }

    @Test
    void ignoresWordsOnANodeThatHasLeft() {
        ClusterFixture fixture = new ClusterFixture(2);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        fixture.nodes.remove(0);
        ClusterFixture.update(cluster, fixture.settings(), 1);
        Membership.check(cluster, a, false, "late", 2);
        assertThat(a.state()).isEqualTo(NodeState.UP);
        assertThat(cluster.counts().up()).isEqualTo(1);
    }

    @Test
    void knowsWhenItCannotTakeMoreNodes() {
        ClusterFixture fixture = new ClusterFixture(1);
        Cluster cluster = fixture.create(0);
        for (int i = 0; i < 63; i++) {
            fixture.nodes.add(ClusterFixture.node("n" + i, 1));
        }
        assertThat(Membership.canUpdate(cluster, fixture.settings())).isTrue();
        fixture.nodes.add(ClusterFixture.node("one-more", 1));
        ClusterSettings tooMany = fixture.settings();
        assertThat(Membership.canUpdate(cluster, tooMany)).isFalse();
        assertThatThrownBy(() -> ClusterFixture.update(cluster, tooMany, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void namesTwoNodesThatCannotBeToldApart() {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.nodes.add(ClusterFixture.node("8yn0iYCKYHlIj4-BwPqk", 1));
        assertThat(Membership.twins(fixture.settings())).isNull();
        fixture.nodes.add(ClusterFixture.node("GReLUrM4wMqfg9yzV3KQ", 1));

        assertThat(Membership.twins(fixture.settings()))
                .isEqualTo("nodes 8yn0iYCKYHlIj4-BwPqk and GReLUrM4wMqfg9yzV3KQ cannot be told apart, because their"
                        + " names have the same hash: rename one of them");
    }

    @Test
    void sparesTheLastNodeAndKeepsToTheShare() {
        ClusterFixture fixture = new ClusterFixture(4);
        Cluster cluster = fixture.create(0);
        assertThat(Membership.tryEject(cluster, named(cluster, "a"), 0.5, "x", 1))
                .isTrue();
        assertThat(Membership.tryEject(cluster, named(cluster, "a"), 0.5, "x", 1))
                .as("twice")
                .isFalse();
        assertThat(Membership.tryEject(cluster, named(cluster, "b"), 0.5, "x", 1))
                .isTrue();
        assertThat(Membership.tryEject(cluster, named(cluster, "c"), 0.5, "x", 1))
                .as("third of four")
                .isFalse();

        Cluster pair = new ClusterFixture(2).create(0);
        assertThat(Membership.tryEject(pair, named(pair, "a"), 0.0, "x", 1))
                .as("one always may")
                .isTrue();
        assertThat(Membership.tryEject(pair, named(pair, "b"), 1.0, "x", 1))
                .as("the last never")
                .isFalse();

        Cluster halfDown = new ClusterFixture(2).create(0);
        Membership.check(halfDown, named(halfDown, "a"), false, "refused", 1);
        assertThat(Membership.tryEject(halfDown, named(halfDown, "b"), 1.0, "x", 1))
                .as("the only one that passes its check")
                .isFalse();
    }

    @Test
    void fallsBackOnEjectedNodesWhenTheOthersGoDown() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = named(cluster, "a");
        ClusterFixture.eject(cluster, a, "x", 1);
        Membership.check(cluster, named(cluster, "b"), false, "refused", 2);
        assertThat(cluster.assign(new FakeTask(3))).isEqualTo(a.slot());
        Membership.probe(cluster, a, 4);
        assertThat(cluster.assign(new FakeTask(5))).as("second task at once").isEqualTo(a.slot());
    }

    @Test
    void givesAProbingNodeOneTaskOnTopOfThoseFromBefore() {
        ClusterFixture fixture = new ClusterFixture(2);
        Cluster cluster = fixture.create(0);
        Node a = named(cluster, "a");
        FakeTask old = new FakeTask(1);
        assertThat(cluster.assign(old)).isEqualTo(a.slot());
        ClusterFixture.eject(cluster, a, "x", 2);
        Membership.probe(cluster, a, 10);
        FakeTask b = new FakeTask(11);
        FakeTask probe = new FakeTask(11);
        cluster.assign(b);
        assertThat(cluster.assign(probe)).as("the probe").isEqualTo(a.slot());
        for (int i = 0; i < 5; i++) {
            assertThat(cluster.node(cluster.assign(new FakeTask(12))).name())
                    .as("while the probe runs")
                    .isEqualTo("b");
        }
        old.nowNs = 20;
        cluster.finish(old, a, Outcome.FAILED, 19);
        assertThat(cluster.table().counts(a).limit())
                .as("limit without old tasks")
                .isEqualTo(1);
        assertThat(cluster.node(cluster.assign(new FakeTask(21))).name()).isEqualTo("b");
        probe.nowNs = 22;
        cluster.finish(probe, a, Outcome.ABANDONED, 11);
        assertThat(cluster.assign(new FakeTask(23))).as("the next probe").isEqualTo(a.slot());
    }
}
