// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.consul;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Consul;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks an agent of Consul for the instances whose checks pass. The first question is answered at once; the others wait
 * at the agent until its index moves, so that changes come within milliseconds and nothing is asked in between.
 *
 * <p>Source: Consul's documentation of blocking queries, whose rules for the index are kept: it begins again at 0 when
 * it goes backwards, and after an error. One thread calls.
 */
public final class ConsulSource implements NodeSource {

    static final int MOST_OCTETS = 8 << 20;

    private static final Duration WAIT = Duration.ofSeconds(55);

    /** An agent spreads the end of a wait by a sixteenth of it. */
    private static final Duration LATEST = WAIT.plusSeconds(5);

    private static final int MOST_WORDS = 200;

    private final Consul consul;
    private final DiscoverSettings settings;
    private final HttpClient client;
    private final String path;
    private volatile long index;
    private volatile @Nullable CompletableFuture<?> open;

    public ConsulSource(Consul consul, DiscoverSettings settings) {
        this.consul = consul;
        this.settings = settings;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.timeout())
                .build();
        this.path = consul.address() + "/v1/health/service/" + escaped(consul.service()) + "?passing=1"
                + parameter("tag", consul.tag()) + parameter("dc", consul.datacenter());
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + escaped(value);
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        long from = index;
        String uri = from == 0 ? path : path + "&index=" + from + "&wait=" + WAIT.toSeconds() + "s";
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(uri)).timeout(from == 0 ? settings.timeout() : LATEST);
        String token = consul.token();
        if (token != null) {
            request.header("X-Consul-Token", token);
        }
        CompletableFuture<HttpResponse<byte[]>> asked =
                client.sendAsync(request.build(), head -> new BoundedBody(MOST_OCTETS));
        open = asked;
        return asked.thenApply(answer -> read(answer, from)).exceptionally(failure -> {
            index = 0;
            throw new CompletionException(words(failure));
        });
    }

    private SourceAnswer read(HttpResponse<byte[]> answer, long from) {
        if (answer.statusCode() != 200) {
            throw new CompletionException(new IOException("it answers " + answer.statusCode() + said(answer.body())
                    + (answer.statusCode() == 403 ? "; give a 'token' that may read the service and its nodes" : "")));
        }
        List<NodeSettings> nodes = ConsulInstances.read(answer.body());
        long next = answer.headers()
                .firstValue("X-Consul-Index")
                .map(ConsulSource::number)
                .orElse(0L);
        index = next < from ? 0 : next;
        // an agent that tells no index would be asked all the time
        return new SourceAnswer(nodes, index == 0 ? Duration.ofSeconds(1) : Duration.ZERO, "");
    }

    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String said(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, MOST_WORDS), StandardCharsets.UTF_8)
                .replaceAll("[^ -~]+", " ")
                .strip();
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    private IOException words(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return new IOException(
                "Consul at " + consul.address() + ": "
                        + (message == null
                                ? "no connection (" + cause.getClass().getSimpleName() + ")"
                                : message),
                cause);
    }

    @Override
    public Duration patience() {
        return LATEST.plus(settings.timeout());
    }

    @Override
    public void close() {
        CompletableFuture<?> present = open;
        if (present != null) {
            present.cancel(true);
        }
    }
}
