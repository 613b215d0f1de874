// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Balance;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A section with servers as a cluster. */
final class HaproxyClusters {

    private static final Map<String, Balance> POLICIES = Map.ofEntries(
            Map.entry("roundrobin", Balance.IN_TURN),
            Map.entry("static-rr", Balance.IN_TURN),
            Map.entry("leastconn", Balance.LEAST_CONNECTIONS),
            Map.entry("source", Balance.ADDRESS),
            Map.entry("uri", Balance.PATH),
            Map.entry("random", Balance.TWO_BY_CHANCE),
            Map.entry("random(1)", Balance.BY_CHANCE),
            Map.entry("random(2)", Balance.TWO_BY_CHANCE),
            Map.entry("hash src", Balance.ADDRESS),
            Map.entry("hash path", Balance.PATH));

    private static final Pattern MAX_AGE = Pattern.compile("(?:maxlife|maxidle) (\\S+)");
    private static final Pattern STORED_COOKIE = Pattern.compile("(?:req\\.|res\\.)?s?cook(?:ie)?\\(([^)]+)\\).*");

    private final Draft draft;
    private final HaproxyCertificates certificates;

    HaproxyClusters(Draft draft, HaproxyCertificates certificates) {
        this.draft = draft;
        this.certificates = certificates;
    }

    /**
     * Adds the cluster of a section; returns its name.
     *
     * @param port of servers that have none of their own
     */
    String add(HaproxySection section, int port) {
        String name = draft.addCluster(section.name(), section.at());
        DraftSection cluster = draft.cluster(name);
        boolean tcp = section.mode().equals("tcp");
        HaproxyLine balance = section.last("balance");
        cluster.text("policy", "");
        cluster.sections("nodes");
        HaproxyServers servers = new HaproxyServers(section, draft, certificates, cluster, tcp);
        servers.defaultPort(port);
        HaproxyLine checked = servers.add();
        policy(cluster, balance, tcp);
        new HaproxyChecks(section, draft).health(cluster, checked);
        timeouts(section, cluster, tcp);
        if (!tcp) {
            cookie(section, cluster);
        }
        sticking(section, cluster, tcp);
        retries(section, cluster);
        return name;
    }

    private void policy(DraftSection cluster, @Nullable HaproxyLine line, boolean tcp) {
        String words = line == null ? "roundrobin" : String.join(" ", line.from(1));
        Balance found = POLICIES.get(words);
        found = found == null && line != null ? POLICIES.get(line.word(1)) : found;
        if (found == Balance.PATH && tcp) {
            found = null;
        }
        if (found == null) {
            cluster.remove("policy");
            if (line != null) {
                draft.differs(
                        line.at(),
                        line.shown(),
                        "no policy chooses like this; the default, headroom, is in force",
                        "'evenkeel policies' lists what there is; for sessions see 'affinity'");
            }
            return;
        }
        String policy = found.policy(cluster.sections("nodes"));
        if (line == null) {
            cluster.text("policy", policy);
        } else {
            cluster.text("policy", policy, line.at());
        }
        if (line != null && found == Balance.ADDRESS) {
            draft.differs(
                    line.at(), line.shown(), "addresses are hashed in another way: clients change their node once", "");
        }
    }

    private void timeouts(HaproxySection section, DraftSection cluster, boolean tcp) {
        HaproxyLine server = section.last("timeout", "server");
        HaproxyLine tunnel = section.last("timeout", "tunnel");
        HaproxyTimes.set(cluster.section("timeouts"), "connect", section.last("timeout", "connect"), 2, draft);
        if (!tcp) {
            HaproxyTimes.set(cluster.section("timeouts"), "response", server, 2, draft);
        }
        HaproxyTimes.set(cluster.section("timeouts"), "tunnel", tunnel != null || !tcp ? tunnel : server, 2, draft);
        if (cluster.section("timeouts").isEmpty()) {
            cluster.remove("timeouts");
        }
        HaproxyLine queue = section.last("timeout", "queue");
        if (queue != null) {
            HaproxyTimes.set(cluster.section("queue"), "timeout", queue, 2, draft);
            if (cluster.section("queue").isEmpty()) {
                cluster.remove("queue");
            }
        }
    }

