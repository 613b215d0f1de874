// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Light servers that run: one thread reads requests, the other answers those that are due.
 *
 * <p>Sleeping is exact to a tenth of a millisecond or so. A request that is due in between is answered that much late
 * but counts as done in time, so a machine that is busy delays answers and does not slow the servers down.
 */
public final class LightFleet implements AutoCloseable {

    private static final long LONGEST_SLEEP_NS = 100_000_000L;

    private final Object lock = new Object();
    private final List<LightServer> servers = new ArrayList<>();
    private final Selector selector;
    private final Thread reader = new Thread(this::read, "light-reader");
    private final Thread clock = new Thread(this::tick, "light-clock");
    private volatile boolean isClosed;
    private volatile long wakeNs = Long.MAX_VALUE;

    private LightFleet(Selector selector) {
        this.selector = selector;
    }

    /**
     * Starts servers; they are ready when this returns.
     *
     * @param seed of all the work they draw
     */
    public static LightFleet start(List<LightPlan> plans, long seed) throws IOException {
        LightFleet fleet = new LightFleet(Selector.open());
        try {
            for (LightPlan plan : plans) {
                long own = seed * 1_000_003L + fleet.servers.size();
                LightServer server = new LightServer(plan, own, fleet.lock, System.nanoTime());
                fleet.servers.add(server);
                server.door().register(fleet.selector, SelectionKey.OP_ACCEPT, server);
            }
        } catch (IOException e) {
            fleet.closeDoors();
            throw e;
        }
        for (Thread thread : List.of(fleet.reader, fleet.clock)) {
            thread.setDaemon(true);
            thread.start();
        }
        return fleet;
    }

    /** The servers in the order of the plans. */
    public List<LightServer> servers() {
        return List.copyOf(servers);
    }

    private void read() {
        try {
            while (!isClosed) {
                selector.select();
                long nowNs = System.nanoTime();
                synchronized (lock) {
                    servers.forEach(server -> server.pass(nowNs));
                    for (SelectionKey key : selector.selectedKeys()) {
                        serve(key, nowNs);
                    }
                    selector.selectedKeys().clear();
                }
                if (nextNs() < wakeNs) {
                    LockSupport.unpark(clock);
                }
            }
        } catch (IOException e) {
            System.err.println("the light servers have stopped reading: " + e.getMessage());
        } finally {
            closeDoors();
        }
    }

    private void serve(SelectionKey key, long nowNs) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Wire wire) {
            wire.read(nowNs);
        } else if (key.attachment() instanceof LightServer server) {
            for (SocketChannel channel = server.door().accept();
                    channel != null;
                    channel = server.door().accept()) {
                channel.configureBlocking(false);
                channel.socket().setTcpNoDelay(true);
                channel.register(selector, SelectionKey.OP_READ, new Wire(channel, server));
            }
        }
    }

    private void tick() {
        while (!isClosed) {
            long nowNs = System.nanoTime();
            long nextNs;
            synchronized (lock) {
                servers.forEach(server -> server.pass(nowNs));
                nextNs = nextNs();
                wakeNs = nextNs;
            }
            long sleepNs = Math.min(LONGEST_SLEEP_NS, nextNs - System.nanoTime());
            if (sleepNs > 0) {
                LockSupport.parkNanos(this, sleepNs);
            }
        }
    }

    private long nextNs() {
        synchronized (lock) {
            long next = Long.MAX_VALUE;
            for (LightServer server : servers) {
                next = Math.min(next, server.nextNs());
            }
            return next;
        }
    }

    /** Closes every port and connection; requests under way get no answer. */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(clock);
        selector.wakeup();
        try {
            reader.join();
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeDoors() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
            for (LightServer server : servers) {
                server.door().close();
            }
        } catch (IOException e) {
            System.err.println("a light server was not closed: " + e.getMessage());
        }
    }
}
