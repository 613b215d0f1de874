// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.Workbench;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Node;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP listener: makes client connections and holds the rules they go by.
 *
 * <p>Threads: rules and draining may be set from anywhere; the lists of connections belong to their loops.
 */
public final class HttpListener implements ConnectionAcceptor {

    private final List<Workbench> benches;
    private final List<ListenerMeter> meters = new ArrayList<>();
    private final List<OpenClients<ClientConnection>> connections = new ArrayList<>();
    /** The own address and settings of the last connection of each loop, by the loop's index. */
    private final Origin.@Nullable Door[] doors;

    private volatile ListenerRules rules;
    private volatile boolean draining;

    /**
     * @param benches one for each loop, by index
     */
    public HttpListener(ListenerRules rules, List<Workbench> benches, Meters meters) {
        this.rules = rules;
        this.benches = benches;
        this.doors = new Origin.Door[benches.size()];
        for (int loop = 0; loop < benches.size(); loop++) {
            this.meters.add(meters.listenerMeter(rules.listener(), loop));
            this.connections.add(new OpenClients<>());
        }
    }

    /**
     * The rules for requests that come from now on; connections that are open keep what they were told about trust and
     * forwarding.
     */
    public void update(ListenerRules newRules) {
        rules = newRules;
    }

    ListenerRules rules() {
        return rules;
    }

    boolean draining() {
        return draining;
    }

    ListenerMeter meter(Loop loop) {
        return meters.get(loop.index());
    }

    @Override
    public ConnectionHandler accepted(Connection connection) {
        InetSocketAddress client = connection.remoteAddress();
        InetSocketAddress local = connection.localAddress();
        if (client == null || local == null) {
            return Gone.HANDLER;
        }
        Loop loop = connection.loop();
        Workbench bench = benches.get(loop.index());
        meter(loop).accepted();
        ListenerRules now = rules;
        if (!now.trusts(client.getAddress())) {
            return add(new ClientConnection(this, connection, bench, origin(loop, client, local, false)));
        }
        return now.acceptProxy()
                ? new AnnouncedConnection(this, connection, bench, client, local)
                : add(new ClientConnection(this, connection, bench, origin(loop, client, local, true)));
    }

    /** The origin of a client that connected to an own address. */
    Origin origin(Loop loop, InetSocketAddress client, InetSocketAddress local, boolean trusted) {
        ForwardSettings forward = rules.forward();
        Origin.Door last = doors[loop.index()];
        if (last == null || !last.isOf(forward, local)) {
            last = new Origin.Door(forward, local, false);
            doors[loop.index()] = last;
        }
        return new Origin(client, last, trusted);
    }

    ClientConnection add(ClientConnection made) {
        connections.get(made.connection().loop().index()).add(made);
        return made;
    }

    void forget(ClientConnection connection) {
        connections.get(connection.connection().loop().index()).remove(connection);
    }

    /** Takes a node from clients that would send it their next request, where connections are assigned. Any thread. */
    public void cut(Node node) {
        for (Workbench bench : benches) {
            bench.loop().execute(() -> connections.get(bench.loop().index()).forEach(client -> client.leaveNode(node)));
        }
    }

    /** Lets every connection finish the request it is at and take no other. */
    public void drain() {
        draining = true;
        for (Workbench bench : benches) {
            bench.loop().execute(() -> connections.get(bench.loop().index()).forEach(ClientConnection::drain));
        }
    }
}
