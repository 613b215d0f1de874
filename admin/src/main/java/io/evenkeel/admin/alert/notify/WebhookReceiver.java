// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.config.alert.AlertReceiver;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Posts JSON. Redirects are not followed, so that a token goes nowhere else, and of the answer only its status counts:
 * its body is not read. The time of a try is for all of it, however slowly the server answers.
 */
final class WebhookReceiver implements Delivery {

    private static final int TOO_MANY = 429;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int BAD = 400;
    private static final int SERVER_FAULT = 500;
    private static final int OK = 200;
    private static final int REDIRECT = 300;

    private final AlertReceiver.Webhook settings;
    private @Nullable HttpClient client;

    WebhookReceiver(AlertReceiver.Webhook settings) {
        this.settings = settings;
    }

    @Override
    public void send(Message message) throws DeliveryException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.url())
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .header("User-Agent", "evenkeel")
                .POST(HttpRequest.BodyPublishers.ofString(AlertmanagerJson.of(message, settings.name())));
        if (settings.token() != null) {
            request.header("Authorization", "Bearer " + settings.token());
        } else if (settings.user() != null) {
            byte[] proof = (settings.user() + ":" + settings.password()).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(proof));
        }
        CompletableFuture<HttpResponse<Void>> answer = client().sendAsync(request.build(), head -> new Unread());
        int status;
        try {
            status = answer.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .statusCode();
        } catch (TimeoutException e) {
            throw new DeliveryException(settings.url().getHost() + " did not answer in time", true, e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new DeliveryException(reason(cause), true, cause);
        } finally {
            answer.cancel(true);
        }
        if (status < OK || status >= REDIRECT) {
            boolean again = status >= SERVER_FAULT || status == TOO_MANY || status == REQUEST_TIMEOUT || status < BAD;
            throw new DeliveryException(settings.url().getHost() + " answered " + status, again, null);
        }
    }

    private static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    private HttpClient client() throws DeliveryException {
        HttpClient made = client;
        if (made == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(settings.timeout());
            if (settings.ca() != null) {
                builder.sslContext(Trusted.by(settings.ca()));
            }
            made = builder.build();
            client = made;
        }
        return made;
    }

    /** A body that ends where it begins. */
    private static final class Unread implements BodySubscriber<Void> {

        private final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public CompletionStage<Void> getBody() {
            return done;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.cancel();
            done.complete(null);
        }

        @Override
        public void onNext(List<ByteBuffer> item) {
            // nothing was asked for
        }

        @Override
        public void onError(Throwable thrown) {
            done.complete(null);
        }

        @Override
        public void onComplete() {
            done.complete(null);
        }
    }
}
