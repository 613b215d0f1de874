// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.SourceLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers of {@code http} as listeners: one for each address, with routes by the names of its servers. */
final class NginxListeners {

    /** A server on one of its addresses. */
    private record Place(NginxScope server, NginxDirective listen, boolean isDefault) {}

    private final Draft draft;
    private final NginxRoutes routes;
    private final NginxSecurity security;
    private final Map<String, List<Place>> byAddress = new LinkedHashMap<>();

    NginxListeners(Draft draft, NginxClusters clusters, NginxRates rates, NginxAccess access) {
        this.draft = draft;
        this.routes = new NginxRoutes(draft, clusters, rates, access);
        this.security = new NginxSecurity(draft);
    }

    void server(NginxScope server) {
        List<NginxDirective> listens = new ArrayList<>(server.block().inside("listen"));
        if (listens.isEmpty()) {
            listens.add(new NginxDirective(server.block().at(), List.of("listen", "80")));
        }
        for (NginxDirective listen : listens) {
            listen.understood();
            String address = address(listen);
            if (address != null) {
                boolean isDefault = listen.arguments().contains("default_server")
                        || listen.arguments().contains("default");
                byAddress.computeIfAbsent(address, any -> new ArrayList<>()).add(new Place(server, listen, isDefault));
            }
        }
    }

    private @Nullable String address(NginxDirective listen) {
        String text = listen.argument(1).replaceFirst("^\\*:", "");
        boolean portAlone = text.matches("[0-9]{1,5}");
        String address = portAlone ? Words.address("0.0.0.0", Integer.parseInt(text)) : NginxUpstream.address(text, 80);
        if (text.startsWith("unix:") || address == null || listen.arguments().contains("quic")) {
            draft.missing(
                    listen.at(),
                    listen.shown(),
                    listen.arguments().contains("quic")
                            ? "HTTP/3 is not spoken; browsers use HTTP/2"
                            : "Evenkeel listens on TCP ports only",
                    "");
            return null;
        }
        return address;
    }

    /** Adds the listeners of all servers. */
    void add() {
        // One server may listen on several addresses, and its lines are translated for all of them or for none.
        boolean told = byAddress.values().stream().flatMap(List::stream).anyMatch(NginxListeners::tellsAddress);
        byAddress.forEach((address, places) -> {
            Place first = places.stream().filter(Place::isDefault).findFirst().orElse(places.get(0));
            SourceLine at = first.listen().at();
            List<String> names = names(first.server());
            String port = address.substring(address.lastIndexOf(':') + 1);
            DraftSection listener = draft.listener(names.isEmpty() ? "http-" + port : names.get(0) + "-" + port, at);
            listener.text("address", address, at);
            List<DraftRoute> exact = new ArrayList<>();
            List<DraftRoute> wild = new ArrayList<>();
            List<DraftRoute> rest = List.of();
            if (places.size() == 1) {
                routes.pages(first.server(), listener);
            }
            for (Place place : places) {
                List<String> hosts = names(place.server());
                List<DraftRoute> some = routes.routes(place.server(), listener, hosts, told);
                if (place.equals(first)) {
                    rest = some;
                } else {
                    for (String host : hosts) {
                        some.forEach(each -> (host.startsWith("*") ? wild : exact).add(each.of(host)));
                    }
                }
                settings(place, listener);
            }
            exact.addAll(wild);
            exact.addAll(rest);
            Draft.route(listener, exact);
        });
    }

    /** True where the address of a client may be another than that of its connection. */
    private static boolean tellsAddress(Place place) {
        return place.listen().arguments().contains("proxy_protocol")
                || !place.server().all("set_real_ip_from").isEmpty()
                || isInside(place.server().block(), "set_real_ip_from");
    }

    private static boolean isInside(NginxDirective block, String name) {
        return block.inside().stream().anyMatch(each -> each.name().equals(name) || isInside(each, name));
    }

