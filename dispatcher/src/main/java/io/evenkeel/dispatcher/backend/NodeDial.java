// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.backend.h2.Http2Dial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.engine.tls.TlsDial;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The way to connect to a node: plainly, or by TLS where the settings of its cluster say so. Threads: any. */
public final class NodeDial {

    private NodeDial() {}

    /**
     * The connector for one connection to a node. A failed handshake is said in the event log.
     *
     * @param plain makes the connections of the network
     * @param host of the request; null when there is none
     */
    public static Connector of(Connector plain, Cluster cluster, Node node, @Nullable String host) {
        TlsClientContext context = cluster.secure();
        NodeTls tls = cluster.settings().tls();
        if (context == null || tls == null) {
            return plain;
        }
        String fixed = tls.name();
        String name = fixed != null
                ? fixed
                : host != null ? host : node.settings().address().host();
        return new TlsDial(plain, context, name, failure -> say(context, cluster, node, failure));
    }

    /**
     * Begins a connection to a node, as {@link Connector#connect} does; never throws.
     *
     * @param plain makes the connections of the network
     * @param host of the request; null when there is none
     */
    public static @Nullable Connection begin(
            Connector plain, Loop loop, Cluster cluster, Node node, @Nullable String host, ConnectionHandler handler) {
        Duration patience = cluster.settings().timeouts().connect();
        return new SafeDial(of(plain, cluster, node, host)).connect(loop, node.address(), patience, handler);
    }

    /**
     * The connector for questions of the dispatcher itself in the form of HTTP/1.1, whatever protocol the nodes speak.
     *
     * @param host that is asked for; null when there is none
     */
    public static Connector asking(Connector plain, Cluster cluster, Node node, @Nullable String host) {
        Connector way = of(plain, cluster, node, host);
        return cluster.settings().protocol() == NodeProtocol.H2 ? new Http2Dial(way) : way;
    }

    private static void say(TlsClientContext context, Cluster cluster, Node node, TlsFailure failure) {
        String said = node + ": no TLS connection, " + NodeRemedy.noTls(cluster, failure);
        if (context.maySayFailure(said, System.nanoTime())) {
            cluster.events().node().warn(said);
        }
    }
}
