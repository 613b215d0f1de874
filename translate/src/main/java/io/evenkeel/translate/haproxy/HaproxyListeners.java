// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.haproxy.HaproxyBinds.BoundListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A section that listens, as listeners with their routes. */
final class HaproxyListeners {

    private final Draft draft;
    private final HaproxyBinds binds;
    private final HaproxyRates rates;

    /** Names of clusters by those of their sections. */
    private final Map<String, String> clusters;

    private final HaproxyPaths paths;

    HaproxyListeners(
            Draft draft,
            HaproxyCertificates certificates,
            Map<String, String> clusters,
            HaproxyRates rates,
            HaproxyPaths paths) {
        this.paths = paths;
        this.draft = draft;
        this.rates = rates;
        this.binds = new HaproxyBinds(draft, certificates);
        this.clusters = clusters;
    }

    /** Adds the listeners of a section. */
    void add(HaproxySection section, @Nullable HaproxyLine globalMost) {
        boolean tcp = section.mode().equals("tcp");
        List<BoundListener> all = binds.listeners(section);
        List<HaproxyLine> rules = section.own("use_backend");
        HaproxyLine otherwise = section.last("default_backend");
        HaproxyRedirects redirects = new HaproxyRedirects(draft, section);
        HaproxyAccess access = new HaproxyAccess(draft, section);
        for (BoundListener bound : all) {
            DraftSection listener = bound.listener();
            HaproxyLine mode = section.last("mode");
            if (tcp && mode != null) {
                listener.literal("protocol", "tcp", mode.at());
            } else if (tcp) {
                listener.literal("protocol", "tcp");
            }
            List<DraftRoute> routes = routes(section, rules, otherwise, bound.tls());
            if (tcp) {
                rules.forEach(this::routeOfTcp);
                routes.removeIf(each -> each.host() != null || each.path() != null);
            } else {
                routes = paths.of(section, routes);
                routes = ruled(section, bound, routes, redirects, access);
            }
            Draft.route(listener, routes);
            timeouts(section, listener, tcp);
            limits(section, listener, globalMost);
            if (!tcp) {
                origin(section, listener);
                new HaproxyFields(draft).of(section, listener);
                rates.of(section, listener);
            }
            expectProxy(section, listener);
            if (!tcp) {
                proxyTellsAddress(listener);
            }
        }
        if (!tcp && !all.isEmpty()) {
            redirects.done();
            access.done();
        }
    }

    /** The routes behind those that redirect, with the networks that may not use them. */
    private static List<DraftRoute> ruled(
            HaproxySection section,
            BoundListener bound,
            List<DraftRoute> routes,
            HaproxyRedirects redirects,
            HaproxyAccess access) {
        String address = String.valueOf(bound.listener().find("address"));
        HaproxyLine forwarded = section.option("forwardfor");
        List<DraftRoute> all =
                new ArrayList<>(redirects.routes(bound.tls(), address.substring(address.lastIndexOf(':') + 1)));
        all.addAll(routes);
        return access.of(
                bound.listener(),
                all,
                bound.tls(),
                forwarded != null && !forwarded.after("except").isEmpty());
    }

    private void routeOfTcp(HaproxyLine rule) {
        draft.missing(
                rule.at(),
                rule.shown(),
                "a tcp listener sends all its connections to one cluster",
                "let clients use a port for each cluster, or terminate TLS here with protocol: http");
    }

