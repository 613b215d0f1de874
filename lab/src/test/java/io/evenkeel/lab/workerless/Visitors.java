// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A few visitors who ask for an ordinary page, think and ask again; one thread for each. */
final class Visitors {

    private static final int VISITORS = 9;
    private static final long THINK_MS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client;
    private final HttpRequest page;

    /** @param uri of the page, through the dispatcher */
    Visitors(HttpClient client, URI uri) {
        this.client = client;
        this.page = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json")
                .timeout(PATIENCE)
                .build();
    }

    /**
     * Sends requests and waits for all answers.
     *
     * @param requests of all visitors together, a multiple of their number
     * @return number of answers of each node, by its name; other results under the status or the exception
     */
    Map<String, Integer> ask(int requests) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(VISITORS);
        try {
            List<Future<Map<String, Integer>>> visits = new ArrayList<>();
            for (int i = 0; i < VISITORS; i++) {
                visits.add(threads.submit(() -> visit(requests / VISITORS)));
            }
            Map<String, Integer> all = new TreeMap<>();
            for (Future<Map<String, Integer>> visit : visits) {
                visit.get().forEach((node, count) -> all.merge(node, count, Integer::sum));
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    private Map<String, Integer> visit(int requests) throws InterruptedException {
        Map<String, Integer> answers = new TreeMap<>();
        for (int i = 0; i < requests; i++) {
            answers.merge(answer(), 1, Integer::sum);
            Thread.sleep(THINK_MS);
        }
        return answers;
    }

    private String answer() throws InterruptedException {
        try {
            HttpResponse<String> answer = client.send(page, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200
                    ? answer.headers().firstValue("X-Node").orElse("no node")
                    : "status " + answer.statusCode() + ": " + answer.body().replaceAll("\"request[^,}]*", "");
        } catch (IOException e) {
            return e.toString();
        }
    }
}
