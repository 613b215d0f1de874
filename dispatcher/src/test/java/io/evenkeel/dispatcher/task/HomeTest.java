// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.overload.WithoutNode;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HomeTest {

    private final ManualLoop clock = new ManualLoop();
    private final HeardOwner owner = new HeardOwner();
    private final ClusterFixture fixture = new ClusterFixture(0);
    private final Home home = new Home(clock.loop(), 42);
    private final Attempts one = further(home);
    private final Attempts two = further(home);

    HomeTest() {
        fixture.assign = Assign.CONNECTION;
        fixture.retry = new RetrySettings(3, 1);
    }

    private long now() {
        return clock.loop().nowNs();
    }

    private Attempts further(Home of) {
        Attempts made = Attempts.ofRequests(clock.loop(), owner);
        made.serve(of);
        return made;
    }

    private Cluster cluster(int maxInFlight) {
        fixture.nodes.clear();
        fixture.nodes.add(ClusterFixture.node("a", maxInFlight));
        fixture.nodes.add(ClusterFixture.node("b", maxInFlight));
        return fixture.create(now());
    }

    private Cluster cluster() {
        return cluster(Integer.MAX_VALUE);
    }

    /** Begins a request; returns the name of its node. */
    private String begin(Attempts task, Cluster cluster) {
        task.clear(now());
        assertThat(task.assign(cluster, 1)).isNull();
        return task.assigned().name();
    }

    /** Runs a whole request; returns the name of its node. */
    private String request(Cluster cluster) {
        String name = begin(one, cluster);
        one.finish(Outcome.SUCCEEDED, false, now());
        return name;
    }

    private static Node node(Cluster cluster, String name) {
        return ClusterFixture.named(cluster, name);
    }

    private static NodeCounts counts(Cluster cluster, String name) {
        return cluster.table().counts(node(cluster, name));
    }

    @Test
    void requestsOfAConnectionAreOneTaskOnOneNode() {
        Cluster cluster = cluster();

        for (int i = 0; i < 5; i++) {
            assertThat(request(cluster)).as("although the other node is empty").isEqualTo("a");
        }

        assertThat(home.node()).isEqualTo(node(cluster, "a"));
        assertThat(counts(cluster, "a").started()).isEqualTo(1);
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
        assertThat(counts(cluster, "a").succeeded()).isZero();
    }

    @Test
    void theTaskEndsWithTheConnection() {
        Cluster cluster = cluster();
        request(cluster);

        home.unbind();

        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
        home.unbind();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
    }

    @Test
    void aFailureEndsItAndTheNextTryBindsAnew() {
        Cluster cluster = cluster();
        request(cluster);
        begin(one, cluster);

        one.finish(Outcome.FAILED, false, now());
        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").failed()).isEqualTo(1);
        assertThat(counts(cluster, "a").inFlight()).isZero();

        assertThat(one.retries().assignAgain(now(), false, Refusal.NODE_CLOSED)).isNull();
        assertThat(one.assigned().name()).isEqualTo("b");
        one.finish(Outcome.SUCCEEDED, false, now());
        assertThat(request(cluster)).isEqualTo("b");
        assertThat(counts(cluster, "b").started()).isEqualTo(1);
    }

    @Test
    void anErrorOfTheApplicationIsNoFailureOfTheNode() {
        Cluster cluster = cluster();
        begin(one, cluster);

        one.finish(Outcome.FAILED, true, now());

        assertThat(request(cluster)).isEqualTo("a");
        assertThat(counts(cluster, "a").failed()).isZero();
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void theOnlyRequestThatIsAbandonedEndsIt() {
        Cluster cluster = cluster();
        begin(one, cluster);

        one.finish(Outcome.ABANDONED, false, now());

        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").abandoned()).isEqualTo(1);
        assertThat(counts(cluster, "a").inFlight()).isZero();
    }

    @Test
    void aNodeThatDrainsKeepsItsConnections() {
        Cluster cluster = cluster();
        request(cluster);

        ClusterFixture.want(cluster, node(cluster, "a"), AdminState.DRAIN, null, now());

        assertThat(request(cluster)).isEqualTo("a");
    }

    /** Events after which a node takes no further request, not even of its own connections. */
    private enum Event {
        MAINTENANCE,
        CHECK_FAILED,
        EJECTED,
        SILENT,
        REMOVED
    }

    private void happens(Event event, Cluster cluster) {
        Node a = node(cluster, "a");
        switch (event) {
            case MAINTENANCE -> ClusterFixture.want(cluster, a, AdminState.MAINT, null, now());
            case CHECK_FAILED -> Membership.check(cluster, a, false, "a test says so", now());
            case EJECTED -> ClusterFixture.eject(cluster, a, "a test says so", now());
            case SILENT -> Membership.agentSilent(cluster, a, "a test says so", now());
            case REMOVED -> {
                fixture.nodes.remove(0);
                ClusterFixture.update(cluster, fixture.settings(), now());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Event.class)
    void theNextRequestLeavesANodeThatTakesNone(Event event) {
        Cluster cluster = cluster();
        request(cluster);
        Node left = node(cluster, "a");

        happens(event, cluster);

        assertThat(request(cluster)).isEqualTo("b");
        assertThat(cluster.table().counts(left).inFlight()).isZero();
        assertThat(home.node()).isEqualTo(node(cluster, "b"));
    }

    @Test
    void aRequestForAnotherClusterLeavesTheFirst() {
        Cluster first = cluster();
        Cluster second = cluster();
        request(first);

        request(second);

        assertThat(counts(first, "a").inFlight()).isZero();
        assertThat(counts(first, "a").succeeded()).isEqualTo(1);
        assertThat(counts(second, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void whereRequestsAreAssignedNothingIsBound() {
        fixture.assign = Assign.REQUEST;
        Cluster cluster = cluster();

        request(cluster);

        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
    }

    @Test
    void aConnectionIsTakenFromANodeThatIsCut() {
        Cluster cluster = cluster();
        request(cluster);

        home.leave(node(cluster, "b"));
        assertThat(counts(cluster, "a").inFlight()).as("another node").isEqualTo(1);
        home.leave(node(cluster, "a"));

        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
    }

    @Test
    void twoRequestsAtATimeShareOneHome() {
        Cluster cluster = cluster();
        begin(one, cluster);

        assertThat(begin(two, cluster)).isEqualTo("a");
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);

        one.finish(Outcome.SUCCEEDED, false, now());
        two.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
        home.unbind();
        assertThat(counts(cluster, "a").inFlight()).isZero();
    }

    @Test
    void theTaskStaysInFlightUntilItsLastRequestIsOver() {
        Cluster cluster = cluster();
        begin(one, cluster);
        begin(two, cluster);

        home.unbind();
        one.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);

        two.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
    }

    @Test
    void oneOfTwoRequestsThatIsAbandonedChangesNothing() {
        Cluster cluster = cluster();
        begin(one, cluster);
        begin(two, cluster);

        one.finish(Outcome.ABANDONED, false, now());

        assertThat(home.node()).isEqualTo(node(cluster, "a"));
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
        assertThat(counts(cluster, "a").abandoned()).isZero();
    }

    @Test
    void oneOfTwoRequestsThatFailsEndsItOnce() {
        Cluster cluster = cluster();
        begin(one, cluster);
        begin(two, cluster);

        one.finish(Outcome.FAILED, false, now());
        two.finish(Outcome.FAILED, false, now());

        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").failed()).isEqualTo(1);
        assertThat(counts(cluster, "a").inFlight()).isZero();
    }

    @Test
    void aRequestThatMovesTakesTheConnectionAlong() {
        Cluster cluster = cluster();
        request(cluster);
        begin(one, cluster);

        assertThat(one.retries().move(Outcome.ABANDONED, now())).isTrue();
        one.finish(Outcome.SUCCEEDED, false, now());

        assertThat(counts(cluster, "a").abandoned()).isEqualTo(1);
        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(request(cluster)).isEqualTo("b");
        assertThat(counts(cluster, "b").inFlight()).isEqualTo(1);
    }

    @Test
    void aRequestThatMovesLeavesTheConnectionToTheOthers() {
        Cluster cluster = cluster();
        begin(one, cluster);
        begin(two, cluster);

        assertThat(one.retries().move(Outcome.ABANDONED, now())).isTrue();

        assertThat(one.assigned().name()).isEqualTo("b");
        assertThat(home.node()).isEqualTo(node(cluster, "a"));
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
        one.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "b").inFlight()).isZero();
        assertThat(counts(cluster, "b").succeeded()).isEqualTo(1);
        two.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void aSharedRequestWithoutAnotherNodeStays() {
        fixture.nodes.add(ClusterFixture.node("a", Integer.MAX_VALUE));
        Cluster cluster = fixture.create(now());
        begin(one, cluster);
        begin(two, cluster);

        assertThat(one.retries().move(Outcome.ABANDONED, now())).isFalse();

        one.finish(Outcome.SUCCEEDED, false, now());
        two.finish(Outcome.SUCCEEDED, false, now());
        assertThat(home.node()).isEqualTo(node(cluster, "a"));
        assertThat(counts(cluster, "a").inFlight()).isEqualTo(1);
    }

    @Test
    void ofTwoRequestsThatWaitTheFirstWithANodeBindsTheConnection() {
        Cluster cluster = cluster(1);
        Attempts onA = further(new Home(clock.loop(), 1));
        Attempts onB = further(new Home(clock.loop(), 2));
        begin(onA, cluster);
        begin(onB, cluster);
        one.clear(now());
        assertThat(one.assign(cluster, 1)).isNull();
        two.clear(now());
        assertThat(two.assign(cluster, 1)).isNull();
        assertThat(one.waits() && two.waits()).isTrue();

        onB.finish(Outcome.FAILED, false, now());
        onA.finish(Outcome.FAILED, false, now());
        clock.settle();

        assertThat(owner.heard).containsExactly("granted", "granted");
        assertThat(one.assigned().name()).isEqualTo("b");
        assertThat(two.assigned().name()).isEqualTo("a");
        assertThat(home.node()).isEqualTo(node(cluster, "b"));
        one.finish(Outcome.SUCCEEDED, false, now());
        two.finish(Outcome.SUCCEEDED, false, now());
        assertThat(counts(cluster, "a").inFlight()).as("a node of its own").isZero();
        assertThat(counts(cluster, "b").inFlight()).isEqualTo(1);
    }

    @Test
    void aRequestThatLeavesTheQueueBindsNothing() {
        Cluster cluster = cluster(1);
        Attempts onA = further(new Home(clock.loop(), 1));
        begin(onA, cluster);
        begin(further(new Home(clock.loop(), 2)), cluster);
        one.clear(now());
        assertThat(one.assign(cluster, 1)).isNull();

        assertThat(one.leaveQueue(WithoutNode.CLIENT_GONE)).isTrue();
        onA.finish(Outcome.FAILED, false, now());
        clock.settle();

        assertThat(owner.heard).isEmpty();
        assertThat(home.node()).isNull();
        assertThat(counts(cluster, "a").inFlight()).isZero();
    }

    @Test
    void aConnectionThatBecomesATunnelIsCountedAsOneUntilItEnds() {
        List<Integer> tunnels = new ArrayList<>();
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.at(0);
            }

            @Override
            public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
                tunnels.add(nodes.tunnels(slot));
            }

            @Override
            public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
                tunnels.add(nodes.tunnels(slot));
            }
        };
        Cluster cluster = cluster();
        request(cluster);
        begin(one, cluster);

        one.tunnel(now());
        one.finish(Outcome.SUCCEEDED, false, now());
        home.unbind();

        assertThat(tunnels).containsExactly(1, 0);
        assertThat(counts(cluster, "a").inFlight()).isZero();
        assertThat(counts(cluster, "a").succeeded()).isEqualTo(1);
    }

    @Test
    void aNewRequestKnowsNothingOfTheNodeThatItsConnectionKeeps() {
        Cluster cluster = cluster();
        request(cluster);

        one.clear(now());

        assertThat(one.clusterOrNull()).isNull();
        assertThat(one.node()).isNull();
        assertThat(home.node()).isEqualTo(node(cluster, "a"));
    }

    /** Shadows follow a task by its identity. */
    @Test
    void thePolicySeesOneTaskFromItsStartToItsEnd() {
        List<Task> started = new ArrayList<>();
        List<Task> finished = new ArrayList<>();
        List<Integer> memos = new ArrayList<>();
        fixture.policy = new Policy() {
            @Override
            public int choose(Task task, Nodes nodes) {
                return nodes.at(0);
            }

            @Override
            public void onStart(Task task, int slot, Nodes nodes) {
                task.memo(7 + started.size());
                started.add(task);
            }

            @Override
            public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
                finished.add(task);
                memos.add(task.memo());
            }
        };
        Cluster cluster = cluster();
        request(cluster);
        begin(one, cluster);
        one.retries().move(Outcome.ABANDONED, now());
        home.unbind();
        one.finish(Outcome.SUCCEEDED, false, now());

        assertThat(memos).containsExactly(7, 8);
        assertThat(finished)
                .hasSize(2)
                .allSatisfy(task -> assertThat(task.clientKey()).isEqualTo(42));
        assertThat(finished.get(0)).isSameAs(started.get(0));
        assertThat(finished.get(1)).isSameAs(started.get(1));
        assertThat(started).allMatch(Task::placesSession).allMatch(Task::connection);
    }
}