    private void cookie(HaproxySection section, DraftSection cluster) {
        HaproxyLine line = section.last("cookie");
        if (line == null) {
            HaproxyLine old = section.last("appsession");
            if (old != null && Words.isCookie(old.word(1))) {
                learned(cluster, old, old.word(1));
            }
            return;
        }
        String name = line.word(1);
        if (!Words.isCookie(name)) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "'" + name + "' is not a valid name for a cookie here",
                    "add affinity: cookie");
            return;
        }
        if (line.words().contains("prefix")) {
            learned(cluster, line, name);
            draft.differs(
                    line.at(),
                    line.shown(),
                    "the application's cookie is not changed; the node of each value is remembered instead, and lost"
                            + " with a restart",
                    "mode: jvm-route remembers nothing, where servers append a route to their sessions"
                            + " (docs/guides/sessions.md)");
            return;
        }
        DraftSection affinity = cluster.section("affinity", line.at());
        affinity.literal("mode", "cookie", line.at());
        affinity.text("name", name, line.at());
        attributes(line, affinity);
        draft.differs(
                line.at(),
                line.shown(),
                "the cookie's value is signed, so cookies that HAProxy set name no node here",
                "users get a node, perhaps another one, when you change over; do it when few are there");
    }

    private static void learned(DraftSection cluster, HaproxyLine line, String name) {
        DraftSection affinity = cluster.section("affinity", line.at());
        affinity.literal("mode", "learned", line.at());
        affinity.text("cookie", name, line.at());
    }

    private void attributes(HaproxyLine line, DraftSection affinity) {
        String domain = line.after("domain").replaceFirst("^\\.", "");
        if (Words.isHost(domain)) {
            affinity.text("domain", domain, line.at());
        }
        Matcher age = MAX_AGE.matcher(String.join(" ", line.words()));
        if (age.find()) {
            long ms = HaproxyTimes.ms(age.group(1).matches("[0-9]+") ? age.group(1) + "s" : age.group(1));
            String time = ms < 60_000 ? null : Words.duration(Math.min(ms, 400L * 86_400_000));
            if (time != null) {
                affinity.literal("age", time, line.at());
            }
        }
        if (line.words().contains("secure")) {
            affinity.literal("secure", "always", line.at());
        }
        String attribute = line.after("attr").toLowerCase(Locale.ROOT);
        if (attribute.matches("samesite=(lax|strict|none)")) {
            affinity.literal("same-site", attribute.substring("samesite=".length()), line.at());
            if (attribute.endsWith("none")) {
                affinity.literal("secure", "always", line.at());
            }
        }
    }

    private void sticking(HaproxySection section, DraftSection cluster, boolean tcp) {
        HaproxyLine table = section.last("stick-table");
        HaproxyLine by = null;
        for (String kind : new String[] {"on", "match", "store-request", "store-response"}) {
            for (HaproxyLine line : section.all("stick", kind)) {
                by = by == null || kind.equals("store-response") ? line : by;
            }
        }
        if (by == null || cluster.has("affinity")) {
            if (table != null) {
                new HaproxyRemainder(draft).tell(table);
            }
            if (by != null) {
                draft.missing(by.at(), by.shown(), "a cluster has one kind of affinity, and the cookie is it", "");
            }
            return;
        }
        Matcher cookie = STORED_COOKIE.matcher(by.word(2));
        if (by.word(2).equals("src")) {
            cluster.section("affinity", by.at()).literal("mode", "source-ip", by.at());
        } else if (!tcp && cookie.matches() && Words.isCookie(cookie.group(1))) {
            learned(cluster, by, cookie.group(1));
        } else {
            draft.missing(
                    by.at(),
                    by.shown(),
                    "clients are not tied to nodes by this",
                    "affinity: cookie asks nothing of the servers (docs/guides/sessions.md)");
            return;
        }
        if (table != null) {
            entries(cluster.section("affinity"), table);
        }
    }

    private void entries(DraftSection affinity, HaproxyLine table) {
        long size = HaproxyTimes.size(table.after("size"));
        if (size >= 1 && size <= 100_000_000) {
            affinity.literal("entries", Long.toString(size), table.at());
        }
        String idle = table.after("expire").isEmpty() ? null : Words.duration(HaproxyTimes.ms(table.after("expire")));
        if (idle != null) {
            affinity.literal("idle", idle, table.at());
        }
        if (!table.after("peers").isEmpty()) {
            draft.missing(
                    table.at(),
                    "stick-table ... peers " + table.after("peers"),
                    "the table is not shared with other dispatchers",
                    "mode: learned can share it by 'store' (docs/guides/sessions.md)");
        }
    }

    private void retries(HaproxySection section, DraftSection cluster) {
        HaproxyLine retries = section.last("retries");
        HaproxyLine redispatch = section.option("redispatch");
        Integer number = retries == null ? null : Words.whole(retries.word(1), 0, 100);
        if (retries != null && number != null) {
            cluster.section("retry").literal("attempts", number.toString(), retries.at());
            if (redispatch == null && number > 0) {
                draft.differs(
                        retries.at(), retries.shown(), "each retry goes to another node, never to the same one", "");
            }
        }
        for (HaproxyLine line : section.all("retry-on")) {
            draft.needless(
                    line.at(),
                    line.shown(),
                    "a request is sent again when its node cannot have done it (docs/decisions/0005)");
        }
    }
}
