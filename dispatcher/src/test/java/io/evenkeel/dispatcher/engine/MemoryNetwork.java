// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A network in memory: clients connect to an acceptor, and nodes are ports whose connections the test takes up. */
public final class MemoryNetwork implements Connector {

    private static final int OWN_PORT = 80;
    private static final int CLIENT_PORT = 40_000;

    private final ManualLoop clock;
    private final Map<Integer, Deque<MemoryConnection>> made = new HashMap<>();
    private final Set<Integer> refusing = new HashSet<>();
    private final Set<Integer> deaf = new HashSet<>();
    private final Set<Integer> socketless = new HashSet<>();
    private int clients;

    public MemoryNetwork(ManualLoop clock) {
        this.clock = clock;
    }

    /** Nothing listens on the port from now on. */
    public void refuses(int port) {
        refusing.add(port);
    }

    /** Attempts to connect to the port are not answered from now on. */
    public void neverAnswers(int port) {
        deaf.add(port);
    }

    /** There is no socket for a connection to the port from now on, as when the process has no more descriptors. */
    public void hasNoSocketFor(int port) {
        socketless.add(port);
    }

    private static InetSocketAddress here(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** A new client of an acceptor, as that client sees it. */
    public MemoryConnection.Peer client(ConnectionAcceptor acceptor) {
        MemoryConnection connection = new MemoryConnection(clock, here(CLIENT_PORT + clients++), here(OWN_PORT));
        connection.handler(acceptor.accepted(connection));
        connection.opens();
        clock.settle();
        return connection.peer();
    }

    @Override
    public @Nullable Connection connect(
            Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler) {
        int port = address.getPort();
        if (socketless.contains(port)) {
            loop.execute(() -> {
                handler.failed(new NoSocketException(address, new IOException("Too many open files")));
                handler.closed();
            });
            return null;
        }
        MemoryConnection connection = new MemoryConnection(clock, address, here(CLIENT_PORT));
        connection.handler(handler);
        if (deaf.contains(port)) {
            loop.after(timeout.toNanos(), () -> connection.refuse(new ConnectTimeoutException("no answer")));
        } else if (refusing.contains(port)) {
            loop.execute(() -> connection.refuse(new IOException("Connection refused")));
        } else {
            made.computeIfAbsent(port, key -> new ArrayDeque<>()).add(connection);
            loop.execute(() -> {
                if (connection.mayOpen()) {
                    connection.opens();
                }
            });
        }
        return connection;
    }

    /** The next connection that was made to a port, as the node sees it. */
    public MemoryConnection.Peer node(int port) {
        clock.settle();
        Deque<MemoryConnection> open = made.get(port);
        if (open == null || open.isEmpty()) {
            throw new NoSuchElementException("no further connection was made to port " + port);
        }
        return open.remove().peer();
    }

    /** True when no connection was made to a port that {@link #node} has not given yet. */
    public boolean isUntouched(int port) {
        clock.settle();
        return made.getOrDefault(port, new ArrayDeque<>()).isEmpty();
    }
}
