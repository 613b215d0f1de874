// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.lab.experiment.ExperimentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks for every target once, some at a time, about in their order. Stateless. */
final class PageFetch {

    private static final int AT_ONCE = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The end of a line of a head, and the colon and blank within it. */
    private static final int FIELD_OCTETS = 4;

    private PageFetch() {}

    /** An answer. */
    static final class FetchedPage {

        private final int head;
        private final byte[] body;

        /** @param head octets of its field lines */
        FetchedPage(int head, byte[] body) {
            this.head = head;
            this.body = body;
        }

        /** Octets of its field lines. */
        int head() {
            return head;
        }

        /** Its body, not to be changed. */
        byte[] body() {
            return body;
        }
    }

    /**
     * Fetches all.
     *
     * @param root the application, without a slash at its end
     * @param closed ends it with an exception when it comes to 0
     */
    static List<FetchedPage> all(URI root, List<String> targets, CountDownLatch closed)
            throws ExperimentException, InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE, PageFetch::thread);
        try {
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PATIENCE)
                    .build();
            List<Future<FetchedPage>> coming = new ArrayList<>();
            for (String target : targets) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(root + "/" + target))
                        .timeout(PATIENCE)
                        .build();
                coming.add(workers.submit(() -> one(client, request)));
            }
            List<FetchedPage> pages = new ArrayList<>();
            for (Future<FetchedPage> page : coming) {
                if (closed.getCount() == 0) {
                    throw ExperimentException.stopped();
                }
                pages.add(page.get());
            }
            return pages;
        } catch (ExecutionException e) {
            throw closed.getCount() == 0
                    ? ExperimentException.stopped()
                    : new ExperimentException("the content could not be fetched: " + e.getCause(), e);
        } finally {
            workers.shutdownNow();
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lab-fetch");
        thread.setDaemon(true);
        return thread;
    }

    private static FetchedPage one(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException(request.uri() + " was answered " + answer.statusCode());
        }
        int head = 0;
        for (var field : answer.headers().map().entrySet()) {
            for (String value : field.getValue()) {
                head += field.getKey().length() + value.length() + FIELD_OCTETS;
            }
        }
        return new FetchedPage(head, answer.body());
    }
}
