// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Balance;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.SourceLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of balancers as nodes, and the settings of balancers as those of clusters. */
final class HttpdNodes {

    private static final int TOMCATS_HTTP = 8080;

    private final Draft draft;
    private final List<String> routeCookies;

    HttpdNodes(Draft draft, List<String> routeCookies) {
        this.draft = draft;
        this.routeCookies = routeCookies;
    }

    /** Milliseconds of a time that is in seconds unless it has a unit; -1 when it is none. */
    static long ms(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,9}(ms|s|mi|h)?")) {
            return -1;
        }
        long number = Long.parseLong(text.replaceAll("[a-z]", ""));
        if (text.endsWith("ms")) {
            return number;
        }
        return number * (text.endsWith("mi") ? 60_000 : text.endsWith("h") ? 3_600_000 : 1_000);
    }

    /** Adds a node for a URL. */
    void add(DraftSection cluster, HttpdDirective line, String url, Map<String, String> parameters, HttpdHost host) {
        HttpdTarget server = HttpdTarget.of(url);
        if (server == null) {
            draft.missing(line.at(), line.shown(), "a node is a host and a TCP port that speaks HTTP", "");
            return;
        }
        String status = parameters.getOrDefault("status", "").toUpperCase(Locale.ROOT);
        boolean backup = status.matches("[+]?H");
        if (!backup && status.matches("[+]?.*[HDSRN].*") && !status.startsWith("-")) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    status.matches(".*[HR].*")
                            ? "the server is left out: it takes the place of one that is down, or gets no requests"
                            : "the server is left out: a node that gets no requests is not written in the file",
                    "add it when it is to work, with backup: true if only while all others are down");
            return;
        }
        int port = server.isAjp() ? TOMCATS_HTTP : server.port();
        if (server.isAjp()) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "Evenkeel speaks HTTP and no AJP; port " + TOMCATS_HTTP + " is written instead of " + server.port(),
                    "write the port of the server's HTTP connector");
        }
        String address = Words.address(server.host(), port);
        if (address == null) {
            draft.missing(line.at(), line.shown(), "'" + url + "' is not the address of a node", "write host:port");
            return;
        }
        String route = parameters.getOrDefault("route", "");
        DraftSection node =
                Draft.node(cluster, route.isEmpty() ? address.replace(':', '-') : route, address, line.at());
        if (route.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            node.text("route", route);
        }
        String factor = parameters.getOrDefault("loadfactor", "");
        if (factor.matches("[0-9]{1,3}([.][0-9]{1,2})?") && Double.parseDouble(factor) > 0) {
            node.literal("weight", factor);
        }
        if (backup) {
            node.literal("backup", "true");
        }
        ofCluster(cluster, line, server, parameters, host);
    }

    private void ofCluster(
            DraftSection cluster,
            HttpdDirective line,
            HttpdTarget server,
            Map<String, String> parameters,
            HttpdHost host) {
        if (server.isHttp2()) {
            cluster.literal("protocol", "h2", line.at());
        }
        if (server.isTls()) {
            tls(cluster.section("tls", line.at()), host);
        }
        HttpdDirective general = host.last("proxytimeout");
        general = general == null ? host.last("timeout") : general;
        String timeout = parameters.get("timeout");
        if (timeout != null) {
            time(cluster, "timeouts", "response", timeout, line.at());
        } else if (general != null) {
            time(cluster, "timeouts", "response", general.argument(0), general.at());
        }
        time(cluster, "timeouts", "connect", parameters.get("connectiontimeout"), line.at());
        time(cluster, "ejection", "base", parameters.get("retry"), line.at());
        if (parameters.containsKey("hcmethod") || parameters.containsKey("hcuri")) {
            health(cluster.section("health", line.at()), parameters, line.at());
        } else if (parameters.containsKey("ping")) {
            draft.differs(
                    line.at(),
                    "ping=" + parameters.get("ping"),
                    "a server is not asked before each request; a check does it, or a failed connection",
                    "add health: {path: /health} to the cluster");
        }
        if (parameters.containsKey("secret")) {
            draft.missing(line.at(), "secret=...", "AJP's secret has no use over HTTP", "");
        }
        for (String each : List.of("max", "redirect", "lbset")) {
            if (parameters.containsKey(each)) {
                draft.missing(
                        line.at(),
                        each + "=" + parameters.get(each),
                        "'" + each + "' of a member has no counterpart",
                        switch (each) {
                            case "max" -> "max-in-flight of the node limits requests, for all processes";
                            case "lbset" ->
                                "backup: 1 to 9 of nodes makes groups, of which the next comes in when one is down";
                            default -> "";
                        });
            }
        }
    }

    private static void tls(DraftSection tls, HttpdHost host) {
        HttpdDirective verify = host.last("sslproxyverify");
        HttpdDirective ca = host.last("sslproxycacertificatefile");
        boolean required = verify != null && verify.argument(0).equalsIgnoreCase("require");
        if (!required) {
            if (verify == null) {
                tls.literal("verify", "false");
            } else {
                tls.literal("verify", "false", verify.at());
            }
        } else if (ca != null) {
            tls.text("ca", ca.argument(0), ca.at());
        }
    }

    private static void health(DraftSection health, Map<String, String> parameters, SourceLine at) {
        if (parameters.getOrDefault("hcmethod", "GET").equalsIgnoreCase("TCP")) {
            health.literal("tcp", "true", at);
        } else {
            String path = parameters.getOrDefault("hcuri", "/");
            health.text("path", Words.isPath(path) ? path : "/", at);
        }
        String interval = Words.duration(ms(parameters.get("hcinterval")));
        if (interval != null) {
            health.literal("interval", interval, at);
        }
        Integer fall = Words.whole(parameters.get("hcfails"), 1, 1_000);
        if (fall != null) {
            health.literal("fall", fall.toString(), at);
        }
        Integer rise = Words.whole(parameters.get("hcpasses"), 1, 1_000);
        if (rise != null) {
            health.literal("rise", rise.toString(), at);
        }
    }

    private static void time(DraftSection cluster, String section, String key, @Nullable String text, SourceLine at) {
        String time = Words.duration(ms(text));
        if (time != null) {
            cluster.section(section).literal(key, time, at);
        }
    }

    /** Reads the settings of a balancer, those of its ProxyPass first. */
    void policy(DraftSection cluster, HttpdDirective pass, Map<String, String> parameters, List<HttpdDirective> sets) {
        Map<String, HttpdDirective> lines = new LinkedHashMap<>();
        Map<String, String> all = new LinkedHashMap<>();
        for (HttpdDirective set : sets) {
            set.parameters(0).forEach((key, value) -> {
                all.put(key, value);
                lines.put(key, set);
            });
        }
        parameters.forEach((key, value) -> {
            all.put(key, value);
            lines.put(key, pass);
        });
        method(cluster, all.getOrDefault("lbmethod", "byrequests"), lines.get("lbmethod"));
        all.forEach((key, value) -> setting(cluster, key, value, lines.getOrDefault(key, pass), all));
    }

    private void method(DraftSection cluster, String method, @Nullable HttpdDirective line) {
        Balance balance = switch (method.toLowerCase(Locale.ROOT)) {
            case "bybusyness" -> Balance.LEAST_CONNECTIONS;
            case "heartbeat" -> Balance.SAMPLES;
            default -> Balance.IN_TURN;
        };
        String policy = balance.policy(cluster.sections("nodes"));
        if (line == null) {
            cluster.text("policy", policy);
            return;
        }
        cluster.text("policy", policy, line.at());
        if (method.equalsIgnoreCase("bytraffic")) {
            draft.differs(
                    line.at(),
                    "lbmethod=bytraffic",
                    "nodes take turns by weight; bytes are not counted",
                    "try headroom");
        } else if (method.equalsIgnoreCase("heartbeat")) {
            draft.differs(
                    line.at(),
                    "lbmethod=heartbeat",
                    "mod_heartmonitor's messages are not read; the agent in the servers reports more",
                    "install the agent and add agent: {} (docs/guides/agent.md)");
        }
    }

    private void setting(DraftSection cluster, String key, String value, HttpdDirective line, Map<String, String> all) {
        switch (key) {
            case "stickysession" -> sticky(cluster, value, line, all);
            case "maxattempts" -> {
                Integer attempts = Words.whole(value, 0, 100);
                if (attempts != null) {
                    cluster.section("retry").literal("attempts", attempts.toString(), line.at());
                }
            }
            case "timeout" -> time(cluster, "queue", "timeout", value, line.at());
            case "failonstatus", "failontimeout" ->
                draft.needless(
                        line.at(),
                        key + "=" + value,
                        "'ejection' takes out nodes that fail under traffic; it is on by default");
            default -> {}
        }
    }

    private void sticky(DraftSection cluster, String value, HttpdDirective line, Map<String, String> all) {
        String cookie = value.split("\\|", 2)[0];
        if (!Words.isCookie(cookie)) {
            draft.missing(
                    line.at(),
                    "stickysession=" + value,
                    "this is not a valid name of a cookie",
                    "add affinity: cookie");
            return;
        }
        DraftSection affinity = cluster.section("affinity", line.at());
        if (routeCookies.contains(cookie)) {
            affinity.literal("mode", "cookie", line.at());
            affinity.text("name", cookie, line.at());
            draft.differs(
                    line.at(),
                    "stickysession=" + value,
                    "the cookie's value is signed, so cookies that httpd set name no node here",
                    "users get a node, perhaps another one, when you change over");
        } else {
            affinity.literal("mode", "jvm-route", line.at());
            affinity.text("cookie", cookie, line.at());
        }
        if (all.getOrDefault("nofailover", "").equalsIgnoreCase("on")) {
            affinity.literal("strict", "true", line.at());
        }
    }
}
