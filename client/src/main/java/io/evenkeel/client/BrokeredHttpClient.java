// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@code HttpClient} that sends requests for a service to the node that the broker has told, and all others as they
 * are. Programs that take an {@code HttpClient} need no change: they ask for {@code http://shop/cart}, and the request
 * goes to {@code https://vcn1.example.org/cart}.
 *
 * <p>A request whose connection cannot be made goes to the next node of the list, whatever its method, because nothing
 * of it was sent. One that fails later goes there only when it is a GET, HEAD, OPTIONS or TRACE, and no answer has
 * begun. A timeout of the request itself ends it. An answer is an answer, whatever its status.
 *
 * <p>Connections, TLS, cookies, redirects, proxies and threads are those of the client that it is given. Cookies belong
 * to the node's host, so a session that has moved to another node shows no cookie of the first one, unless both have a
 * domain in common. Threads: any.
 */
public final class BrokeredHttpClient extends HttpClient {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final HttpClient http;
    private final BrokerClient broker;
    private final URI service;

    /**
     * A client for one service.
     *
     * @param http sends the requests
     * @param service scheme and authority in the requests that go to nodes, such as {@code http://shop}
     * @throws IllegalArgumentException when the service has no scheme or host
     */
    public BrokeredHttpClient(HttpClient http, BrokerClient broker, URI service) {
        if (service.getScheme() == null || service.getHost() == null) {
            throw new IllegalArgumentException(service + " has no scheme or no host");
        }
        this.http = http;
        this.broker = broker;
        this.service = service;
    }

    /** A handler of an answer's body that remembers that there was an answer. */
    private static final class Watched<T> implements BodyHandler<T> {

        private final BodyHandler<T> handler;
        private final AtomicBoolean begun = new AtomicBoolean();

        Watched(BodyHandler<T> handler) {
            this.handler = handler;
        }

        @Override
        public HttpResponse.BodySubscriber<T> apply(HttpResponse.ResponseInfo info) {
            begun.set(true);
            return handler.apply(info);
        }
    }

    private boolean isForService(URI uri) {
        return service.getScheme().equalsIgnoreCase(uri.getScheme())
                && service.getHost().equalsIgnoreCase(uri.getHost())
                && service.getPort() == uri.getPort();
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @throws BrokerException when the broker answers and tells no node
     * @throws IOException when the broker does not answer and no list is left, or no node was reached, or the exchange
     *     failed
     */
    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        if (!isForService(request.uri())) {
            return http.send(request, handler);
        }
        Watched<T> watched = new Watched<>(handler);
        IOException first = null;
        for (ToldNode node : broker.nodes()) {
            try {
                return http.send(RequestCopy.to(node.origin(), request), watched);
            } catch (IOException e) {
                boolean goesOn = goesOn(node, request, e, watched.begun.get());
                first = joined(first, e);
                if (!goesOn) {
                    break;
                }
            }
        }
        throw first == null ? new IOException("the broker told no node") : first;
    }

    private static IOException joined(@Nullable IOException first, IOException next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    /** Notes a failure of a node; true when the request may go to another one. */
    private boolean goesOn(ToldNode node, HttpRequest request, Throwable failure, boolean answered) {
        boolean unsent = failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
        if (failure instanceof IOException && (unsent || !(failure instanceof HttpTimeoutException))) {
            broker.failed(node);
        }
        return unsent
                || (failure instanceof IOException
                        && !(failure instanceof HttpTimeoutException)
                        && !answered
                        && SAFE.contains(request.method()));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        if (!isForService(request.uri())) {
            return sendPlainly(request, handler, pushes);
        }
        return broker.nodesAsync().thenCompose(nodes -> sendTo(nodes, 0, request, new Watched<>(handler), pushes));
    }

    private <T> CompletableFuture<HttpResponse<T>> sendPlainly(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        return pushes == null ? http.sendAsync(request, handler) : http.sendAsync(request, handler, pushes);
    }

    private <T> CompletableFuture<HttpResponse<T>> sendTo(
            List<ToldNode> nodes,
            int index,
            HttpRequest request,
            Watched<T> handler,
            @Nullable PushPromiseHandler<T> pushes) {
        ToldNode node = nodes.get(index);
        return sendPlainly(RequestCopy.to(node.origin(), request), handler, pushes)
                .handle((answer, thrown) -> {
                    if (thrown == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    Throwable cause = thrown.getCause();
                    Throwable why = thrown instanceof CompletionException && cause != null ? cause : thrown;
                    boolean goesOn = goesOn(node, request, why, handler.begun.get());
                    if (goesOn && index + 1 < nodes.size()) {
                        return sendTo(nodes, index + 1, request, handler, pushes);
                    }
                    return CompletableFuture.<HttpResponse<T>>failedFuture(why);
                })
                .thenCompose(Function.identity());
    }

    /** A builder whose WebSockets to the service, {@code ws} for {@code http}, go to the node. */
    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return new BrokeredWebSocket(http.newWebSocketBuilder(), broker, service);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return http.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return http.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return http.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return http.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return http.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return http.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return http.authenticator();
    }

    @Override
    public Version version() {
        return http.version();
    }

    @Override
    public Optional<Executor> executor() {
        return http.executor();
    }
}
