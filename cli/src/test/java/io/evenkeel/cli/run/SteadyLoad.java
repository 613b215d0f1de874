// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that send 500 requests a second in all, until they are closed. Half of them keep their connection, half make
 * one for each request; every fifth request is a POST with a number of its own. Each has its thread.
 */
final class SteadyLoad implements AutoCloseable {

    private static final int CLIENTS = 20;
    private static final long BETWEEN_NS = TimeUnit.SECONDS.toNanos(1) * CLIENTS / 500;
    private static final int PATIENCE_MS = 20_000;

    private final int port;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<String> posted = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean isOver;

    SteadyLoad(int port) {
        this.port = port;
        for (int i = 0; i < CLIENTS; i++) {
            boolean keeps = i % 2 == 0;
            Thread thread = new Thread(() -> send(keeps), "client-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    /** Answers with status 200 so far. */
    int answered() {
        return answered.get();
    }

    /** The requests that failed, in words. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** The numbers of the POSTs that were sent. */
    List<String> posted() {
        return List.copyOf(posted);
    }

    private void send(boolean keeps) {
        Connection connection = null;
        long nextNs = System.nanoTime();
        while (!isOver) {
            String number = Integer.toString(numbers.incrementAndGet());
            try {
                connection = connection == null ? new Connection(port) : connection;
                connection = connection.exchange(number, number.endsWith("0") || number.endsWith("5"), keeps);
            } catch (IOException e) {
                failures.add(number + (keeps ? " kept: " : " fresh: ") + e);
                connection = null;
            }
            nextNs += BETWEEN_NS;
            LockSupport.parkNanos(nextNs - System.nanoTime());
        }
    }

    /** One connection of a client. */
    private final class Connection {

        private final Socket socket;
        private final BufferedReader in;

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        /** One request and its answer; gives the connection for the next one, null when that needs another. */
        @Nullable
        Connection exchange(String number, boolean post, boolean keeps) throws IOException {
            String head = (post ? "POST" : "GET") + " /" + number + " HTTP/1.1\r\nHost: shop\r\n"
                    + (keeps ? "" : "Connection: close\r\n")
                    + (post ? "Content-Length: " + number.length() + "\r\n\r\n" + number : "\r\n");
            if (post) {
                posted.add(number);
            }
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String status = in.readLine();
            if (status == null || !status.startsWith("HTTP/1.1 200")) {
                throw new IOException("answered " + status);
            }
            int length = 0;
            boolean ends = !keeps;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                length = line.toLowerCase(Locale.ROOT).startsWith("content-length: ")
                        ? Integer.parseInt(line.substring(16))
                        : length;
                ends |= line.equalsIgnoreCase("connection: close");
            }
            char[] body = new char[length];
            for (int read = 0; read < length; ) {
                int more = in.read(body, read, length - read);
                if (more < 0) {
                    throw new IOException("the answer was cut off");
                }
                read += more;
            }
            if (!new String(body).equals(number)) {
                throw new IOException("answered " + new String(body));
            }
            answered.incrementAndGet();
            if (ends) {
                socket.close();
                return null;
            }
            return this;
        }
    }

    @Override
    public void close() {
        isOver = true;
        for (Thread thread : threads) {
            try {
                thread.join(PATIENCE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
