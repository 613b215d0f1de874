// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.node.Cluster;
import java.net.InetAddress;

/**
 * The rules for new connections of a TCP listener between two reloads. Immutable.
 *
 * @param cluster gets the connections
 */
public record TcpRules(ListenerSettings listener, Cluster cluster) {

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
