// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Users with sessions of ten requests each, one after another, until it is closed; counts answers by node. */
final class SessionLoad implements AutoCloseable {

    private static final int USERS = 6;
    private static final int REQUESTS = 10;

    private final URI application;
    private final ExecutorService threads = Executors.newFixedThreadPool(USERS);
    private final ConcurrentHashMap<String, AtomicInteger> answers = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, AtomicInteger> begun = new ConcurrentHashMap<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger moved = new AtomicInteger();
    private volatile boolean ends;

    SessionLoad(URI application) {
        this.application = application;
        for (int i = 0; i < USERS; i++) {
            threads.execute(this::live);
        }
    }

    private void live() {
        while (!ends) {
            HttpClient browser = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .cookieHandler(new CookieManager())
                    .build();
            String home = "";
            for (int i = 0; i < REQUESTS && !ends; i++) {
                String node = get(browser);
                if (i == 0) {
                    count(begun, node);
                } else if (!node.equals(home)) {
                    moved.incrementAndGet();
                }
                home = node;
            }
        }
    }

    private String get(HttpClient browser) {
        HttpRequest request = HttpRequest.newBuilder(application.resolve("?ms=5"))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            HttpResponse<String> answer = browser.send(request, HttpResponse.BodyHandlers.ofString());
            String node = answer.headers().firstValue("X-Node").orElse("none");
            if (answer.statusCode() != 200) {
                failures.add(answer.statusCode() + " of " + node + ": " + answer.body());
            }
            count(answers, node);
            return node;
        } catch (IOException e) {
            failures.add(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "none";
    }

    private static void count(ConcurrentHashMap<String, AtomicInteger> counts, String node) {
        counts.computeIfAbsent(node, key -> new AtomicInteger()).incrementAndGet();
    }

    int answers(String node) {
        AtomicInteger count = answers.get(node);
        return count == null ? 0 : count.get();
    }

    int begun(String node) {
        AtomicInteger count = begun.get(node);
        return count == null ? 0 : count.get();
    }

    /** Requests of a session that another node answered than the one before. */
    int moved() {
        return moved.get();
    }

    /** Failures so far, each kind once. */
    Set<String> failures() {
        return new TreeSet<>(failures);
    }

    @Override
    public void close() throws InterruptedException {
        ends = true;
        threads.shutdown();
        threads.awaitTermination(40, TimeUnit.SECONDS);
    }
}
