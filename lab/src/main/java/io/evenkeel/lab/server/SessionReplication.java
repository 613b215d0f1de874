// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The replication of sessions among Tomcats: each has a copy of every session of a distributable application.
 *
 * <p>A change is with all others before its answer is sent (DeltaManager, synchronous and acknowledged), so that a
 * server may be killed at any time. The members are known by their ports and not found by multicast.
 *
 * @param ports of the servers on the loopback interface, by the names of their nodes
 */
public record SessionReplication(Map<String, Integer> ports) {

    private static final String PREFIX = "node.replication.";
    private static final String CLUSTER = "//Engine/Cluster";
    private static final String CHANNEL = CLUSTER + "/Channel";
    private static final String MEMBERSHIP = CHANNEL + "/Membership";

    /** To send a change synchronously, and to go on when it was applied there. */
    private static final int WHEN_APPLIED = 6;

    public SessionReplication {
        ports = Map.copyOf(ports);
    }

    /** A replication among nodes, on free ports. */
    public static SessionReplication among(List<String> nodes) throws IOException {
        Map<String, Integer> ports = new TreeMap<>();
        for (String node : nodes) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports.put(node, socket.getLocalPort());
            }
        }
        return new SessionReplication(ports);
    }

    /** The properties of a {@link ServerFleet} whose servers replicate like this. */
    public Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        ports.forEach((node, port) -> properties.put(PREFIX + node, Integer.toString(port)));
        return properties;
    }

    /** The replication that a fleet's properties ask for; without ports when they ask for none. */
    static SessionReplication of(Map<String, String> properties) {
        Map<String, Integer> ports = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                ports.put(name.substring(PREFIX.length()), Integer.parseInt(value));
            }
        });
        return new SessionReplication(ports);
    }

    /** Adds it to the {@code server.xml} of a node. */
    void addTo(XmlFile settings, String node) throws IOException {
        settings.add(
                        "//Engine",
                        "Cluster",
                        "className",
                        "org.apache.catalina.ha.tcp.SimpleTcpCluster",
                        "channelSendOptions",
                        WHEN_APPLIED)
                .add(CLUSTER, "Manager", "className", "org.apache.catalina.ha.session.DeltaManager")
                .add(CLUSTER, "Channel", "className", "org.apache.catalina.tribes.group.GroupChannel")
                .add(
                        CHANNEL,
                        "Membership",
                        "className",
                        "org.apache.catalina.tribes.membership.StaticMembershipService");
        int number = 0;
        for (Map.Entry<String, Integer> each : new TreeMap<>(ports).entrySet()) {
            settings.add(
                    MEMBERSHIP,
                    each.getKey().equals(node) ? "LocalMember" : "Member",
                    "className",
                    "org.apache.catalina.tribes.membership.StaticMember",
                    "host",
                    "127.0.0.1",
                    "port",
                    each.getValue(),
                    "uniqueId",
                    "{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0," + ++number + "}");
        }
        settings.add(
                        CHANNEL,
                        "Receiver",
                        "className",
                        "org.apache.catalina.tribes.transport.nio.NioReceiver",
                        "address",
                        "127.0.0.1",
                        "port",
                        ports.getOrDefault(node, 0),
                        "autoBind",
                        0)
                .add(CHANNEL, "Sender", "className", "org.apache.catalina.tribes.transport.ReplicationTransmitter")
                .add(
                        CHANNEL + "/Sender",
                        "Transport",
                        "className",
                        "org.apache.catalina.tribes.transport.nio.PooledParallelSender")
                .add(
                        CHANNEL,
                        "Interceptor",
                        "className",
                        "org.apache.catalina.tribes.group.interceptors.TcpFailureDetector")
                .add(
                        CHANNEL,
                        "Interceptor",
                        "className",
                        "org.apache.catalina.tribes.group.interceptors.MessageDispatchInterceptor")
                .add(CLUSTER, "Valve", "className", "org.apache.catalina.ha.tcp.ReplicationValve", "filter", "")
                .add(CLUSTER, "Valve", "className", "org.apache.catalina.ha.session.JvmRouteBinderValve");
    }
}
