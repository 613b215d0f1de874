// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * A user who puts one article after another into a cart and looks each time whether all others are still in it. What is
 * not answered is asked again.
 */
final class Shopper implements Runnable {

    private static final long THINK_MS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient client;
    private final URI shop;
    private final int number;
    private String cookie = "";
    private String node = "";
    private int nextArticle = 1;
    private int articles;
    private int answers;
    private int failures;
    private int lostCarts;

    /**
     * A shopper without a cart.
     *
     * @param shop root of the application, through the dispatcher
     * @param number of this shopper, which stands in its requests
     */
    Shopper(HttpClient client, URI shop, int number) {
        this.client = client;
        this.shop = shop;
        this.number = number;
    }

    @Override
    public void run() {
        try {
            while (true) {
                buy();
                Thread.sleep(THINK_MS);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void buy() throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        shop.resolve("cart?shopper=" + number + "&add=" + nextArticle))
                .timeout(PATIENCE);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                answer.headers().firstValue("Set-Cookie").ifPresent(set -> cookie = set.split(";", 2)[0]);
                answered(answer.headers().firstValue("X-Node").orElse(""), Integer.parseInt(answer.body()));
                nextArticle++;
                return;
            }
        } catch (IOException e) {
            // Counts like an error of the server.
        }
        failed();
    }

    private synchronized void answered(String from, int inCart) {
        lostCarts += inCart == articles + 1 ? 0 : 1;
        articles = inCart;
        node = from;
        answers++;
    }

    private synchronized void failed() {
        failures++;
    }

    /** The node that gave the last answer. */
    synchronized String node() {
        return node;
    }

    synchronized int answers() {
        return answers;
    }

    synchronized int failures() {
        return failures;
    }

    /** Answers that showed a cart without all that was in it. */
    synchronized int lostCarts() {
        return lostCarts;
    }
}
