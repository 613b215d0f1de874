// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process of clients that each ask once, keep the connection and say nothing more until they are told to ask again.
 *
 * <p>Knows nothing but Java. A line {@code ask} on its input makes every client ask once more, a few at a time; the end
 * of the input ends the process. Each round is answered by a line: clients that were answered, and clients without a
 * connection.
 */
final class IdleClients {

    /** Clients that ask at the same time: fewer than a small server has workers and places to wait. */
    private static final int AT_ONCE = 8;

    private static final ByteBuffer REQUEST_END = ByteBuffer.wrap("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

    private final InetSocketAddress server;
    private final byte[] request;
    private final long patienceNs;
    private final Selector selector;
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer in = ByteBuffer.allocate(64 * 1024);

    private IdleClients(InetSocketAddress server, String target, int count, long patienceMs) throws IOException {
        this.server = server;
        this.request = ("GET " + target + " HTTP/1.1\r\nHost: " + server.getHostString() + ":" + server.getPort()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.patienceNs = patienceMs * 1_000_000;
        this.selector = Selector.open();
        for (int i = 0; i < count; i++) {
            clients.add(new Client());
        }
    }

    /** One client; its connection is null before the first request and after it was closed. */
    private static final class Client {
        private @Nullable SocketChannel channel;
        private final StringBuilder head = new StringBuilder();
        private long left;
        private long sinceNs;
        private boolean isAsking;
    }

    /**
     * Runs until the input ends.
     *
     * @param arguments port, target, number of clients, and the longest wait for an answer in ms
     */
    public static void main(String[] arguments) throws IOException {
        IdleClients idle = new IdleClients(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])),
                arguments[1],
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        idle.round(true);
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            idle.round(false);
        }
    }

    /** Lets each client ask once; those whose connection has ended meanwhile do not, and are counted. */
    private void round(boolean connects) throws IOException {
        Deque<Client> waiting = new ArrayDeque<>(clients);
        List<Client> asking = new ArrayList<>();
        int answered = 0;
        while (!waiting.isEmpty() || !asking.isEmpty()) {
            while (asking.size() < AT_ONCE && !waiting.isEmpty()) {
                Client client = waiting.remove();
                if (begins(client, connects)) {
                    asking.add(client);
                }
            }
            selector.select(50);
            for (SelectionKey key : selector.selectedKeys()) {
                read((Client) key.attachment(), key);
            }
            selector.selectedKeys().clear();
            long nowNs = System.nanoTime();
            for (Client client : List.copyOf(asking)) {
                if (client.isAsking && nowNs - client.sinceNs > patienceNs) {
                    close(client);
                }
                if (!client.isAsking) {
                    asking.remove(client);
                    answered += client.channel == null ? 0 : 1;
                }
            }
        }
        long closed = clients.stream().filter(client -> client.channel == null).count();
        System.out.println(answered + " " + closed);
    }

    private boolean begins(Client client, boolean connects) throws IOException {
        if (client.channel == null && !connects) {
            return false;
        }
        client.isAsking = true;
        client.sinceNs = System.nanoTime();
        client.head.setLength(0);
        client.left = -1;
        try {
            if (client.channel == null) {
                SocketChannel channel = SocketChannel.open(server);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, client);
                client.channel = channel;
            }
            client.channel.write(ByteBuffer.wrap(request));
        } catch (IOException e) {
            close(client);
        }
        return true;
    }

    private void read(Client client, SelectionKey key) {
        SocketChannel channel = client.channel;
        if (channel == null || key.channel() != channel) {
            return;
        }
        try {
            in.clear();
            int count = channel.read(in);
            if (count < 0 || (count > 0 && !client.isAsking)) {
                close(client);
                return;
            }
            in.flip();
            take(client, StandardCharsets.ISO_8859_1.decode(in).toString());
        } catch (IOException e) {
            close(client);
        }
    }

    private static void take(Client client, String text) {
        if (client.left < 0) {
            client.head.append(text);
            int end = client.head.indexOf(
                    StandardCharsets.US_ASCII.decode(REQUEST_END.duplicate()).toString());
            if (end < 0) {
                return;
            }
            client.left = length(client.head.substring(0, end)) - (client.head.length() - end - 4);
        } else {
            client.left -= text.length();
        }
        if (client.left <= 0) {
            client.isAsking = false;
        }
    }

    private static long length(String head) {
        for (String line : head.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                return Long.parseLong(line.substring(15).strip());
            }
        }
        return 0;
    }

    private static void close(Client client) {
        client.isAsking = false;
        SocketChannel channel = client.channel;
        client.channel = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                System.err.println("a connection could not be closed: " + e.getMessage());
            }
        }
    }
}
