// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many requests at the same time, each on a connection of its own, which stays open to the end of the burst.
 *
 * <p>Both matter with Jetty, whose queue holds tasks rather than requests: a request sits there even when a worker is
 * free to take it, and the end of a connection is one more task, which may take the place of a request that was already
 * accepted.
 *
 * <p>They are written on bare sockets, because HTTP clients send an unanswered GET again and so hide that it was
 * refused.
 */
final class Burst implements AutoCloseable {

    private static final int LONGEST_MS = 40_000;
    private static final int APART_MS = 15;

    private final ScheduledExecutorService clients;
    private final List<Future<Integer>> answers = new ArrayList<>();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final AppServer server;
    private final String target;

    Burst(AppServer server, String target, int mostRequests) {
        this.server = server;
        this.target = target;
        clients = Executors.newScheduledThreadPool(mostRequests);
    }

    /**
     * Sends some more, which begin some milliseconds apart; a refusal is a connection closed without an answer, or 503.
     */
    void send(int requests) {
        for (int i = 0; i < requests; i++) {
            Callable<Integer> request = () -> status(server.port(), AppServer.PATH + target);
            answers.add(clients.schedule(request, (long) i * APART_MS, TimeUnit.MILLISECONDS));
        }
    }

    /** True when every request has ended. */
    boolean isOver() {
        return answers.stream().allMatch(Future::isDone);
    }

    /** Waits for the end and counts the answers with a status; 0 counts requests without an answer. */
    long count(int status) throws Exception {
        long count = 0;
        for (Future<Integer> answer : answers) {
            count += answer.get(LONGEST_MS, TimeUnit.MILLISECONDS) == status ? 1 : 0;
        }
        return count;
    }

    private int status(int port, String target) {
        Socket socket = new Socket();
        sockets.add(socket);
        try {
            socket.setSoTimeout(LONGEST_MS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LONGEST_MS);
            String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return head.length() == 12 ? Integer.parseInt(head.substring(9)) : 0;
        } catch (IOException closed) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        clients.shutdownNow();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
