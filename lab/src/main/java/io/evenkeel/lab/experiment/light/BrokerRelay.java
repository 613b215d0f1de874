// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.server.light.LightServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The intermediate engine of the fifth paper: it asks the broker for a server at the beginning of a session, and then
 * joins client and server.
 *
 * <p>The dispatcher is the broker: which node answers {@link LightServer#SELECT} is its choice, and the session's own
 * requests do not pass it. A session is a connection. Two threads: one that opens, one that passes octets on.
 */
final class BrokerRelay implements AutoCloseable {

    private static final int BACKLOG = 1024;
    private static final int MOST_TRIES = 1000;
    private static final String QUESTION = "GET " + LightServer.SELECT + " HTTP/1.1\r\nHost: broker\r\n\r\n";
    private static final String NODE = "X-Node: ";

    private final InetSocketAddress broker;
    private final Map<String, Integer> ports;
    private final ServerSocketChannel acceptor;
    private final Selector selector;
    private final Queue<Pair> opened = new ConcurrentLinkedQueue<>();
    private final ByteBuffer octets = ByteBuffer.allocate(16 * 1024);
    private final Thread host = new Thread(this::open, "broker-door");
    private final Thread pump = new Thread(this::pass, "broker-pump");
    private volatile boolean isClosed;

    private record Pair(SocketChannel near, SocketChannel far) {}

    private BrokerRelay(int brokerPort, Map<String, Integer> ports) throws IOException {
        this.broker = new InetSocketAddress(InetAddress.getLoopbackAddress(), brokerPort);
        this.ports = Map.copyOf(ports);
        this.acceptor = ServerSocketChannel.open();
        acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        this.selector = Selector.open();
    }

    /**
     * Opens a relay on a free port.
     *
     * @param brokerPort of the dispatcher's listener
     * @param ports of the nodes by name
     */
    static BrokerRelay open(int brokerPort, Map<String, Integer> ports) throws IOException {
        BrokerRelay opened = new BrokerRelay(brokerPort, ports);
        opened.host.setDaemon(true);
        opened.pump.setDaemon(true);
        opened.host.start();
        opened.pump.start();
        return opened;
    }

    int port() {
        return acceptor.socket().getLocalPort();
    }

    private void open() {
        try (Socket line = new Socket(broker.getAddress(), broker.getPort())) {
            line.setTcpNoDelay(true);
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.ISO_8859_1));
            while (!isClosed) {
                SocketChannel near = acceptor.accept();
                Integer port = ports.get(ask(line, answers));
                if (port == null) {
                    near.close(); // The broker has no server for this session.
                    continue;
                }
                SocketChannel far = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                opened.add(new Pair(near, far));
                selector.wakeup();
            }
        } catch (IOException e) {
            if (!isClosed) {
                System.err.println("sessions are not placed any more: " + e.getMessage());
            }
        }
    }

    /** The node of the broker's choice; empty when it has none. */
    private static String ask(Socket line, BufferedReader answers) throws IOException {
        line.getOutputStream().write(QUESTION.getBytes(StandardCharsets.ISO_8859_1));
        String node = "";
        int length = 0;
        for (String field = answers.readLine(); field != null && !field.isEmpty(); field = answers.readLine()) {
            if (field.regionMatches(true, 0, NODE, 0, NODE.length())) {
                node = field.substring(NODE.length());
            } else if (field.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
                length = Integer.parseInt(field.substring(16).strip());
            }
        }
        if (answers.skip(length) < length) {
            throw new IOException("the broker's answer ended early");
        }
        return node;
    }

    private void pass() {
        try {
            while (!isClosed) {
                selector.select();
                for (Pair pair = opened.poll(); pair != null; pair = opened.poll()) {
                    register(pair.near(), pair.far());
                    register(pair.far(), pair.near());
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    pass(key);
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            System.err.println("sessions are not served any more: " + e.getMessage());
        }
    }

    private void register(SocketChannel from, SocketChannel to) throws IOException {
        from.configureBlocking(false);
        from.socket().setTcpNoDelay(true);
        from.register(selector, SelectionKey.OP_READ, to);
    }

    private void pass(SelectionKey key) throws IOException {
        SocketChannel from = (SocketChannel) key.channel();
        SocketChannel to = (SocketChannel) key.attachment();
        octets.clear();
        try {
            if (from.read(octets) >= 0) {
                octets.flip();
                for (int i = 0; octets.hasRemaining() && i < MOST_TRIES; i++) {
                    to.write(octets);
                }
                if (!octets.hasRemaining()) {
                    return;
                }
            }
        } catch (IOException e) {
            // One of the two has hung up, so the other is.
        }
        from.close();
        to.close();
    }

    /** Closes the relay and every connection through it. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        acceptor.close();
        selector.wakeup();
        try {
            host.join();
            pump.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