    private List<DraftRoute> routes(
            HaproxySection section, List<HaproxyLine> rules, @Nullable HaproxyLine otherwise, boolean tls) {
        HaproxyConditions conditions = new HaproxyConditions(section, draft, tls);
        List<DraftRoute> routes = new ArrayList<>();
        for (HaproxyLine rule : rules) {
            String cluster = clusters.get(rule.word(1));
            HaproxyConditions.Matches matches = conditions.matches(rule, 2);
            if (cluster == null) {
                draft.missing(
                        rule.at(),
                        rule.shown(),
                        "'" + rule.word(1) + "' is not a section of this file that has servers",
                        "add routes by hand");
                continue;
            }
            if (!matches.isWhole()) {
                draft.missing(
                        rule.at(),
                        rule.shown(),
                        matches.any().isEmpty()
                                ? "routes know hosts and paths only; these requests go where the next rule sends them"
                                : "routes know hosts and paths only; for the other alternatives there is a route",
                        "let a host name or a path tell these requests");
            }
            for (HaproxyMatch match : matches.any()) {
                routes.add(new DraftRoute(match.host(), match.path(), cluster, rule.at()));
            }
        }
        String rest = otherwise == null ? clusters.get(section.name()) : clusters.get(otherwise.word(1));
        boolean own = otherwise == null && section.hasServers();
        if (rest != null && (otherwise != null || own)) {
            routes.add(new DraftRoute(null, null, rest, otherwise == null ? section.at() : otherwise.at()));
        } else if (otherwise != null) {
            draft.missing(
                    otherwise.at(), otherwise.shown(), "'" + otherwise.word(1) + "' has no servers", "add a cluster");
        }
        return routes;
    }

    private void timeouts(HaproxySection section, DraftSection listener, boolean tcp) {
        HaproxyLine client = section.last("timeout", "client");
        HaproxyLine request = section.last("timeout", "http-request");
        HaproxyLine idle = section.last("timeout", "http-keep-alive");
        if (tcp) {
            return;
        }
        DraftSection timeouts = listener.section("timeouts");
        HaproxyTimes.set(timeouts, "head", request, 2, draft);
        HaproxyTimes.set(timeouts, "body", client, 2, draft);
        HaproxyTimes.set(timeouts, "idle", idle == null ? client : idle, 2, draft);
        if (timeouts.isEmpty()) {
            listener.remove("timeouts");
        }
    }

    private void limits(HaproxySection section, DraftSection listener, @Nullable HaproxyLine globalMost) {
        HaproxyLine most = section.last("maxconn");
        HaproxyLine line = most == null ? globalMost : most;
        Integer number = line == null ? null : Words.whole(line.word(1), 1, 10_000_000);
        boolean bound = listener.has("limits") && listener.section("limits").has("connections");
        if (line != null && number != null && !bound) {
            listener.section("limits").literal("connections", number.toString(), line.at());
        }
    }

    private void origin(HaproxySection section, DraftSection listener) {
        HaproxyLine line = section.option("forwardfor");
        if (line == null) {
            return;
        }
        listener.section("forwarded").literal("x-forwarded", "true", line.at());
        String except = line.after("except");
        if (Words.isNetwork(except)) {
            listener.texts("trusted", List.of(except), line.at());
            listener.literals("trusted-fields", List.of("x-forwarded-for"), line.at());
        }
        String header = line.after("header");
        if (!header.isEmpty() && !header.equalsIgnoreCase("X-Forwarded-For")) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "the client's address is sent in X-Forwarded-For and Forwarded, not in " + header,
                    "let the application read X-Forwarded-For");
        }
        if (line.words().contains("if-none")) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "a field that the client sent is believed only from 'trusted' networks",
                    "name the network of the proxy in front in 'trusted'");
        }
    }

    /** Believes no field where a PROXY header tells the client's address: what sends it need not look at fields. */
    private static void proxyTellsAddress(DraftSection listener) {
        if (listener.has("accept-proxy")) {
            listener.remove("trusted-fields");
            listener.literals("trusted-fields", List.of());
        }
    }

    private static void expectProxy(HaproxySection section, DraftSection listener) {
        for (HaproxyLine line : section.own("tcp-request", "connection", "expect-proxy")) {
            List<String> networks = HaproxyBinds.expectProxy(line);
            if (networks != null) {
                listener.literal("accept-proxy", "true", line.at());
                listener.texts("trusted", networks, line.at());
            }
        }
    }
}
