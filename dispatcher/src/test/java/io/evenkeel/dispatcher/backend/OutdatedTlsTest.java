// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A connection that is asked for while a reload changes the TLS of its cluster: no failure of the node. */
final class OutdatedTlsTest {

    private static final NodeTls ANY = new NodeTls(false, null, null, "node", null, null, null);

    private final ManualLoop clock = new ManualLoop();
    private final MemoryNetwork network = new MemoryNetwork(clock);
    private final TlsClientContext old = new TlsClientContext(null, null, List.of());
    private final TlsClientContext next = new TlsClientContext(null, null, List.of());
    private final WaitingUser user = new WaitingUser();

    @AfterEach
    void release() {
        next.release();
    }

    /** Asks for a connection with the old context, which is released already. */
    private Cluster asks(NodeProtocol protocol) {
        ClusterFixture fixture = new ClusterFixture(0);
        fixture.protocol = protocol;
        fixture.tls = ANY;
        fixture.nodes.add(ClusterFixture.node("a", 1, 1));
        Cluster cluster = fixture.create(clock.loop().nowNs());
        cluster.secure(old);
        old.release();
        List<NodePools> all = new ArrayList<>();
        NodePools pools = new NodePools(network, clock.loop(), all);
        all.add(pools);
        NodePool pool = pools.of(cluster, cluster.nodes().get(0));
        assertThat(pools.reserve(pool)).isTrue();
        pool.connect(user, null);
        return cluster;
    }

    @ParameterizedTest
    @EnumSource(NodeProtocol.class)
    void anotherOneMayBeAskedForAtOnce(NodeProtocol protocol) {
        Cluster cluster = asks(protocol);
        cluster.secure(next);
        clock.settle();

        assertThat(user.lost).containsExactly(NodeUser.Loss.OUTDATED);
        assertThat(cluster.table().counts(cluster.nodes().get(0)).connections()).isZero();
    }

    /** Nothing comes in the place of what a removed cluster had: a user that asks again would do so for ever. */
    @ParameterizedTest
    @EnumSource(NodeProtocol.class)
    void noneComesFromTheNodeOfARemovedCluster(NodeProtocol protocol) {
        Cluster cluster = asks(protocol);
        clock.settle();

        assertThat(user.lost).containsExactly(NodeUser.Loss.CUT);
        assertThat(cluster.table().counts(cluster.nodes().get(0)).connections()).isZero();
    }
}
