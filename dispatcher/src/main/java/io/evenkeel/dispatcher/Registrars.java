// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.mcmp.McmpService;
import io.evenkeel.dispatcher.mcmp.ServerRegistry;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that are members beside those of the file, because their agents or their servers have registered; and the
 * service of the servers. Threads: any; {@link #lookUp} and {@link #reaches} wait.
 */
final class Registrars implements ServerRegistry {

    private static final int PATIENCE_MS = 1_000;

    private final RegisteredNodes agents = new RegisteredNodes();
    private final RegisteredNodes servers = new RegisteredNodes(file -> true);
    private final ClusterRegistry dispatcher;
    private final Meters meters;
    private final McmpService mcmp;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the service only keeps the reference
    Registrars(ClusterRegistry dispatcher, Meters meters, EventLog events) {
        this.dispatcher = dispatcher;
        this.meters = meters;
        mcmp = new McmpService(this, servers, events, System::nanoTime);
    }

    /** The nodes of agents. */
    RegisteredNodes agents() {
        return agents;
    }

    /** The service with which servers register. */
    McmpService mcmp() {
        return mcmp;
    }

    /** The clusters where servers register, and the rules for that. */
    private static Map<String, McmpSettings> byCluster(Settings settings) {
        Map<String, McmpSettings> found = new LinkedHashMap<>();
        for (ListenerSettings listener : settings.listeners()) {
            McmpSettings mcmp = listener.mcmp();
            if (mcmp != null) {
                found.put(listener.routes().get(0).cluster(), mcmp);
            }
        }
        return found;
    }

    /** A cluster as the file has it, with the nodes that joined; the file's nodes win. */
    ClusterSettings extend(ClusterSettings file, Settings of) {
        ClusterSettings extended = agents.extend(file);
        return byCluster(of).containsKey(file.name()) ? servers.extend(extended) : extended;
    }

    /** Brings what servers have said in line with settings whose clusters have just come into force. */
    void follow(Settings next) {
        mcmp.follow(byCluster(next));
    }

    @Override
    public Map<String, Cluster> clusters() {
        return dispatcher.clusters();
    }

    @Override
    public void refit(String cluster) {
        dispatcher.refit(cluster);
    }

    @Override
    public NodeTraffic traffic(String cluster, int slot) {
        Traffic traffic = meters.node(cluster, slot);
        return new NodeTraffic(traffic.bytesOut(), traffic.bytesIn());
    }

    @Override
    public @Nullable InetAddress lookUp(String host) {
        return new InetSocketAddress(host, 0).getAddress();
    }

    @Override
    public boolean reaches(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, PATIENCE_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
