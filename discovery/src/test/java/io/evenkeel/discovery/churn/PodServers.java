// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Servers of pods: one port of many addresses of this machine, with a count of the requests to each. One thread. */
final class PodServers implements AutoCloseable {

    private static final int A_NET = 250;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector = Selector.open();
    private final List<ServerSocketChannel> sockets = new ArrayList<>();
    private final AtomicIntegerArray requests;
    private final AtomicLongArray lastNs;
    private final int port;

    /** A connection: the number of its address, and how much of the end of a head it has sent. */
    private static final class Talk {

        private final int at;
        private int ended;

        Talk(int at) {
            this.at = at;
        }

        /** True at the last octet of a head; the requests have no bodies. */
        boolean ends(byte octet) {
            char wanted = "\r\n\r\n".charAt(ended);
            ended = octet == wanted ? ended + 1 : octet == '\r' ? 1 : 0;
            if (ended < 4) {
                return false;
            }
            ended = 0;
            return true;
        }
    }

    PodServers(int addresses) throws IOException {
        requests = new AtomicIntegerArray(addresses);
        lastNs = new AtomicLongArray(addresses);
        int chosen = 0;
        for (int at = 0; at < addresses; at++) {
            ServerSocketChannel socket = ServerSocketChannel.open();
            sockets.add(socket);
            socket.bind(new InetSocketAddress(address(at), chosen));
            chosen = ((InetSocketAddress) socket.getLocalAddress()).getPort();
            socket.configureBlocking(false);
            socket.register(selector, SelectionKey.OP_ACCEPT, at);
        }
        port = chosen;
        Thread thread = new Thread(this::serve, "pods");
        thread.setDaemon(true);
        thread.start();
    }

    /** An address by its number. */
    static String address(int at) {
        return "127.1." + at / A_NET + "." + (1 + at % A_NET);
    }

    int port() {
        return port;
    }

    /** Requests that an address has had. */
    int requests(int at) {
        return requests.get(at);
    }

    /** The moment of the last one; 0 when there was none. */
    long lastNs(int at) {
        return lastNs.get(at);
    }

    private void serve() {
        ByteBuffer octets = ByteBuffer.allocate(4096);
        try {
            while (true) {
                selector.select(key -> turn(key, octets));
            }
        } catch (IOException | ClosedSelectorException e) {
            return;
        }
    }

    private void turn(SelectionKey key, ByteBuffer octets) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel(), (Integer) key.attachment());
            } else if (key.attachment() instanceof Talk talk) {
                read((SocketChannel) key.channel(), talk, octets);
            }
        } catch (IOException e) {
            close(key);
        }
    }

    private void accept(ServerSocketChannel socket, int at) throws IOException {
        SocketChannel client = socket.accept();
        if (client != null) {
            client.configureBlocking(false);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client.register(selector, SelectionKey.OP_READ, new Talk(at));
        }
    }

    private void read(SocketChannel client, Talk talk, ByteBuffer octets) throws IOException {
        octets.clear();
        if (client.read(octets) < 0) {
            client.close();
            return;
        }
        octets.flip();
        while (octets.hasRemaining()) {
            if (talk.ends(octets.get())) {
                requests.incrementAndGet(talk.at);
                lastNs.set(talk.at, System.nanoTime());
                client.write(ByteBuffer.wrap(ANSWER));
            }
        }
    }

    private static void close(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException e) {
            key.cancel();
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : List.copyOf(selector.keys())) {
            key.channel().close();
        }
        selector.close();
        for (ServerSocketChannel socket : sockets) {
            socket.close();
        }
    }
}
