// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import io.evenkeel.config.address.HostPort;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One app server of a cluster.
 *
 * @param weight above 0; policies that use weights give traffic in proportion
 * @param maxInFlight most tasks at once; {@link Integer#MAX_VALUE} when unlimited
 * @param maxConnections most open connections at once; {@link Integer#MAX_VALUE} when unlimited
 * @param route the route that the app server appends to its sessions' identifiers; the name when not set
 * @param publicAddress its address for clients that go there by themselves, such as {@code https://vcn1.example.org};
 *     null for none
 * @param serves names of the services that it is for; empty when nothing is said of it
 * @param at what the host of the address was last found to be; null when it is looked up as the node joins
 * @param backup 0 for a node that is used at once; another one when no node with a lower number takes tasks
 */
public record NodeSettings(
        String name,
        HostPort address,
        double weight,
        int maxInFlight,
        int maxConnections,
        String route,
        @Nullable String publicAddress,
        List<String> serves,
        @Nullable InetAddress at,
        int backup) {

    public NodeSettings {
        serves = List.copyOf(serves);
    }

    /** A node that is no backup, and whose host is looked up as it joins. */
    public NodeSettings(
            String name,
            HostPort address,
            double weight,
            int maxInFlight,
            int maxConnections,
            String route,
            @Nullable String publicAddress,
            List<String> serves) {
        this(name, address, weight, maxInFlight, maxConnections, route, publicAddress, serves, null, 0);
    }

    /**
     * The identity of the node with a name, in homes and among joined dispatchers: FNV-1a, 64 bits, over its
     * characters; the same in every process, and never 0.
     */
    public static long key(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return hash == 0 ? 1 : hash;
    }

    /** The same node with a host that was found to be at an address. */
    public NodeSettings withAt(@Nullable InetAddress found) {
        return new NodeSettings(
                name, address, weight, maxInFlight, maxConnections, route, publicAddress, serves, found, backup);
    }

    /** The same node as a backup. */
    public NodeSettings asBackup(int level) {
        return new NodeSettings(
                name, address, weight, maxInFlight, maxConnections, route, publicAddress, serves, at, level);
    }

    /** A node whose route is its name, and that clients do not reach by themselves. */
    public NodeSettings(String name, HostPort address, double weight, int maxInFlight, int maxConnections) {
        this(name, address, weight, maxInFlight, maxConnections, name, null);
    }

    /** A node of whose services nothing is said. */
    public NodeSettings(
            String name,
            HostPort address,
            double weight,
            int maxInFlight,
            int maxConnections,
            String route,
            @Nullable String publicAddress) {
        this(name, address, weight, maxInFlight, maxConnections, route, publicAddress, List.of());
    }
}
