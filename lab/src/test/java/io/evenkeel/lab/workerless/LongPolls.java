// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Clients who wait for news: each long poll is asked again as soon as it is answered. Requests are sent by one thread.
 */
final class LongPolls implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LEAST_MS = 2000;
    private static final int MOST_MS = 4000;

    private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();
    private final SplittableRandom chance = new SplittableRandom(11);
    private final HttpClient client;
    private final URI uri;
    private volatile boolean stopped;

    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger answered = new AtomicInteger();
    /** Descriptions of failures: the status or the error that came instead of a 200. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /** @param uri of the poll without its time, through the dispatcher */
    LongPolls(HttpClient client, URI uri) {
        this.client = client;
        this.uri = uri;
    }

    /** Begins to ask, some microseconds apart. */
    LongPolls start(int count, long apartMicros) {
        for (int i = 0; i < count; i++) {
            sender.schedule(this::ask, i * apartMicros, TimeUnit.MICROSECONDS);
        }
        return this;
    }

    private void ask() {
        if (stopped) {
            return;
        }
        open.incrementAndGet();
        URI poll = URI.create(uri + "?ms=" + chance.nextInt(LEAST_MS, MOST_MS));
        client.sendAsync(HttpRequest.newBuilder(poll).timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString())
                .whenComplete(this::ended);
    }

    private void ended(@Nullable HttpResponse<String> answer, @Nullable Throwable failure) {
        open.decrementAndGet();
        if (answer != null && answer.statusCode() == 200) {
            answered.incrementAndGet();
        } else {
            failures.add(
                    answer != null
                            ? "status " + answer.statusCode() + ": "
                                    + answer.body().strip()
                            : String.valueOf(failure));
        }
        if (!stopped) {
            sender.execute(this::ask);
        }
    }

    /** Asks no more; open ones are still answered. */
    void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        stop();
        sender.shutdownNow();
    }
}
