// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema.hint;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hints for those who write a word of the load balancer that they come from: HAProxy, nginx, httpd, Traefik, Envoy or
 * IPVS. A word that a section or list knows itself is never looked up.
 */
public final class PeersWords {

    /** A word of ours for one of theirs, and whose theirs is. */
    private record Ours(String word, String whose) {}

    private static final Map<String, Ours> POLICIES = Map.ofEntries(
            Map.entry("leastconn", new Ours("least-connections", "HAProxy's leastconn")),
            Map.entry("least_conn", new Ours("least-connections", "nginx's least_conn")),
            Map.entry("lc", new Ours("least-connections", "IPVS' lc")),
            Map.entry("wlc", new Ours("weighted-least-connections", "IPVS' wlc")),
            Map.entry("bybusyness", new Ours("least-requests", "httpd's bybusyness")),
            Map.entry("least_request", new Ours("power-of-two", "Envoy's least_request")),
            Map.entry("p2c", new Ours("power-of-two", "Traefik's p2c")),
            Map.entry("roundrobin", new Ours("weighted-round-robin", "HAProxy's roundrobin, which heeds weights")),
            Map.entry("static-rr", new Ours("weighted-round-robin", "HAProxy's static-rr")),
            Map.entry("round_robin", new Ours("weighted-round-robin", "nginx's round robin, which heeds weights")),
            Map.entry("byrequests", new Ours("weighted-round-robin", "httpd's byrequests")),
            Map.entry("wrr", new Ours("weighted-round-robin", "Traefik's wrr")),
            Map.entry("rr", new Ours("round-robin", "IPVS' rr")),
            Map.entry("ip_hash", new Ours("source-hash", "nginx's ip_hash")),
            Map.entry("source", new Ours("source-hash", "HAProxy's source")),
            Map.entry("sh", new Ours("source-hash", "IPVS' sh")),
            Map.entry("uri", new Ours("uri-hash", "HAProxy's uri")),
            Map.entry("least_time", new Ours("fastest-response", "NGINX Plus' least_time")),
            Map.entry("ewma", new Ours("peak-ewma", "the ewma of Finagle and Linkerd")));

    /** Our keys for their words; of several the first that a section has. */
    private static final Map<String, List<String>> KEYS = Map.ofEntries(
            Map.entry("server", List.of("nodes", "clusters")),
            Map.entry("servers", List.of("nodes", "clusters")),
            Map.entry("member", List.of("nodes")),
            Map.entry("members", List.of("nodes")),
            Map.entry("backend", List.of("clusters", "cluster")),
            Map.entry("backends", List.of("clusters", "cluster")),
            Map.entry("upstream", List.of("clusters", "cluster")),
            Map.entry("upstreams", List.of("clusters", "cluster")),
            Map.entry("default_backend", List.of("cluster")),
            Map.entry("use_backend", List.of("routes")),
            Map.entry("proxy_pass", List.of("cluster")),
            Map.entry("location", List.of("routes")),
            Map.entry("frontend", List.of("listeners")),
            Map.entry("frontends", List.of("listeners")),
            Map.entry("entrypoints", List.of("listeners")),
            Map.entry("listen", List.of("listeners", "address")),
            Map.entry("bind", List.of("listeners", "address")),
            Map.entry("balance", List.of("policy")),
            Map.entry("lbmethod", List.of("policy")),
            Map.entry("lb_policy", List.of("policy")),
            Map.entry("algorithm", List.of("policy")),
            Map.entry("maxconn", List.of("max-in-flight", "connections", "limits")),
            Map.entry("max_conns", List.of("max-connections")),
            Map.entry("check", List.of("health")),
            Map.entry("httpchk", List.of("health")),
            Map.entry("healthcheck", List.of("health")),
            Map.entry("health_check", List.of("health")),
            Map.entry("inter", List.of("interval")),
            Map.entry("max_fails", List.of("ejection", "consecutive")),
            Map.entry("fail_timeout", List.of("ejection", "base")),
            Map.entry("outlier_detection", List.of("ejection")),
            Map.entry("slowstart", List.of("slow-start")),
            Map.entry("slow_start", List.of("slow-start")),
            Map.entry("retries", List.of("retry", "attempts")),
            Map.entry("redispatch", List.of("retry")),
            Map.entry("send-proxy", List.of("proxy-protocol")),
            Map.entry("accept_proxy", List.of("accept-proxy")),
            Map.entry("proxy_protocol", List.of("accept-proxy", "proxy-protocol")),
            Map.entry("keepalive", List.of("pool")),
            Map.entry("stats", List.of("admin")),
            Map.entry("mailers", List.of("alerts")),
            Map.entry("email-alert", List.of("alerts")),
            Map.entry("webhook_configs", List.of("webhook")),
            Map.entry("email_configs", List.of("mail")),
            Map.entry("group_wait", List.of("group")),
            Map.entry("repeat_interval", List.of("repeat")),
            Map.entry("threshold", List.of("above")),
            Map.entry("expr", List.of("figure")),
            Map.entry("ssl", List.of("tls")),
            Map.entry("crt", List.of("certificate", "tls")),
            Map.entry("ssl_certificate", List.of("certificate", "tls")),
            Map.entry("ssl_certificate_key", List.of("key", "tls")),
            Map.entry("sticky", List.of("affinity")),
            Map.entry("stickiness", List.of("affinity")),
            Map.entry("stickysession", List.of("affinity")),
            Map.entry("stick-table", List.of("affinity")),
            Map.entry("ip_hash", List.of("affinity")));

