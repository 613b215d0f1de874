// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that ask one after the other until they are told to end, a minute at most. */
final class SteadyLoad implements AutoCloseable {

    private static final int MOST = 50_000;
    private static final long MOST_NS = 60_000_000_000L;

    private final List<Thread> clients = new ArrayList<>();
    private final Map<String, AtomicLong> answers = new ConcurrentHashMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    static SteadyLoad on(int port, int clients) {
        SteadyLoad load = new SteadyLoad();
        for (int i = 0; i < clients; i++) {
            Thread client = new Thread(() -> load.run(port), "client-" + i);
            client.setDaemon(true);
            load.clients.add(client);
            client.start();
        }
        return load;
    }

    private void run(int port) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(Duration.ofSeconds(10))
                .build();
        long endNs = System.nanoTime() + MOST_NS;
        for (int i = 0; i < MOST && !ended && System.nanoTime() - endNs < 0; i++) {
            try {
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    answers.computeIfAbsent(answer.body(), name -> new AtomicLong())
                            .incrementAndGet();
                } else {
                    failures.add(answer.statusCode() + " " + answer.body());
                }
            } catch (Exception e) {
                failures.add(e.toString());
            }
        }
    }

    /** Good answers of a node until now. */
    long answers(String node) {
        AtomicLong count = answers.get(node);
        return count == null ? 0 : count.get();
    }

    Queue<String> failures() {
        return failures;
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread client : clients) {
                client.join(15_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
