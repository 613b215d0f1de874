// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentOptions;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The agent's own port and the port of the agent-check, and the thread behind both.
 *
 * <p>A port that is taken does not end the agent: the next free one of the following {@value #NEXT_PORTS} is used, or
 * else none, and the log says so.
 */
public final class AgentServer {

    private static final int NEXT_PORTS = 20;
    private static final int MOST_CONNECTIONS = 64;
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ROUND_MS = 1_000;
    private static final long CLOSING_MS = 1_000;

    private final Selector selector;
    private final @Nullable ServerSocketChannel pagePort;
    private final @Nullable ServerSocketChannel checkPort;
    private final PortAnswers endpoints;
    private final AgentPages pages;
    private final Thread thread;
    private volatile boolean closing;

    private AgentServer(Selector selector, AgentOptions settings, AgentPages pages) throws IOException {
        this.selector = selector;
        this.pages = pages;
        this.endpoints = new PortAnswers(settings.path(), settings.token(), OwnNames.of(settings), pages);
        this.pagePort = listen(settings, settings.port(), NEXT_PORTS, "evenkeel.agent.port");
        this.checkPort = listen(settings, settings.checkPort(), 0, "evenkeel.agent.check.port");
        this.thread = new Thread(this::run, "evenkeel-agent-port");
        thread.setDaemon(true);
        thread.setContextClassLoader(AgentServer.class.getClassLoader());
    }

    /** Opens the ports that the settings ask for; null when not even a selector can be had. */
    public static @Nullable AgentServer open(AgentOptions settings, AgentPages pages) {
        try {
            AgentServer server = new AgentServer(Selector.open(), settings, pages);
            server.thread.start();
            return server;
        } catch (IOException e) {
            AgentLog.say("has no port of its own (" + AgentLog.told(e) + ")");
            return null;
        }
    }

    /** The port for the sample; 0 when there is none. */
    public int port() {
        return pagePort == null ? 0 : pagePort.socket().getLocalPort();
    }

    /** The port for the agent-check; 0 when there is none. */
    public int checkPort() {
        return checkPort == null ? 0 : checkPort.socket().getLocalPort();
    }

    /** Closes ports and connections. */
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(CLOSING_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable ServerSocketChannel listen(AgentOptions settings, int first, int more, String key)
            throws IOException {
        if (first == AgentOptions.OFF) {
            return null;
        }
        int last = first == 0 ? 0 : Math.min(65_535, first + more);
        IOException failure = new IOException("no port was tried");
        for (int port = first; port <= last; port++) {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(new InetSocketAddress(settings.host(), port), MOST_CONNECTIONS);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_ACCEPT);
                return channel;
            } catch (IOException e) {
                failure = e;
                channel.close();
            }
        }
        AgentLog.say("could not listen on " + settings.host().getHostAddress() + ":" + first
                + (last > first ? " to " + last : "") + " (" + AgentLog.told(failure) + "); set " + key
                + " to a free port. It goes on without");
        return null;
    }

    private void run() {
        while (!closing) {
            try {
                selector.select(ROUND_MS);
                long nowNs = System.nanoTime();
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key, nowNs);
                }
                selector.selectedKeys().clear();
                sweep(nowNs);
            } catch (Throwable e) {
                // A full heap, say. The application may get over it, and then the node must still be seen.
                recover(e);
            }
        }
        selector.keys().forEach(key -> closeQuietly(key.channel()));
        closeQuietly(selector);
    }

    private void recover(Throwable failure) {
        try {
            AgentLog.sayOnce("had an error at its port (" + AgentLog.told(failure) + ")");
            selector.selectedKeys().clear();
            LockSupport.parkNanos(this, PAUSE_NS);
        } catch (VirtualMachineError another) {
            // The next round tries again.
        }
    }

    private void serve(SelectionKey key, long nowNs) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept((ServerSocketChannel) key.channel(), nowNs);
            return;
        }
        AgentConnection connection = (AgentConnection) key.attachment();
        try {
            if (!connection.proceed(key, nowNs)) {
                key.channel().close();
            }
        } catch (IOException e) {
            key.channel().close();
        } catch (RuntimeException | Error e) {
            key.channel().close();
            throw e;
        }
    }

    private void accept(ServerSocketChannel port, long nowNs) throws IOException {
        SocketChannel channel = port.accept();
        if (channel == null) {
            return;
        }
        int ports = (pagePort == null ? 0 : 1) + (checkPort == null ? 0 : 1);
        if (selector.keys().size() - ports >= MOST_CONNECTIONS) {
            channel.close();
            return;
        }
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            AgentConnection connection = new AgentConnection(channel, endpoints, nowNs);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ, connection);
            if (port == checkPort) {
                connection.tell(key, pages.checkLine());
            }
        } catch (IOException e) {
            channel.close();
        } catch (RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private void sweep(long nowNs) throws IOException {
        for (SelectionKey key : selector.keys()) {
            AgentConnection connection = (AgentConnection) key.attachment();
            if (connection != null && connection.isOverdue(nowNs, SILENCE_NS)) {
                key.channel().close();
            }
        }
    }

    private static void closeQuietly(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            AgentLog.sayOnce("could not close its port (" + AgentLog.told(e) + ")");
        }
    }
}
