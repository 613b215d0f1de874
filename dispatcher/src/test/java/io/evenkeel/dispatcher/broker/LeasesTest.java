// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.broker;

import static io.evenkeel.dispatcher.node.ClusterFixture.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.broker.Leases.Told;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeasesTest {

    private static final long QUANTUM_NS = Duration.ofSeconds(60).toNanos();
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private long nowNs = 5;
    private final Leases leases = new Leases(3, () -> nowNs);

    /** Takes turns and writes down what it hears. */
    private static final class Listening implements Policy {

        private final List<String> heard = new ArrayList<>();
        private int turn;

        @Override
        public int choose(Task task, Nodes nodes) {
            heard.add("choose key=" + task.clientKey() + " session=" + task.placesSession());
            return nodes.at(turn++ % nodes.count());
        }

        @Override
        public void onStart(Task task, int slot, Nodes nodes) {
            heard.add("start " + slot);
        }

        @Override
        public void onTunnel(Task task, int slot, long elapsedNs, Nodes nodes) {
            heard.add("tunnel " + nodes.inFlight(slot) + "+" + nodes.tunnels(slot));
        }

        @Override
        public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs, Nodes nodes) {
            heard.add(outcome + " after " + elapsedNs + " left " + nodes.tunnels(slot));
        }
    }

    private Node told(Cluster cluster, @Nullable String client) {
        return Objects.requireNonNull(leases.take(cluster, client, 7, QUANTUM_NS))
                .node();
    }

    private static int inFlight(Cluster cluster, Node node) {
        return cluster.table().counts(node).inFlight();
    }

    @Test
    void isAChoiceForASessionThatHoldsNoWorkerUntilTheQuantumEnds() {
        ClusterFixture fixture = new ClusterFixture(2);
        Listening policy = new Listening();
        fixture.policy = policy;
        Cluster cluster = fixture.create(0);

        Node node = told(cluster, null);
        nowNs += QUANTUM_NS - 1;
        leases.sweep(nowNs);
        assertThat(inFlight(cluster, node)).as("to the end of its quantum").isEqualTo(1);
        nowNs += 1;
        leases.sweep(nowNs);

        assertThat(inFlight(cluster, node)).isZero();
        assertThat(leases.count()).isZero();
        assertThat(policy.heard)
                .containsExactly(
                        "choose key=7 session=true",
                        "start 0",
                        "tunnel 0+1",
                        "ABANDONED after " + QUANTUM_NS + " left 0");
    }

    @Test
    void aClientWithANameStaysWhileItAsksWithinItsQuantum() {
        Listening policy = new Listening();
        ClusterFixture fixture = new ClusterFixture(3);
        fixture.policy = policy;
        Cluster cluster = fixture.create(0);

        Node first = told(cluster, "ann");
        for (int i = 0; i < 5; i++) {
            nowNs += QUANTUM_NS - SECOND_NS;
            assertThat(leases.take(cluster, "ann", 7, QUANTUM_NS)).isEqualTo(new Told(first, true));
        }
        assertThat(policy.heard.stream().filter(each -> each.startsWith("choose")))
                .hasSize(1);
        assertThat(inFlight(cluster, first)).isEqualTo(1);
        nowNs += QUANTUM_NS;

        assertThat(leases.take(cluster, "ann", 7, QUANTUM_NS)).isEqualTo(new Told(named(cluster, "b"), false));
        assertThat(inFlight(cluster, first)).isZero();
    }

    @Test
    void aShorterQuantumDoesNotTakeBackWhatWasPromised() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node node = told(cluster, "ann");
        leases.take(cluster, "ann", 7, SECOND_NS);

        nowNs += QUANTUM_NS - 1;
        leases.sweep(nowNs);

        assertThat(inFlight(cluster, node)).isEqualTo(1);
    }

    @Test
    void clientsWithoutANameOrWithTheSameOneInAnotherClusterAreOthers() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Cluster other = new ClusterFixture(1).create(0);
        told(cluster, null);
        told(cluster, null);
        told(cluster, "ann");

        assertThat(leases.count()).isEqualTo(3);
        assertThat(Objects.requireNonNull(leases.take(other, "ann", 7, QUANTUM_NS))
                        .stays())
                .isFalse();
    }

    @Test
    void aClientStaysOnANodeThatDrainsAndLeavesOneThatFails() {
        Cluster cluster = new ClusterFixture(2).create(0);
        Node a = named(cluster, "a");
        told(cluster, "ann");
        ClusterFixture.want(cluster, a, AdminState.DRAIN, null, nowNs);
        assertThat(told(cluster, "ann")).isEqualTo(a);
        assertThat(told(cluster, "bob")).as("a new client").isEqualTo(named(cluster, "b"));
        ClusterFixture.want(cluster, a, AdminState.READY, null, nowNs);
        Membership.check(cluster, a, false, "refused", nowNs);

        assertThat(told(cluster, "ann")).isEqualTo(named(cluster, "b"));
        assertThat(inFlight(cluster, a)).as("places on the node that failed").isZero();
    }

    @Test
    void refusesWhenEveryNodeIsFullAndSaysWhenTheFirstPlaceIsFree() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(ClusterFixture.node("a", 2));
        Cluster cluster = fixture.create(0);
        assertThat(leases.untilFirstEndNs(cluster)).isEqualTo(Long.MAX_VALUE);
        told(cluster, null);
        nowNs += SECOND_NS;
        told(cluster, "ann");

        assertThat(leases.take(cluster, "bob", 8, QUANTUM_NS)).isNull();
        assertThat(cluster.counts().waiting()).as("nobody waits in the queue").isZero();
        assertThat(leases.untilFirstEndNs(cluster)).isEqualTo(QUANTUM_NS - SECOND_NS);
        nowNs += QUANTUM_NS - SECOND_NS;
        assertThat(told(cluster, "bob").name()).isEqualTo("a");
    }

    @Test
    void givesBackTheFirstPlaceEarlyWhenThereAreTooMany() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node node = told(cluster, "ann");
        for (String name : List.of("bob", "cid", "dan")) {
            nowNs += SECOND_NS;
            told(cluster, name);
        }

        assertThat(leases.count()).isEqualTo(3);
        assertThat(inFlight(cluster, node)).isEqualTo(3);
        assertThat(Objects.requireNonNull(leases.take(cluster, "dan", 7, QUANTUM_NS))
                        .stays())
                .isTrue();
        assertThat(Objects.requireNonNull(leases.take(cluster, "ann", 7, QUANTUM_NS))
                        .stays())
                .as("the one that was forgotten")
                .isFalse();
    }

    @Test
    void holdsNothingOnANodeThatIsOnProbation() {
        Cluster cluster = new ClusterFixture(1).create(0);
        Node a = named(cluster, "a");
        ClusterFixture.eject(cluster, a, "x", nowNs);
        Membership.probe(cluster, a, nowNs);

        assertThat(told(cluster, "ann")).isEqualTo(a);

        assertThat(a.state()).isEqualTo(NodeState.PROBING);
        assertThat(inFlight(cluster, a)).isZero();
        assertThat(leases.count()).isZero();
    }

    @Test
    void givesPlacesBackOnNodesThatAreCutOrHaveLeft() {
        ClusterFixture fixture = new ClusterFixture(2);
        fixture.policy = new Listening();
        Cluster cluster = fixture.create(0);
        Node a = told(cluster, "ann");
        Node b = told(cluster, "bob");

        leases.cut(a);
        assertThat(inFlight(cluster, a)).isZero();
        assertThat(inFlight(cluster, b)).isEqualTo(1);
        fixture.nodes.remove(1);
        ClusterFixture.update(cluster, fixture.settings(), nowNs);
        leases.sweep(nowNs);

        assertThat(inFlight(cluster, b)).isZero();
        assertThat(leases.count()).isZero();
    }
}
