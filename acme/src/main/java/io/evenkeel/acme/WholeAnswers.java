// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.connector.DefaultConnection;
import org.shredzone.acme4j.connector.HttpConnector;

/**
 * A connection to an authority that takes whole answers only: {@link #MOST_OCTETS} at most, within the time of the
 * session's settings.
 *
 * <p>The library by itself reads an answer from the network as it parses it: without an end until the heap is full,
 * unpacked if it is packed, and for ever if nothing more comes. Threads: that of the session.
 */
final class WholeAnswers extends DefaultConnection {

    /** Octets of a body; a directory, an order or a chain of certificates has some thousands. */
    static final int MOST_OCTETS = 1 << 20;

    WholeAnswers(HttpConnector connector) {
        super(connector);
    }

    @Override
    protected void sendRequest(Session session, URL url, Consumer<HttpRequest.Builder> body) throws IOException {
        HttpRequest.Builder request = httpConnector
                .createRequestBuilder(url)
                .header("Accept-Charset", "utf-8")
                .header("Accept-Language", session.getLanguageHeader());
        body.accept(request);
        Duration most = session.networkSettings().getTimeout();
        CompletableFuture<HttpResponse<InputStream>> answer =
                httpClient.sendAsync(request.build(), head -> new WholeBody(head.headers(), MOST_OCTETS));
        try {
            lastResponse = answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + most.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the request was interrupted").initCause(e);
        } finally {
            answer.cancel(true);
        }
    }
}
