// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.engine.tls.ContextProbe;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeContextsTest {

    private static final NodeTls TRUSTING = new NodeTls(false, null, null, null, null, null, null);
    private static final NodeTls OTHER = new NodeTls(false, null, null, "other", null, null, null);

    private final List<TlsClientContext> made = new ArrayList<>();
    private final Map<String, Cluster> inForce = new LinkedHashMap<>();
    private final NodeContexts contexts = new NodeContexts(this::make, () -> inForce);
    private RuntimeException fault = new IllegalStateException("a fault that a test wants");
    private int mostMade = Integer.MAX_VALUE;

    private TlsClientContext make(NodeTls tls, NodeProtocol protocol) {
        if (made.size() == mostMade) {
            throw fault;
        }
        TlsClientContext context = new TlsClientContext(null, null, List.of());
        made.add(context);
        return context;
    }

    @AfterEach
    void release() {
        for (TlsClientContext context : made) {
            if (!ContextProbe.isReleased(context)) {
                context.release();
            }
        }
    }

    private static ClusterFixture cluster(String name, NodeTls tls) {
        ClusterFixture cluster = new ClusterFixture(1);
        cluster.name = name;
        cluster.tls = tls;
        return cluster;
    }

    private static Map<String, ClusterSettings> wanted(NodeTls shop, NodeTls forum) {
        Map<String, ClusterSettings> wanted = new LinkedHashMap<>();
        wanted.put("shop", cluster("shop", shop).settings());
        wanted.put("forum", cluster("forum", forum).settings());
        return wanted;
    }

    @Test
    void whatFollowsGetsAContextForEachCluster() throws IOException {
        Map<String, TlsClientContext> given = contexts.with(wanted(TRUSTING, TRUSTING), contexts -> contexts);

        assertThat(given.keySet()).containsExactly("shop", "forum");
        assertThat(made).containsExactlyElementsOf(given.values()).noneMatch(ContextProbe::isReleased);
    }

    @Test
    void aFailureOfWhatFollowsFreesTheNewContexts() {
        Cluster shop = cluster("shop", TRUSTING).create(0);
        shop.secure(make(TRUSTING, NodeProtocol.HTTP));
        inForce.put("shop", shop);

        assertThatThrownBy(() -> contexts.with(wanted(TRUSTING, OTHER), given -> {
                    throw fault;
                }))
                .isSameAs(fault);
        assertThat(made).map(ContextProbe::isReleased).as("in force, new").containsExactly(false, true);
    }

    @Test
    void aFaultOfALaterContextFreesThoseBefore() {
        mostMade = 1;

        assertThatThrownBy(() -> contexts.with(wanted(TRUSTING, TRUSTING), Map::size))
                .isSameAs(fault);
        assertThat(made).hasSize(1).allMatch(ContextProbe::isReleased);
    }

    @Test
    void certificatesThatCannotBeUsedAreThoseOfACluster() {
        mostMade = 1;
        fault = new IllegalArgumentException("the key is not that of the certificate");

        assertThatThrownBy(() -> contexts.with(wanted(TRUSTING, TRUSTING), Map::size))
                .isInstanceOf(IOException.class)
                .hasMessage("cluster forum: TLS towards nodes: the key is not that of the certificate");
        assertThat(made).hasSize(1).allMatch(ContextProbe::isReleased);
    }
}
