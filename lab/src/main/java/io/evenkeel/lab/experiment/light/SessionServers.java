// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.client.BrokerAnswer;
import io.evenkeel.client.BrokerClient;
import io.evenkeel.client.BrokerException;
import io.evenkeel.client.ToldNode;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.NoFreeNodeException;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.Selection.Place;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The servers of sessions, as clients of the broker learn them: at the beginning of its session each asks once, by the
 * library for that, and then goes to its server by itself. The broker is the dispatcher of this process. Any thread.
 */
final class SessionServers {

    /** Longer than nearly all sessions. */
    private static final Duration QUANTUM = Duration.ofSeconds(60);

    private static final String FROM = "127.0.0.1";

    /** Nobody listens there: the session of a client whom the broker has told no server fails. */
    private static final InetSocketAddress NOBODY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final Control broker;
    private final String cluster;

    SessionServers(Control broker, String cluster) {
        this.broker = broker;
        this.cluster = cluster;
    }

    /** The server of a client who begins a session now. */
    InetSocketAddress next() {
        BrokerClient session = BrokerClient.of(cluster).source(this::ask).build();
        List<ToldNode> nodes =
                session.nodesAsync().exceptionally(none -> List.of()).getNow(List.of());
        if (nodes.isEmpty()) {
            return NOBODY;
        }
        URI server = nodes.get(0).origin();
        return new InetSocketAddress(server.getHost(), server.getPort());
    }

    private CompletableFuture<BrokerAnswer> ask() {
        try {
            Selection selection = broker.select(cluster, new Selection.Question(null, FROM, QUANTUM));
            List<ToldNode> nodes = new ArrayList<>();
            nodes.add(node(selection.place()));
            selection.alternatives().forEach(place -> nodes.add(node(place)));
            return CompletableFuture.completedFuture(new BrokerAnswer(nodes, selection.quantum()));
        } catch (NoFreeNodeException e) {
            return CompletableFuture.failedFuture(
                    new BrokerException(503, String.valueOf(e.getMessage()), e.retryAfter()));
        }
    }

    private static ToldNode node(Place place) {
        return new ToldNode(place.node(), place.address(), null);
    }
}
