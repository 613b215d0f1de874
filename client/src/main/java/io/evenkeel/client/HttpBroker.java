// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks over HTTP: {@code GET /api/v1/select}. When there are several brokers and one does not answer, the next is
 * asked, and from then on that one first.
 */
final class HttpBroker implements BrokerSource {

    private static final int OK = 200;
    private static final int SERVER_ERRORS = 500;
    private static final int UNAVAILABLE = 503;
    private static final long MOST_RETRY_S = 3600;

    private final HttpClient http;
    private final List<HttpRequest> questions;
    private volatile int preferred;

    /**
     * @param brokers admin addresses of dispatchers
     * @param query of the request, without question mark
     * @param token for the field Authorization; null for none
     * @param timeout limit for one answer
     */
    HttpBroker(HttpClient http, List<URI> brokers, String query, @Nullable String token, Duration timeout) {
        this.http = http;
        List<HttpRequest> made = new ArrayList<>();
        for (URI broker : brokers) {
            HttpRequest.Builder question = HttpRequest.newBuilder(broker.resolve("/api/v1/select?" + query))
                    .timeout(timeout)
                    .header("Accept", "application/json");
            if (token != null) {
                question.header("Authorization", "Bearer " + token);
            }
            made.add(question.build());
        }
        this.questions = List.copyOf(made);
    }

    @Override
    public CompletableFuture<BrokerAnswer> ask() {
        return ask(preferred, 1);
    }

    private CompletableFuture<BrokerAnswer> ask(int index, int tries) {
        return http.sendAsync(questions.get(index), BodyHandlers.ofByteArray())
                .thenApply(HttpBroker::read)
                .handle((answer, failure) -> {
                    if (failure == null) {
                        preferred = index;
                        return CompletableFuture.completedFuture(answer);
                    }
                    if (tries == questions.size() || !mayOtherKnow(failure)) {
                        return CompletableFuture.<BrokerAnswer>failedFuture(failure);
                    }
                    return ask((index + 1) % questions.size(), tries + 1);
                })
                .thenCompose(Function.identity());
    }

    /** Tells whether another dispatcher may answer better: this one did not, or has no node or a fault. */
    private static boolean mayOtherKnow(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return !(cause instanceof BrokerException) || ((BrokerException) cause).status() >= SERVER_ERRORS;
    }

    private static BrokerAnswer read(HttpResponse<byte[]> response) {
        try {
            if (response.statusCode() == OK) {
                return AnswerReader.answer(response.body());
            }
            throw new BrokerException(
                    response.statusCode(), AnswerReader.reason(response.body()), retryAfter(response), null);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static @Nullable Duration retryAfter(HttpResponse<?> response) {
        String text = response.headers().firstValue("Retry-After").orElse("");
        if (!text.matches("[0-9]{1,9}")) {
            return response.statusCode() == UNAVAILABLE ? Duration.ofSeconds(1) : null;
        }
        return Duration.ofSeconds(Math.min(MOST_RETRY_S, Long.parseLong(text)));
    }
}
