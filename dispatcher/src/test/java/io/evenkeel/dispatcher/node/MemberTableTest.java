// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.policy.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTableTest {

    private static final EventLog EVENTS = new EventLog();

    /** A table of nodes that joined and may take tasks, without a cluster around it. */
    private static MemberTable table(ClusterFixture fixture) {
        ClusterSettings settings = fixture.settings();
        NodeColumns columns = new NodeColumns(4, 0);
        MemberTable table = new MemberTable(columns, fixture.policy, () -> settings, EVENTS.cluster());
        NodeNames names = NodeNames.lookUp(settings.nodes(), EVENTS.cluster());
        table.inside((c, policy) -> {
            Joining joining = new Joining(settings, c, policy, 0);
            settings.nodes().forEach(node -> joining.join(node, names.at(node), null));
            c.relist(false);
            return true;
        });
        return table;
    }

    private static int start(MemberTable table, FakeTask task) {
        return table.inside((c, policy) -> table.placement().choose(task));
    }

    @Test
    void hasTheNodesThatJoinedAndTheirFigures() {
        MemberTable table = table(new ClusterFixture(2));

        int slot = start(table, new FakeTask(0));

        assertThat(table.members()).extracting(Node::name).containsExactly("a", "b");
        assertThat(table.node(slot)).isSameAs(table.members().get(0));
        assertThat(table.counts(table.node(slot)).inFlight()).isEqualTo(1);
        assertThat(table.counts(table.members().get(1)).inFlight()).isZero();
        assertThat(table.outSinceNs()).isEmpty();
    }

    @Test
    void refusesASlotWithoutANode() {
        MemberTable table = table(new ClusterFixture(1));

        assertThat(table.capacity()).isEqualTo(4);
        assertThatThrownBy(() -> table.node(3)).hasMessageContaining("slot 3").hasMessageContaining("is empty");
    }

    @Test
    void asksThePolicyForScoresAndStartsNothing() {
        MemberTable table = table(new ClusterFixture(2));
        start(table, new FakeTask(0));

        assertThat(table.scores(new FakeTask(0)))
                .extracting(Decision.Candidate::node)
                .containsExactly("a", "b");
        assertThat(table.members())
                .extracting(node -> table.counts(node).started())
                .containsExactly(1L, 0L);
    }

    @Test
    void countsConnectionsUpToTheMostOfTheNode() {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.nodes.add(new NodeSettings("a", new HostPort("127.0.0.1", 1), 1.0, Integer.MAX_VALUE, 2));
        MemberTable table = table(fixture);
        Node a = table.members().get(0);

        assertThat(List.of(table.openConnection(a), table.openConnection(a), table.openConnection(a)))
                .containsExactly(true, true, false);
        assertThat(table.counts(a).connections()).isEqualTo(2);

        table.closeConnection(a);
        assertThat(table.counts(a).connections()).isEqualTo(1);
        assertThat(table.openConnection(a)).isTrue();
    }

    @Test
    void runsWorkWithThePolicyInForce() {
        ClusterFixture fixture = new ClusterFixture(1);
        MemberTable table = table(fixture);

        Policy guarded = table.inside((c, policy) -> policy);

        assertThat(guarded).isSameAs(table.placement().policy());
        assertThat(table.hangs()).isFalse();
    }
}
