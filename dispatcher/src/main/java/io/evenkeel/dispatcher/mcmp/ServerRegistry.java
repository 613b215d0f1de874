// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** The parts of the dispatcher and of the network that the service needs. */
public interface ServerRegistry extends ClusterRegistry {

    /** Octets that went to a node and came back from it since it joined, through clients. */
    record NodeTraffic(long read, long transferred) {}

    /** The traffic of the node of a slot. */
    NodeTraffic traffic(String cluster, int slot);

    /** The address of a host; null when it has none. Waits for a name server for as long as the system does. */
    @Nullable
    InetAddress lookUp(String host);

    /** True when a connection can be made; waits for a second at most. */
    boolean reaches(InetSocketAddress address);
}
