// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Balance;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An {@code upstream} as the nodes and the policy of a cluster. */
final class NginxUpstream {

    private static final Map<String, Balance> POLICIES = Map.of(
            "least_conn", Balance.LEAST_CONNECTIONS,
            "ip_hash", Balance.ADDRESS,
            "random", Balance.BY_CHANCE,
            "random two", Balance.TWO_BY_CHANCE,
            "random two least_conn", Balance.TWO_BY_CHANCE,
            "least_time", Balance.FASTEST,
            "hash $remote_addr", Balance.ADDRESS,
            "hash $binary_remote_addr", Balance.ADDRESS,
            "hash $request_uri", Balance.PATH,
            "hash $uri", Balance.PATH);

    private final Draft draft;
    private final boolean stream;

    NginxUpstream(Draft draft, boolean stream) {
        this.draft = draft;
        this.stream = stream;
    }

    /** The address of a server as a node has it; null when it is none. */
    static @Nullable String address(String text, int port) {
        int colon = text.lastIndexOf(':');
        boolean bare = text.startsWith("[") ? text.endsWith("]") : colon < 0;
        Integer own = bare ? Integer.valueOf(port) : Words.whole(text.substring(colon + 1), 1, 65_535);
        return own == null ? null : Words.address(bare ? text : text.substring(0, colon), own);
    }

    void fill(DraftSection cluster, NginxDirective upstream, int port) {
        cluster.text("policy", "");
        cluster.sections("nodes");
        Balance balance = Balance.IN_TURN;
        NginxDirective by = null;
        for (NginxDirective each : upstream.inside()) {
            boolean first = !each.isUnderstood();
            each.understood();
            switch (each.name()) {
                case "server" -> server(cluster, each, port);
                case "least_conn", "ip_hash", "random", "least_time", "hash" -> {
                    by = each;
                    balance = balance(each);
                }
                case "keepalive" -> pool(cluster, each);
                case "keepalive_timeout" -> {
                    String idle = Words.duration(NginxScope.ms(each.argument(1)));
                    if (idle != null) {
                        cluster.section("pool").literal("idle", idle, each.at());
                    }
                }
                case "sticky", "sticky_cookie_insert" -> sticky(cluster, each);
                case "queue" -> queue(cluster, each);
                default -> {
                    if (first) {
                        new NginxRemainder(draft).tell(each);
                    }
                }
            }
        }
        if (balance == null) {
            cluster.remove("policy");
        } else if (by == null) {
            cluster.text("policy", balance.policy(cluster.sections("nodes")));
        } else {
            cluster.text("policy", balance.policy(cluster.sections("nodes")), by.at());
        }
    }

    private @Nullable Balance balance(NginxDirective by) {
        String words = (by.name() + " " + String.join(" ", by.arguments()))
                .replace(" consistent", "")
                .strip();
        Balance found = POLICIES.get(words);
        found = found == null && !by.name().equals("hash") ? POLICIES.get(by.name()) : found;
        if (found == null || (stream && found == Balance.PATH)) {
            draft.differs(
                    by.at(),
                    by.shown(),
                    "no policy chooses like this; the default, headroom, is in force",
                    "'evenkeel policies' lists what there is; for sessions see 'affinity'");
            return null;
        }
        if (found == Balance.ADDRESS) {
            draft.differs(
                    by.at(), by.shown(), "addresses are hashed in another way: clients change their node once", "");
        }
        return found;
    }