    /** The names of a server that a route can have. */
    private List<String> names(NginxScope server) {
        List<String> found = new ArrayList<>();
        for (NginxDirective each : server.block().inside("server_name")) {
            each.understood();
            for (String name : each.arguments()) {
                String bare = name.startsWith(".") ? name.substring(1) : name;
                if (name.startsWith("~") || name.endsWith(".*")) {
                    draft.missing(
                            each.at(),
                            "server_name " + name,
                            "routes know names and *.NAME, no other patterns",
                            "write a route for each name");
                } else if (Words.isHost(bare) && !bare.equals("_")) {
                    found.add(bare);
                    if (name.startsWith(".")) {
                        found.add("*" + name);
                    }
                }
            }
        }
        return found;
    }

    private void settings(Place place, DraftSection listener) {
        NginxScope server = place.server();
        NginxDirective listen = place.listen();
        NginxDirective on = server.last("ssl");
        boolean tls = listen.arguments().contains("ssl")
                || (on != null && on.argument(1).equals("on"));
        if (tls) {
            security.add(server, listen, listener);
        }
        NginxDirective http2 = server.last("http2");
        if (http2 != null && http2.argument(1).equals("off")) {
            listener.literal("http2", "false", http2.at());
        }
        time(listener, "head", server.last("client_header_timeout"));
        time(listener, "body", server.last("client_body_timeout"));
        time(listener, "idle", server.last("keepalive_timeout"));
        body(listener, server.last("client_max_body_size"));
        head(listener, server.last("large_client_header_buffers"));
        trust(listener, server, listen);
    }

    private void time(DraftSection listener, String key, @Nullable NginxDirective directive) {
        String time = directive == null ? null : Words.duration(NginxScope.ms(directive.argument(1)));
        if (directive != null && time != null) {
            once(listener.section("timeouts"), key, time, directive);
        }
    }

    private void body(DraftSection listener, @Nullable NginxDirective directive) {
        long size = directive == null ? -1 : NginxScope.size(directive.argument(1));
        if (directive != null && size >= 0) {
            once(listener.section("limits"), "body", size == 0 ? "unlimited" : Words.size(size), directive);
        }
    }

    private void head(DraftSection listener, @Nullable NginxDirective directive) {
        Integer number = directive == null ? null : Words.whole(directive.argument(1), 1, 1_000);
        long size = directive == null ? -1 : NginxScope.size(directive.argument(2));
        if (directive != null && number != null && size >= 1_024 && size <= 1 << 20) {
            once(listener.section("limits"), "head", Words.size(Math.min(number * size, 1 << 20)), directive);
        }
    }

    private void once(DraftSection section, String key, String value, NginxDirective directive) {
        String known = section.find(key);
        if (known == null) {
            section.literal(key, value, directive.at());
        } else if (!known.equals(value)) {
            draft.differs(
                    directive.at(),
                    directive.shown(),
                    "an address has one such setting for all its servers, and " + known + " is in force",
                    "raise it to the largest, or use another address");
        }
    }

    private void trust(DraftSection listener, NginxScope server, NginxDirective listen) {
        for (NginxDirective each : server.all("set_real_ip_from")) {
            if (Words.isNetwork(each.argument(1))) {
                listener.texts("trusted", List.of(each.argument(1)), each.at());
            }
        }
        boolean proxied = listen.arguments().contains("proxy_protocol");
        if (proxied) {
            listener.literal("accept-proxy", "true", listen.at());
            if (!listener.has("trusted")) {
                listener.texts(
                        "trusted",
                        List.of("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
                        listen.at());
                draft.differs(
                        listen.at(),
                        listen.shown(),
                        "PROXY headers are believed only of 'trusted' networks; the private ones are written there",
                        "name the network of the proxy in front, and no other");
            }
        }
        NginxDirective header = server.last("real_ip_header");
        String field = header == null ? "" : header.argument(1).toLowerCase(Locale.ROOT);
        if (header != null && field.matches("x-forwarded-for|x-real-ip") && listener.has("trusted")) {
            listener.literals("trusted-fields", List.of(field), header.at());
        } else if (listener.has("trusted") && !listener.has("trusted-fields")) {
            // nginx itself reads X-Real-IP unless it is told another field; a PROXY header needs none
            listener.literals("trusted-fields", proxied || header != null ? List.of() : List.of("x-real-ip"));
        }
    }
}
