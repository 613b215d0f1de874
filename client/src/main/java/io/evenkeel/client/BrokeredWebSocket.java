// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocket.Listener;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** A builder of WebSockets that go to the node that the broker has told. One thread. */
final class BrokeredWebSocket implements WebSocket.Builder {

    private final WebSocket.Builder builder;
    private final BrokerClient broker;
    private final URI service;

    BrokeredWebSocket(WebSocket.Builder builder, BrokerClient broker, URI service) {
        this.builder = builder;
        this.broker = broker;
        this.service = service;
    }

    @Override
    public WebSocket.Builder header(String name, String value) {
        builder.header(name, value);
        return this;
    }

    @Override
    public WebSocket.Builder connectTimeout(Duration timeout) {
        builder.connectTimeout(timeout);
        return this;
    }

    @Override
    public WebSocket.Builder subprotocols(String mostPreferred, String... lesserPreferred) {
        builder.subprotocols(mostPreferred, lesserPreferred);
        return this;
    }

    @Override
    public CompletableFuture<WebSocket> buildAsync(URI uri, Listener listener) {
        if (!isForService(uri)) {
            return builder.buildAsync(uri, listener);
        }
        return broker.nodesAsync().thenCompose(nodes -> builder.buildAsync(at(nodes.get(0), uri), listener));
    }

    private boolean isForService(URI uri) {
        return socketScheme(service).equalsIgnoreCase(uri.getScheme())
                && service.getHost().equalsIgnoreCase(uri.getHost())
                && service.getPort() == uri.getPort();
    }

    private static URI at(ToldNode node, URI uri) {
        URI origin = node.origin();
        return RequestCopy.moved(URI.create(socketScheme(origin) + "://" + origin.getRawAuthority()), uri);
    }

    private static String socketScheme(URI uri) {
        return uri.getScheme().toLowerCase(Locale.ROOT).equals("https") ? "wss" : "ws";
    }
}