    private void server(DraftSection cluster, NginxDirective server, int port) {
        if (server.arguments().contains("down")) {
            draft.missing(
                    server.at(),
                    server.shown(),
                    "the server is left out: a node that gets no requests is not written in the file",
                    "add it when it is to work");
            return;
        }
        String text = server.argument(1);
        String address = text.startsWith("unix:") ? null : address(text, port);
        if (address == null) {
            draft.missing(
                    server.at(), server.shown(), "'" + text + "' is not the address of a node", "write host:port");
            return;
        }
        DraftSection node = Draft.node(
                cluster,
                server.value("id").isEmpty() ? address.replace(':', '-') : server.value("id"),
                address,
                server.at());
        Integer weight = Words.whole(server.value("weight"), 1, 1_000_000);
        if (weight != null) {
            node.literal("weight", weight.toString());
        }
        Integer most = Words.whole(server.value("max_conns"), 1, Integer.MAX_VALUE);
        if (most != null) {
            node.literal("max-in-flight", most.toString());
        }
        if (server.value("route").matches("[A-Za-z0-9._-]+")) {
            node.text("route", server.value("route"));
        }
        if (server.arguments().contains("backup")) {
            node.literal("backup", "true");
        }
        String start = Words.duration(NginxScope.ms(server.value("slow_start")));
        if (start != null) {
            cluster.literal("slow-start", start, server.at());
        }
        failures(cluster, server);
        if (server.arguments().contains("resolve")) {
            draft.differs(
                    server.at(),
                    server.shown(),
                    "the name is looked up again whenever its answer is over, and is one node at one of its addresses",
                    "discover: {dns: NAME, port: PORT} of the cluster makes a node of each address");
        }
    }

    /** nginx counts failures of each server; here the numbers are those of the cluster. */
    private static void failures(DraftSection cluster, NginxDirective server) {
        Integer most = Words.whole(server.value("max_fails"), 0, 1_000_000);
        if (most != null) {
            cluster.section("ejection").literal("consecutive", most.toString(), server.at());
        }
        String time = Words.duration(NginxScope.ms(server.value("fail_timeout")));
        if (time != null) {
            cluster.section("ejection").literal("base", time, server.at());
        }
    }

    private static void pool(DraftSection cluster, NginxDirective keepalive) {
        Integer most = Words.whole(keepalive.argument(1), 0, 1_000_000);
        if (most != null) {
            cluster.section("pool").literal("max-idle", most.toString(), keepalive.at());
        }
    }

    private static void queue(DraftSection cluster, NginxDirective queue) {
        Integer size = Words.whole(queue.argument(1), 0, 1_000_000);
        if (size != null) {
            cluster.section("queue").literal("size", size.toString(), queue.at());
        }
        String time = Words.duration(NginxScope.ms(queue.value("timeout")));
        if (time != null) {
            cluster.section("queue").literal("timeout", time, queue.at());
        }
    }

    private void sticky(DraftSection cluster, NginxDirective sticky) {
        String kind = sticky.argument(1);
        DraftSection affinity = cluster.section("affinity", sticky.at());
        if (kind.equals("learn")) {
            affinity.literal("mode", "learned", sticky.at());
            String cookie = sticky.value("lookup").replaceFirst("^\\$cookie_", "");
            if (Words.isCookie(cookie)) {
                affinity.text("cookie", cookie, sticky.at());
            }
            return;
        } else if (kind.equals("route")) {
            affinity.literal("mode", "jvm-route", sticky.at());
            draft.differs(
                    sticky.at(),
                    sticky.shown(),
                    "the route is read from the session cookie (JSESSIONID=ID.ROUTE) or ;jsessionid= alone",
                    "name the cookie in 'affinity.cookie'");
            return;
        }
        String name = kind.equals("cookie") ? sticky.argument(2) : sticky.value("name");
        affinity.literal("mode", "cookie", sticky.at());
        if (Words.isCookie(name)) {
            affinity.text("name", name, sticky.at());
        }
        long ms = NginxScope.ms(sticky.value("expires"));
        String age = ms < 60_000 ? null : Words.duration(Math.min(ms, 400L * 86_400_000));
        if (age != null) {
            affinity.literal("age", age, sticky.at());
        }
        String domain = sticky.value("domain").replaceFirst("^\\.", "");
        if (Words.isHost(domain)) {
            affinity.text("domain", domain, sticky.at());
        }
        if (sticky.value("path").matches("/[!-:<-~]*")) {
            affinity.text("path", sticky.value("path"), sticky.at());
        }
        if (sticky.arguments().contains("secure")) {
            affinity.literal("secure", "always", sticky.at());
        }
        String sameSite = sticky.value("samesite").toLowerCase(Locale.ROOT);
        if (sameSite.matches("lax|strict|none")) {
            affinity.literal("same-site", sameSite, sticky.at());
        }
        draft.differs(
                sticky.at(),
                sticky.shown(),
                "the cookie's value is signed, so cookies that nginx set name no node here",
                "users get a node, perhaps another one, when you change over");
    }
}
