// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** As much of Valkey as the store uses: a few commands, no expiry, and switches by which it goes wrong. */
final class RespServer implements Closeable {

    private static final long MOST_ENDLESS = 256L << 20;
    private static final int LENGTH = 2_000_000_000;

    private final ServerSocket server;
    private final Thread acceptor;
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final Queue<String> commands = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> clients = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> stalled = new ConcurrentLinkedQueue<>();
    private final AtomicInteger longestSent = new AtomicInteger();
    private final AtomicInteger greeted = new AtomicInteger();
    private final AtomicLong endlessSent = new AtomicLong();
    private volatile boolean frozen;
    private volatile boolean endless;
    private volatile String hello = "";

    /** @param port 0 for any that is free */
    RespServer(int port) throws IOException {
        server = port == 0 ? anywhere() : at(port);
        acceptor = daemon(this::accept);
    }

    private static ServerSocket at(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    /**
     * A socket below the ports that the kernel gives to clients: a client that tries to reach a port of theirs while
     * nobody listens may get that very port for itself, and the server cannot come back.
     */
    private static ServerSocket anywhere() throws IOException {
        BindException taken = new BindException("no port was tried");
        for (int i = 0; i < 100; i++) {
            try {
                return at(ThreadLocalRandom.current().nextInt(15_000, 32_000));
            } catch (BindException e) {
                taken = e;
            }
        }
        throw taken;
    }

    int port() {
        return server.getLocalPort();
    }

    /** Reads on, but answers nothing any more. */
    void freeze() {
        frozen = true;
    }

    /** Reads on, but answers nothing any more on the connections that there are; on others it does. */
    void stall() {
        stalled.addAll(clients);
    }

    /** Begins its next answer to a question for a value, and goes on with it until the client has gone. */
    void answerOnceWithoutEnd() {
        endless = true;
    }

    /** Octets of the answer without an end that could be sent; ends at {@value #MOST_ENDLESS}. */
    long endlessSent() {
        return endlessSent.get();
    }

    /** Connections that have said which protocol they speak. */
    int greeted() {
        return greeted.get();
    }

    /** The commands on keys, as they came. */
    List<String> commands() {
        return List.copyOf(commands);
    }

    void put(String key, String value) {
        values.put(key, value);
    }

    /** Octets of the longest value, or part of one, that was sent. */
    int longestSent() {
        return longestSent.get();
    }

    /** The greeting of the last client. */
    String hello() {
        return hello;
    }

    /** Closes all sockets. The port is free afterwards: the kernel keeps it while a thread is inside its accept. */
    @Override
    public void close() throws IOException {
        server.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            throw new InterruptedIOException("while the server closed");
        }
        for (Socket client : clients) {
            client.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                clients.add(client);
                daemon(() -> serve(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            while (true) {
                int arguments = number(in, '*');
                List<String> command = new ArrayList<>();
                for (int i = 0; i < arguments; i++) {
                    byte[] argument = in.readNBytes(number(in, '$'));
                    in.readNBytes(2);
                    command.add(new String(argument, StandardCharsets.UTF_8));
                }
                String answer = answer(command);
                if (endless && command.get(0).equals("GETRANGE")) {
                    endless = false;
                    sendWithoutEnd(out);
                } else if (!frozen && !stalled.contains(client)) {
                    out.write(answer.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        } catch (IOException e) {
            // gone
        }
    }

    private void sendWithoutEnd(OutputStream out) throws IOException {
        out.write(("$" + LENGTH + "\r\n").getBytes(StandardCharsets.UTF_8));
        byte[] piece = "7".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        while (endlessSent.get() < MOST_ENDLESS) {
            out.write(piece);
            endlessSent.addAndGet(piece.length);
        }
    }

    private String answer(List<String> command) {
        String name = command.get(0).toUpperCase(Locale.ROOT);
        switch (name) {
            case "HELLO":
                hello = String.join(" ", command);
                greeted.incrementAndGet();
                return "%2\r\n+server\r\n+resp\r\n+version\r\n+7.2.0\r\n";
            case "CLIENT", "SELECT":
                return "+OK\r\n";
            case "PING":
                return "+PONG\r\n";
            default:
                commands.add(String.join(" ", command));
        }
        String key = command.get(1);
        return switch (name) {
            case "GET", "GETEX" -> bulk(values.get(key));
            case "GETRANGE" -> bulk(part(values.getOrDefault(key, ""), command.get(2), command.get(3)));
            case "EXPIRE" -> values.containsKey(key) ? ":1\r\n" : ":0\r\n";
            case "SET" -> {
                values.put(key, command.get(2));
                yield "+OK\r\n";
            }
            case "UNLINK" -> values.remove(key) == null ? ":0\r\n" : ":1\r\n";
            default -> "-ERR unknown command\r\n";
        };
    }

    /** The part from one index to another, both of which are in it. */
    private static String part(String value, String from, String to) {
        return value.substring(
                Math.min(value.length(), Integer.parseInt(from)), Math.min(value.length(), Integer.parseInt(to) + 1));
    }

    private String bulk(@Nullable String value) {
        longestSent.accumulateAndGet(value == null ? 0 : value.length(), Math::max);
        return value == null ? "_\r\n" : "$" + value.length() + "\r\n" + value + "\r\n";
    }

    private static int number(InputStream in, char type) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException();
            }
            line.append((char) octet);
        }
        if (line.charAt(0) != type) {
            throw new IOException("not " + type + ": " + line);
        }
        return Integer.parseInt(line.substring(1).strip());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "resp-server");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
