// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.SourceLine;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The servers that requests are passed to, as clusters: one for each upstream or address, and kind of connection. */
final class NginxClusters {

    private static final Pattern TARGET = Pattern.compile("(?:(https?|grpcs?)://)?([^/]+)(/.*)?");

    private final Draft draft;
    private final boolean stream;
    private final Map<String, NginxDirective> upstreams = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final NginxUpstream nodes;

    /** @param stream whether these are the servers of TCP connections */
    NginxClusters(Draft draft, boolean stream) {
        this.draft = draft;
        this.stream = stream;
        this.nodes = new NginxUpstream(draft, stream);
    }

    void know(NginxDirective upstream) {
        upstreams.put(upstream.argument(1), upstream.understood());
    }

    /**
     * The cluster that a place passes its requests to; null when it is none.
     *
     * @param pass the directive, such as {@code proxy_pass}
     * @param path the prefix of the place; null for a TCP listener
     * @param rules of the route, which get the prefixes that paths lose and get
     */
    @Nullable
    String cluster(NginxDirective pass, NginxScope scope, @Nullable String path, DraftSection rules) {
        pass.understood();
        String text = pass.argument(1);
        Matcher target = TARGET.matcher(text);
        if (text.contains("$") || text.startsWith("unix:") || text.contains("://unix:") || !target.matches()) {
            draft.missing(
                    pass.at(),
                    pass.shown(),
                    text.contains("$")
                            ? "the servers are chosen by a variable, so these requests go where the next route sends them"
                            : "a node is a host and a TCP port",
                    text.contains("$")
                            ? "write a cluster, and a route for each value"
                            : "let the server listen on a port");
            return null;
        }
        String scheme = target.group(1) == null ? "http" : target.group(1);
        boolean grpc = pass.name().equals("grpc_pass") || scheme.startsWith("grpc");
        boolean tls = scheme.endsWith("s") || (stream && isOn(scope.last("proxy_ssl")));
        String server = target.group(2);
        changedPath(pass, path, target.group(3), rules);
        String key = (tls ? "tls " : "") + (grpc ? "h2 " : "") + server;
        String known = names.get(key);
        if (known == null) {
            known = add(pass, server, names.containsValue(server) ? server + (tls ? "-tls" : "-plain") : server, tls);
            names.put(key, known);
        }
        settings(draft.cluster(known), scope, tls, grpc);
        return known;
    }

    private static boolean isOn(@Nullable NginxDirective directive) {
        return directive != null && directive.argument(1).equals("on");
    }

    private String add(NginxDirective pass, String server, String name, boolean tls) {
        NginxDirective upstream = upstreams.get(server);
        SourceLine at = upstream == null ? pass.at() : upstream.at();
        String cluster = draft.addCluster(name.replace(':', '-'), at);
        if (upstream == null) {
            draft.cluster(cluster).sections("nodes");
            String address = NginxUpstream.address(server, tls ? 443 : 80);
            if (address == null) {
                draft.missing(
                        pass.at(), pass.shown(), "'" + server + "' is not the address of a node", "write host:port");
            } else {
                Draft.node(draft.cluster(cluster), address, address, pass.at());
            }
        } else {
            nodes.fill(draft.cluster(cluster), upstream, tls ? 443 : 80);
        }
        return cluster;
    }

    /** Adds the upstreams that nothing passes requests to. */
    void addUnused() {
        upstreams.forEach((name, upstream) -> {
            if (names.keySet().stream().noneMatch(each -> each.equals(name) || each.endsWith(" " + name))) {
                draft.missing(
                        upstream.at(),
                        upstream.shown(),
                        "nothing that could be translated passes requests to it, so there is no cluster for it",
                        "");
                upstream.inside().forEach(NginxDirective::understood);
            }
        });
    }

    private void changedPath(NginxDirective pass, @Nullable String place, @Nullable String uri, DraftSection rules) {
        if (uri == null || place == null || uri.equals(place) || NginxRules.prefixes(pass, place, uri, rules)) {
            return;
        }
        draft.differs(
                pass.at(),
                pass.shown(),
                "paths are passed on unchanged: " + place + "x arrives as " + place + "x, not as " + uri + "x",
                "strip-prefix and add-prefix of the route change prefixes that end at a segment border");
    }

    private void settings(DraftSection cluster, NginxScope scope, boolean tls, boolean grpc) {
        String prefix = grpc ? "grpc_" : "proxy_";
        time(cluster, "connect", scope.last(prefix + "connect_timeout"));
        time(cluster, stream ? "tunnel" : "response", scope.last(stream ? "proxy_timeout" : prefix + "read_timeout"));
        if (grpc) {
            cluster.literal("protocol", "h2");
        }
        NginxDirective next = scope.last(prefix + "next_upstream");
        NginxDirective tries = scope.last(prefix + "next_upstream_tries");
        if (next != null && next.argument(1).equals("off")) {
            cluster.section("retry").literal("attempts", "0", next.at());
        } else if (tries != null) {
            Integer number = Words.whole(tries.argument(1), 1, 101);
            if (number != null) {
                cluster.section("retry").literal("attempts", Integer.toString(number - 1), tries.at());
            }
        }
        if (next != null && next.arguments().contains("non_idempotent")) {
            draft.differs(
                    next.at(),
                    next.shown(),
                    "a request that may have been done, such as a POST, is never sent twice",
                    "");
        }
        NginxDirective proxyProtocol = stream ? scope.last("proxy_protocol") : null;
        if (isOn(proxyProtocol) && proxyProtocol != null) {
            cluster.literal("proxy-protocol", "v1", proxyProtocol.at());
        }
        if (tls) {
            tls(cluster.section("tls"), scope, prefix);
        }
    }

    private static void tls(DraftSection tls, NginxScope scope, String prefix) {
        NginxDirective verify = scope.last(prefix + "ssl_verify");
        if (!isOn(verify)) {
            if (verify == null) {
                tls.literal("verify", "false");
            } else {
                tls.literal("verify", "false", verify.at());
            }
        }
        NginxDirective ca = scope.last(prefix + "ssl_trusted_certificate");
        if (ca != null && isOn(verify)) {
            tls.text("ca", ca.argument(1), ca.at());
        }
        NginxDirective name = scope.last(prefix + "ssl_name");
        if (name != null && Words.isHost(name.argument(1))) {
            tls.text("name", name.argument(1), name.at());
        }
        NginxDirective certificate = scope.last(prefix + "ssl_certificate");
        NginxDirective key = scope.last(prefix + "ssl_certificate_key");
        if (certificate != null && key != null) {
            tls.text("certificate", certificate.argument(1), certificate.at());
            tls.text("key", key.argument(1), key.at());
        }
    }

    private void time(DraftSection cluster, String key, @Nullable NginxDirective directive) {
        String time = directive == null ? null : Words.duration(NginxScope.ms(directive.argument(1)));
        if (directive == null || time == null) {
            return;
        }
        DraftSection timeouts = cluster.section("timeouts");
        String known = timeouts.find(key);
        if (known == null) {
            timeouts.literal(key, time, directive.at());
        } else if (!known.equals(time)) {
            draft.differs(
                    directive.at(),
                    directive.shown(),
                    "a cluster has one such time, and " + known + " is in force",
                    "make a cluster of its own for these requests");
        }
    }
}
