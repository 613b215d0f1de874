// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Clients without sessions, some twenty requests a second until it is closed. */
final class SideLoad implements AutoCloseable {

    private final Thread thread;
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile boolean ends;

    SideLoad(int port) {
        thread = new Thread(() -> ask(port), "side-load");
        thread.setDaemon(true);
        thread.start();
    }

    private void ask(int port) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(Duration.ofSeconds(20))
                .build();
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        while (!ends && System.nanoTime() - endNs < 0) {
            try {
                client.send(request, HttpResponse.BodyHandlers.discarding());
                first.countDown();
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (IOException e) {
                Thread.onSpinWait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void awaitFirst() throws InterruptedException {
        assertThat(first.await(30, TimeUnit.SECONDS)).as("an answer").isTrue();
    }

    @Override
    public void close() throws InterruptedException {
        ends = true;
        thread.join(TimeUnit.SECONDS.toMillis(30));
    }
}
