// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.metrics.ListenerMeter;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All open client connections of one listener: counts them and reaches each of them on its loop.
 *
 * <p>Threads: {@link #add}, {@link #replace} and {@link #remove} belong to the connection's loop; the rest is for any
 * thread. The limits of connections are kept before that, by {@code admission}.
 */
public final class OpenClients {

    private final List<Loop> loops;
    private final List<ListenerMeter> meters = new ArrayList<>();
    private final List<ClientList> lists = new ArrayList<>();
    private volatile boolean draining;

    /**
     * An empty list.
     *
     * @param loops all loops of the engine, by index
     * @param meters count the connections under the listener's name; asked here once, so that a listener which was
     *     removed does not come back in them by its last connections
     */
    public OpenClients(String listener, List<Loop> loops, Meters meters) {
        this.loops = List.copyOf(loops);
        for (Loop loop : this.loops) {
            this.meters.add(meters.listenerMeter(listener, loop.index()));
            this.lists.add(new ClientList());
        }
    }

    /** The listener's figures on one loop. */
    public ListenerMeter meter(Loop loop) {
        return meters.get(loop.index());
    }

    /** Counts a connection that was accepted. */
    public void add(OpenClient client) {
        Loop loop = client.connection().loop();
        meter(loop).accepted();
        lists.get(loop.index()).add(client);
    }

    /** Puts one object in the place of another for the same connection, which is counted once. */
    public void replace(OpenClient before, OpenClient after) {
        ClientList list = lists.get(before.connection().loop().index());
        list.remove(before);
        list.add(after);
    }

    /** Counts the TLS handshake of a connection, if it has made one. */
    public void shookHands(Connection connection) {
        TlsFacts facts = connection.tls();
        if (facts != null) {
            meter(connection.loop()).shookHands(facts.version().equals("TLSv1.3"), facts.resumed());
        }
    }

    /** Counts a connection whose negotiation has failed. */
    public void failed(Loop loop, NegotiationStep step, NegotiationStep.StepFailure how) {
        ListenerMeter meter = meter(loop);
        meter.refused(step.refusal(how).reason());
        if (step instanceof TlsStep) {
            meter.handshakeFailed();
        }
    }

    /** Counts a connection as gone that was added. */
    public void remove(OpenClient client) {
        Loop loop = client.connection().loop();
        lists.get(loop.index()).remove(client);
        meter(loop).closed();
    }

    /** The number of connections that are open now. */
    public int count() {
        return lists.stream().mapToInt(ClientList::count).sum();
    }

    /** True once {@link #drain} was called. */
    public boolean draining() {
        return draining;
    }

    /** Lets every connection finish its present work and take no other. */
    public void drain() {
        draining = true;
        forEach(OpenClient::drain);
    }

    /** Cuts every connection off; for the end of a drain that took too long. */
    public void abort() {
        forEach(OpenClient::abort);
    }

    /** Takes a node from every connection; see {@link OpenClient#leaveNode}. */
    public void leaveNode(Node node) {
        forEach(client -> client.leaveNode(node));
    }

    /** Does something to each connection soon, on its loop. */
    private void forEach(Consumer<OpenClient> action) {
        for (Loop loop : loops) {
            loop.execute(() -> lists.get(loop.index()).forEach(action));
        }
    }
}
