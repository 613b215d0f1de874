// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Balancers, single servers and mod_jk's workers as clusters. */
final class HttpdClusters {

    private static final int BEFORE_NAME = "balancer://".length();
    private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final Pattern BALANCER = Pattern.compile("(?i)balancer://([^/]+)/?(.*)");

    /** A balancer with the lines that say what it is. */
    private record Balancer(HttpdDirective first, List<HttpdDirective> members, List<HttpdDirective> settings) {}

    private final Draft draft;
    private final Map<String, Balancer> balancers = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final HttpdNodes nodes;
    private final HttpdManagement management;

    /** @param routeCookies cookies that a Header directive sets to the route of the server */
    HttpdClusters(Draft draft, List<String> routeCookies, HttpdManagement management) {
        this.draft = draft;
        this.management = management;
        this.nodes = new HttpdNodes(draft, routeCookies);
    }

    /** Notes what a directive says of balancers; others are passed over. */
    void know(HttpdDirective directive) {
        switch (directive.name()) {
            case "<proxy" -> {
                Matcher name = BALANCER.matcher(directive.argument(0));
                if (name.matches()) {
                    Balancer balancer = balancer(name.group(1), directive.understood());
                    for (HttpdDirective each : directive.inside()) {
                        if (each.name().equals("balancermember")) {
                            balancer.members().add(each.understood());
                        } else if (each.name().equals("proxyset")) {
                            balancer.settings().add(each.understood());
                        }
                    }
                }
            }
            case "balancermember", "proxyset" -> {
                Matcher name = BALANCER.matcher(directive.argument(0));
                if (name.matches()) {
                    Balancer balancer = balancer(name.group(1), directive.understood());
                    (directive.name().equals("proxyset") ? balancer.settings() : balancer.members()).add(directive);
                }
            }
            default -> {}
        }
    }

    private Balancer balancer(String name, HttpdDirective first) {
        return balancers.computeIfAbsent(
                name.toLowerCase(Locale.ROOT), any -> new Balancer(first, new ArrayList<>(), new ArrayList<>()));
    }

    /**
     * The cluster that a ProxyPass sends its requests to; null when it is none.
     *
     * @param path the path that clients ask for
     * @param target the address behind it
     * @param parameters of the ProxyPass
     * @param rules of the route, which get the prefixes that paths lose and get
     */
    @Nullable
    String cluster(
            HttpdDirective pass,
            String path,
            String target,
            Map<String, String> parameters,
            HttpdHost host,
            DraftSection rules) {
        Matcher balancer = BALANCER.matcher(target);
        if (balancer.matches()) {
            int slash = target.indexOf('/', BEFORE_NAME);
            changedPath(pass, path, slash < 0 ? "" : target.substring(slash), rules);
            return ofBalancer(pass, balancer.group(1), parameters, host);
        }
        HttpdTarget server = HttpdTarget.of(target);
        if (server == null) {
            draft.missing(pass.at(), pass.shown(), "a node is a host and a TCP port that speaks HTTP", "");
            return null;
        }
        changedPath(pass, path, server.path(), rules);
        String known = names.get(server.key());
        if (known == null) {
            known = draft.addCluster(server.host().replace(':', '-') + "-" + server.port(), pass.at());
            names.put(server.key(), known);
            draft.cluster(known).sections("nodes");
            nodes.add(draft.cluster(known), pass, target, parameters, host);
        }
        return known;
    }

    private @Nullable String ofBalancer(
            HttpdDirective pass, String name, Map<String, String> parameters, HttpdHost host) {
        String key = "balancer " + name.toLowerCase(Locale.ROOT);
        String known = names.get(key);
        if (known != null) {
            return known;
        }
        Balancer balancer = balancers.get(name.toLowerCase(Locale.ROOT));
        String managed = balancer == null ? management.cluster(name) : null;
        if (managed != null) {
            names.put(key, managed);
            nodes.policy(draft.cluster(managed), pass, parameters, List.of());
            draft.cluster(managed).remove("policy"); // mod_cluster chooses by what servers report, as the default does
            return managed;
        }
        if (balancer == null) {
            draft.missing(pass.at(), pass.shown(), "there is no balancer '" + name + "' in the files", "add a cluster");
            return null;
        }
        String cluster = draft.addCluster(name, balancer.first().at());
        names.put(key, cluster);
        DraftSection section = draft.cluster(cluster);
        section.text("policy", "");
        section.sections("nodes");
        for (HttpdDirective member : balancer.members()) {
            boolean named = BALANCER.matcher(member.argument(0)).matches();
            nodes.add(section, member, member.argument(named ? 1 : 0), member.parameters(named ? 2 : 1), host);
        }
        nodes.policy(section, pass, parameters, balancer.settings());
        return cluster;
    }

    /** A cluster of mod_jk's workers; null when there is none of the name. */
    @Nullable
    String ofWorker(HttpdDirective mount, String worker, HttpdWorkers workers) {
        String known = names.get("worker " + worker);
        if (known == null && workers.knows(worker)) {
            known = draft.addCluster(worker, mount.at());
            names.put("worker " + worker, known);
            workers.fill(draft.cluster(known), worker);
        }
        return known;
    }

    /** Tells the balancers that no request reaches. */
    void tellUnused() {
        balancers.forEach((name, balancer) -> {
            if (!names.containsKey("balancer " + name)) {
                draft.missing(
                        balancer.first().at(),
                        balancer.first().shown(),
                        "no ProxyPass that could be translated leads to it, so there is no cluster for it",
                        "");
            }
        });
    }

    private void changedPath(HttpdDirective pass, String path, String behind, DraftSection rules) {
        String from = Words.withoutEndSlashes(path);
        String to = Words.withoutEndSlashes(behind);
        boolean whole = path.endsWith("/") == behind.endsWith("/")
                && path.length() - from.length() <= 1
                && behind.length() - to.length() <= 1
                && PREFIX.matcher(from).matches()
                && PREFIX.matcher(to).matches();
        if (!from.equals(to) && whole) {
            if (!from.isEmpty()) {
                rules.text("strip-prefix", from, pass.at());
            }
            if (!to.isEmpty()) {
                rules.text("add-prefix", to, pass.at());
            }
        } else if (!from.equals(to)) {
            draft.differs(
                    pass.at(),
                    pass.shown(),
                    "paths are passed on unchanged: " + from + "/x arrives as " + from + "/x, not as " + to + "/x",
                    "let both paths of the line end in a slash, or none; then they become strip-prefix and add-prefix");
        }
    }
}
