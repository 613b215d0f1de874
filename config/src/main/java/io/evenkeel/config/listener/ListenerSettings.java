// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.tls.ListenerTls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One listening address and the treatment of the connections that come in there.
 *
 * @param name unique
 * @param address to listen on; port 0 for any free one
 * @param routes tried in order, the first match wins; a listener with {@code cluster:} has one route that matches
 *     everything
 * @param connections the most clients there may be at a time
 * @param trusted networks whose forwarding fields and PROXY headers are believed
 * @param acceptProxy connections from trusted networks begin with a PROXY protocol header, version 1 or 2
 * @param forward fields added to requests
 * @param headers fields taken out of messages
 * @param paths the treatment of a path that servers understand differently; null for strict where a route has a
 *     path, else raw
 * @param mode the way of an HTTP request to its node; of no meaning for TCP
 * @param http2 the treatment of clients that speak HTTP/2; of no meaning for TCP
 * @param tls null for plain connections
 * @param rate the requests that one client may send; null without a limit, and for TCP
 * @param mcmp the rules for servers that register; null but for MCMP
 * @param rules what holds for all of its routes
 */
public record ListenerSettings(
        String name,
        HostPort address,
        Protocol protocol,
        List<RouteSettings> routes,
        ClientTimeouts timeouts,
        RequestLimits limits,
        ConnectionLimits connections,
        List<Network> trusted,
        boolean acceptProxy,
        ForwardSettings forward,
        HeaderSettings headers,
        @Nullable PathRule paths,
        Mode mode,
        Http2Settings http2,
        @Nullable ListenerTls tls,
        @Nullable RateSettings rate,
        @Nullable McmpSettings mcmp,
        RuleSettings rules) {

    /** A listener without rules, and where no servers register. */
    public ListenerSettings(
            String name,
            HostPort address,
            Protocol protocol,
            List<RouteSettings> routes,
            ClientTimeouts timeouts,
            RequestLimits limits,
            ConnectionLimits connections,
            List<Network> trusted,
            boolean acceptProxy,
            ForwardSettings forward,
            HeaderSettings headers,
            @Nullable PathRule paths,
            Mode mode,
            Http2Settings http2,
            @Nullable ListenerTls tls,
            @Nullable RateSettings rate) {
        this(
                name,
                address,
                protocol,
                routes,
                timeouts,
                limits,
                connections,
                trusted,
                acceptProxy,
                forward,
                headers,
                paths,
                mode,
                http2,
                tls,
                rate,
                null,
                RuleSettings.NONE);
    }

    /** The clusters that get its requests, each once. */
    public List<String> clusters() {
        return routes.stream()
                .flatMap(route -> route.clusters().stream())
                .distinct()
                .toList();
    }

    /** A listener of plain connections that passes requests on. */
    public ListenerSettings(
            String name,
            HostPort address,
            Protocol protocol,
            List<RouteSettings> routes,
            ClientTimeouts timeouts,
            RequestLimits limits,
            ConnectionLimits connections,
            List<Network> trusted,
            boolean acceptProxy,
            ForwardSettings forward,
            HeaderSettings headers,
            @Nullable PathRule paths) {
        this(
                name,
                address,
                protocol,
                routes,
                timeouts,
                limits,
                connections,
                trusted,
                acceptProxy,
                forward,
                headers,
                paths,
                Mode.PROXY,
                Http2Settings.DEFAULTS,
                null,
                null);
    }

    /** The protocol of a listener. */
    public enum Protocol {
        HTTP,
        TCP,
        /** Servers register here, by mod_cluster's protocol. */
        MCMP
    }

    /** The way of a request to its node. */
    public enum Mode {
        /** The dispatcher passes it on. */
        PROXY,
        /** The client is sent there, by a 307. */
        REDIRECT
    }

    public ListenerSettings {
        routes = List.copyOf(routes);
        trusted = List.copyOf(trusted);
    }
}
