// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.lab.server.AppServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A dispatcher with affinity before servers, which keeps its port and its file over a restart. */
final class StickyFront implements AutoCloseable {

    private static final String CLUSTER = "trade";

    private final Path file;
    private final int port;
    private final List<AppServer> servers;
    private final String affinity;
    private int weight = 1;
    private Dispatcher dispatcher;

    /**
     * Starts it.
     *
     * @param folder for its file
     * @param affinity the section of the configuration
     */
    StickyFront(Path folder, List<AppServer> servers, String affinity) throws Exception {
        this.file = folder.resolve("evenkeel.yaml");
        this.servers = servers;
        this.affinity = affinity;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = socket.getLocalPort();
        }
        write();
        this.dispatcher = Dispatcher.start(SettingsFile.open(file));
    }

    private void write() throws IOException {
        StringBuilder nodes = new StringBuilder();
        servers.forEach(server -> nodes.append("      - {name: %s, address: \"127.0.0.1:%d\", weight: %d}\n"
                .formatted(server.name(), server.port(), weight)));
        Files.writeString(file, """
                version: 1
                cluster-key: 5e3b1d0f9a7c42e68b1f0d3c5a79e2b4
                listeners:
                  - {name: web, address: "127.0.0.1:%d", protocol: http, cluster: %s}
                clusters:
                  %s:
                    policy: round-robin
                    nodes:
                %s    health: {path: %s/health, interval: 300ms, timeout: 5s, fall: 2, rise: 1}
                    affinity: %s
                log: {level: error}
                """.formatted(port, CLUSTER, CLUSTER, nodes, AppServer.PATH, affinity));
    }

    /** Root of the application through it. */
    URI application() {
        return URI.create("http://127.0.0.1:" + port + AppServer.PATH + "/");
    }

    Control control() {
        return dispatcher.control();
    }

    /** Reloads its file, in which the weights of all nodes have changed. */
    void reload() throws IOException {
        weight++;
        write();
        dispatcher.reload();
    }

    /** Ends it as SIGTERM does, and starts another one on the same port. */
    void restart() throws Exception {
        dispatcher.drain();
        dispatcher.close();
        dispatcher = Dispatcher.start(SettingsFile.open(file));
    }

    void want(String node, AdminState state) {
        control().want(CLUSTER, node, state, null);
    }

    /** True when the dispatcher would send new users to a node. */
    boolean isUp(String node) {
        return control().cluster(CLUSTER).nodes().stream()
                .anyMatch(each -> each.name().equals(node) && each.state() == NodeState.UP);
    }

    /** The sessions that the dispatcher saw being lost since it was started. */
    long brokenSessions() {
        return control().sessions(CLUSTER).broken();
    }

    /** The last events of the dispatcher, a line each, for the words of a failure. */
    String events() {
        return control().events(40).stream().map(Object::toString).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        dispatcher.close();
    }
}
