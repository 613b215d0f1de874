// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link BrokerClient}, to be put together by one thread. */
public final class BrokerClientBuilder {

    private static final Duration AVOID = Duration.ofSeconds(10);

    private final String cluster;
    private final List<URI> brokers = new ArrayList<>();
    private @Nullable BrokerSource source;
    private @Nullable HttpClient http;
    private @Nullable String client;
    private @Nullable String token;
    private @Nullable Duration quantum;
    private Duration timeout = Duration.ofSeconds(2);
    private Duration fallback = Duration.ofHours(1);

    BrokerClientBuilder(String cluster) {
        this.cluster = cluster;
    }

    /**
     * Adds the admin address of a dispatcher, such as {@code https://10.0.0.2:8111}; there must be one at least. Each
     * client begins with another one of several.
     *
     * @throws IllegalArgumentException when it has no host or another scheme than http and https
     */
    public BrokerClientBuilder broker(URI address) {
        boolean isHttp = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        if (!isHttp || address.getHost() == null) {
            throw new IllegalArgumentException(
                    address + " is not the address of a broker, such as http://10.0.0.2:8111");
        }
        brokers.add(address);
        return this;
    }

    /**
     * Sets a broker that is asked in another way than over HTTP, such as one in the same process or in a test; then
     * addresses, {@link #client}, token, quantum and timeout are of no use.
     */
    public BrokerClientBuilder source(BrokerSource given) {
        source = given;
        return this;
    }

    /** Sets the client for questions, with its TLS and executor; a new one when absent. */
    public BrokerClientBuilder http(HttpClient given) {
        http = given;
        return this;
    }

    /**
     * Sets the name of the session, 1 to 128 visible ASCII characters, such as a hash of its id: a client that asks
     * again with the same name within its quantum stays on its node. Without one each quantum brings a new choice.
     */
    public BrokerClientBuilder client(String name) {
        client = name;
        return this;
    }

    /** Sets the bearer token that the broker may want. Over plain HTTP everybody on the way can read it. */
    public BrokerClientBuilder token(String secret) {
        token = secret;
        return this;
    }

    /** Asks for a quantum, in milliseconds and at least one; the broker may give less. Its own when absent. */
    public BrokerClientBuilder quantum(Duration wanted) {
        if (wanted.toMillis() < 1) {
            throw new IllegalArgumentException("a quantum has at least a millisecond, was " + wanted);
        }
        quantum = wanted;
        return this;
    }

    /** Sets the limit for one answer of a broker; 2 s when absent. */
    public BrokerClientBuilder timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    /** Sets how long the last list may be used after its quantum while no broker answers; an hour when absent. */
    public BrokerClientBuilder fallback(Duration longest) {
        fallback = longest;
        return this;
    }

    /**
     * Makes the client. Nothing is asked yet.
     *
     * @throws IllegalStateException when no broker was given
     */
    public BrokerClient build() {
        return new BrokerClient(source == null ? overHttp() : source, AVOID, fallback, new RealSurroundings());
    }

    private BrokerSource overHttp() {
        if (brokers.isEmpty()) {
            throw new IllegalStateException("a client needs the address of a broker");
        }
        List<URI> order = new ArrayList<>(brokers);
        Collections.shuffle(order);
        HttpClient asked =
                http == null ? HttpClient.newBuilder().connectTimeout(timeout).build() : http;
        return new HttpBroker(asked, order, query(), token, timeout);
    }

    private String query() {
        StringBuilder query = new StringBuilder("cluster=").append(encoded(cluster));
        if (client != null) {
            query.append("&client=").append(encoded(client));
        }
        if (quantum != null) {
            query.append("&quantum=").append(quantum.toMillis()).append("ms");
        }
        return query.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The clock and the chance of this machine. */
    private static final class RealSurroundings implements BrokerClient.Surroundings {

        @Override
        public long nowNs() {
            return System.nanoTime();
        }

        @Override
        public double random() {
            return ThreadLocalRandom.current().nextDouble();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(long delayNs) {
            return CompletableFuture.runAsync(
                    () -> {}, CompletableFuture.delayedExecutor(delayNs, TimeUnit.NANOSECONDS));
        }
    }
}