    private static final String TLS =
            "'tls' belongs to a listener (https for clients), to a cluster (https to its nodes) or to 'admin'";
    private static final String AFFINITY =
            "sessions stay at their node by 'affinity' of the cluster, such as affinity: {mode: cookie}";
    private static final String NODES = "servers are 'nodes' of a cluster: clusters: {NAME: {nodes: [...]}}";

    /** The place of a thing where the section at hand has nothing of the kind. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("tls", TLS),
            Map.entry("ssl", TLS),
            Map.entry("crt", TLS),
            Map.entry("ssl_certificate", TLS),
            Map.entry("sticky", AFFINITY),
            Map.entry("stickiness", AFFINITY),
            Map.entry("stickysession", AFFINITY),
            Map.entry("stick-table", AFFINITY),
            Map.entry("affinity", AFFINITY),
            Map.entry("server", NODES),
            Map.entry("servers", NODES),
            Map.entry("backend", NODES),
            Map.entry("upstream", NODES),
            Map.entry("balance", "the choice of a node is 'policy' of the cluster"),
            Map.entry(
                    "maxconn",
                    "clients are limited by 'limits: {connections: N}' of a listener, a node by its 'max-in-flight'"),
            Map.entry("check", "checks are 'health' of the cluster, such as health: {path: /health}"),
            Map.entry("httpchk", "checks are 'health' of the cluster, such as health: {path: /health}"));

    private PeersWords() {}

    /**
     * A hint for a policy that does not exist.
     *
     * @param names of the policies that do
     * @return null when {@code typed} is not a word of a peer
     */
    public static @Nullable String forPolicy(String typed, Collection<String> names) {
        String word = typed.toLowerCase(Locale.ROOT);
        Ours ours = POLICIES.get(word);
        if (ours != null && names.contains(ours.word)) {
            return "did you mean '" + ours.word + "' (" + ours.whose + ")?";
        }
        return word.equals("sticky") || word.equals("cookie") ? AFFINITY : null;
    }

    /**
     * A hint for a key that a section does not have.
     *
     * @param keys of the section
     * @return null when {@code typed} is not a word of a peer, nor ours at a wrong place
     */
    public static @Nullable String forKey(String typed, Collection<String> keys) {
        String word = typed.toLowerCase(Locale.ROOT);
        for (String ours : KEYS.getOrDefault(word, List.of())) {
            if (keys.contains(ours)) {
                return "did you mean '" + ours + "'?";
            }
        }
        return ELSEWHERE.get(word);
    }
}
