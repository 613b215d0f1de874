// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import io.evenkeel.config.address.Network;
import java.net.InetAddress;
import java.util.List;

/**
 * The rules of a listener where servers register by mod_cluster's protocol.
 *
 * @param allow networks from which servers may connect
 * @param matchHosts requests must name a host of the application
 */
public record McmpSettings(List<Network> allow, boolean matchHosts) {

    /** Rules that let in this machine alone. */
    public static final McmpSettings DEFAULTS =
            new McmpSettings(List.of(Network.parse("127.0.0.0/8"), Network.parse("::1/128")), false);

    public McmpSettings {
        allow = List.copyOf(allow);
    }

    /** True when a server at an address may connect. */
    public boolean allows(InetAddress address) {
        return allow.stream().anyMatch(network -> network.contains(address));
    }
}
