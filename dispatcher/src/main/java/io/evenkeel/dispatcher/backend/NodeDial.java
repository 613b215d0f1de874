// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.engine.tls.TlsDial;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
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

    private static void say(TlsClientContext context, Cluster cluster, Node node, TlsFailure failure) {
        if (!context.maySayFailure(System.nanoTime())) {
            return;
        }
        String remedy = failure.isOtherNames()
                ? "; name the one that it has with clusters." + cluster.name() + ".tls.name"
                : failure.isRefusal() ? "; name its authority with clusters." + cluster.name() + ".tls.ca" : "";
        cluster.events().node().warn(node + ": no TLS connection, " + failure.getMessage() + remedy);
    }
}
