// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.edge.AccessRule;
import io.evenkeel.dispatcher.node.Cluster;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The rules for new connections of a TCP listener between two reloads. Immutable.
 *
 * @param cluster gets the connections
 * @param access the networks that may come in; null for all
 */
public record TcpRules(
        ListenerSettings listener,
        Cluster cluster,
        @Nullable AccessRule access) {

    /** The rules that the settings say. */
    public TcpRules(ListenerSettings listener, Cluster cluster) {
        this(listener, cluster, AccessRule.of(listener.rules().access()));
    }

    /** True when a client may not come in. */
    boolean denies(InetAddress client) {
        return access != null && access.refuses(client);
    }

    /** True when a connection from there begins with a PROXY protocol header that is to be believed. */
    boolean expectsHeader(InetAddress peer) {
        if (listener.acceptProxy()) {
            for (Network network : listener.trusted()) {
                if (network.contains(peer)) {
                    return true;
                }
            }
        }
        return false;
    }
}
