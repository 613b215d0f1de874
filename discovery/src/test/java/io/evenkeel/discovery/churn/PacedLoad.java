// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Clients that ask at a pace until they are told to end, five minutes at most. */
final class PacedLoad implements AutoCloseable {

    private static final int CLIENTS = 3;
    private static final long MOST_NS = TimeUnit.MINUTES.toNanos(5);

    private final List<Thread> clients = new ArrayList<>();
    private final AtomicLong answers = new AtomicLong();
    private final Set<String> failures = new ConcurrentSkipListSet<>();
    private volatile boolean ended;

    /** @param aSecond requests of all clients together */
    PacedLoad(int port, int aSecond) {
        long everyNs = TimeUnit.SECONDS.toNanos(CLIENTS) / aSecond;
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> ask(port, everyNs), "client-" + i);
            client.setDaemon(true);
            clients.add(client);
            client.start();
        }
    }

    private void ask(int port, long everyNs) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(Duration.ofSeconds(20))
                .build();
        long beganNs = System.nanoTime();
        for (long sent = 0; !ended && System.nanoTime() - beganNs < MOST_NS; sent++) {
            LockSupport.parkNanos(beganNs + sent * everyNs - System.nanoTime());
            try {
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    answers.incrementAndGet();
                } else {
                    failures.add(answer.statusCode() + " " + answer.body());
                }
            } catch (Exception e) {
                failures.add(e.toString());
            }
        }
    }

    long answers() {
        return answers.get();
    }

    /** Failures until now, each kind once. */
    Set<String> failures() {
        return new TreeSet<>(failures);
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        for (Thread client : clients) {
            client.join(TimeUnit.SECONDS.toMillis(30));
        }
    }
}
