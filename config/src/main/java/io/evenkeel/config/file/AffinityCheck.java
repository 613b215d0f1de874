// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.SameSite;
import io.evenkeel.config.cluster.AffinitySettings.Secure;
import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks that the affinity of a cluster can do what it says, and that its nodes' routes differ. */
final class AffinityCheck {

    /** Keys of the cookie that names a node. */
    private static final List<String> OF_THE_COOKIE = List.of("name", "age");

    /** Keys of all cookies of the dispatcher. */
    private static final List<String> OF_COOKIES = List.of("path", "domain", "secure", "same-site");

    /** Keys for {@code none} are the others, since sessions are counted without affinity, too. */
    private static final List<String> OF_A_MODE = List.of("strict", "name", "age");

    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Pattern PORT = Pattern.compile("[^/\\[]:([0-9]+)(/|$)");

    /** Browsers keep no cookie longer. */
    private static final Duration LONGEST = Duration.ofDays(400);

    private final Problems problems;

    AffinityCheck(Problems problems) {
        this.problems = problems;
    }

    /** @param tcpListener name of a TCP listener that the cluster serves; null when there is none */
    void check(ParsedSection cluster, @Nullable String tcpListener) {
        routes(cluster.blocks("nodes"));
        ParsedSection affinity = cluster.block("affinity");
        Mode mode = affinity == null ? null : affinity.find("mode", Mode.class);
        if (affinity != null && mode != null && affinity.gives("store")) {
            store(affinity, mode);
        }
        if (affinity == null || mode == null) {
            return;
        }
        String word = ScalarTypes.spelling(mode);
        boolean tellsTimes = affinity.gives("response-time");
        if (tellsTimes) {
            responseTime(affinity, mode, tcpListener);
        }
        if (mode == Mode.COOKIE || tellsTimes) {
            cookies(affinity);
        }
        if (mode == Mode.NONE) {
            withoutMode(affinity, word, OF_A_MODE);
            if (!tellsTimes) {
                withoutMode(affinity, word, OF_COOKIES);
            }
            return;
        }
        TextPlace place = affinity.placeOf("mode");
        if (tcpListener != null && mode != Mode.SOURCE_IP) {
            problems.error(
                    place,
                    "affinity '" + word + "' needs HTTP, but listener '" + tcpListener + "' is tcp",
                    "use source-ip, or an http listener");
        } else if (tcpListener == null && cluster.find("assign", Assign.class) == Assign.CONNECTION) {
            problems.error(
                    place,
                    "affinity '" + word + "' and 'assign: connection' both tie clients to nodes",
                    "leave 'assign' out, so that each request goes to the node of its session");
        }
        for (String key : OF_THE_COOKIE) {
            unused(affinity, key, mode == Mode.COOKIE, word);
        }
        for (String key : OF_COOKIES) {
            unused(affinity, key, mode == Mode.COOKIE || tellsTimes, word);
        }
        if (mode == Mode.COOKIE) {
            name(affinity, "name");
            age(affinity);
        }
    }

    private void responseTime(ParsedSection affinity, Mode mode, @Nullable String tcpListener) {
        name(affinity, "response-time");
        if (tcpListener != null) {
            problems.error(
                    affinity.keyPlace("response-time"),
                    "'response-time' needs HTTP, but listener '" + tcpListener + "' is tcp",
                    "leave it out, or use an http listener");
        }
        String name = affinity.find("response-time", String.class);
        if (mode == Mode.COOKIE && name != null && name.equals(affinity.find("name", String.class))) {
            problems.error(
                    affinity.placeOf("response-time"),
                    "the cookie of the response time has the name of the one that names the node",
                    "give 'response-time' another name");
        }
    }

    /** Keys that say how clients are tied, where nothing says that they are. */
    private void withoutMode(ParsedSection affinity, String word, List<String> keys) {
        for (String key : keys) {
            if (affinity.gives("mode")) {
                unused(affinity, key, false, word);
            } else if (affinity.gives(key)) {
                problems.error(
                        affinity.keyPlace(key),
                        "'" + key + "' does nothing without a 'mode', and without one no client is tied to a node",
                        "add mode: cookie, which asks nothing of the servers, or jvm-route, learned or source-ip");
            }
        }
    }

    /**
     * Warns of affinity where clients are sent to their nodes and come back no more.
     *
     * @param redirector name of a listener that sends the clients of this cluster to its nodes; null for none
     */
    void redirected(ParsedSection cluster, @Nullable String redirector) {
        ParsedSection affinity = cluster.block("affinity");
        Mode mode = affinity == null ? null : affinity.find("mode", Mode.class);
        if (redirector != null && affinity != null && mode != null && mode != Mode.NONE) {
            problems.warning(
                    affinity.placeOf("mode"),
                    "affinity '" + ScalarTypes.spelling(mode) + "' ties no client of listener '" + redirector
                            + "', which sends each to a node and sees no answer of it",
                    "the client stays at its node by itself; leave 'affinity' out, or let the listener proxy");
        }
    }

    private void store(ParsedSection affinity, Mode mode) {
        if (mode != Mode.LEARNED) {
            problems.error(
                    affinity.keyPlace("store"),
                    "affinity '" + ScalarTypes.spelling(mode) + "' has nothing to keep in a store",
                    "use 'mode: learned', or leave 'store' out");
        }
        ParsedSection store = affinity.block("store");
        if (store == null) {
            return;
        }
        String url = store.find("url", String.class);
        Matcher port = PORT.matcher(url == null ? "" : url);
        if (port.find() && !isPort(Integer.parseInt(port.group(1)))) {
            problems.error(store.placeOf("url"), "'url' has no port from 1 to 65535", null);
        }
        if (store.gives("user") && !store.gives("password")) {
            problems.error(store.keyPlace("user"), "'user' needs a 'password'", null);
        }
        Duration timeout = store.find("timeout", Duration.class);
        if (timeout != null && (timeout.compareTo(SHORTEST_WAIT) < 0 || timeout.compareTo(LONGEST_WAIT) > 0)) {
            problems.error(
                    store.placeOf("timeout"), "'timeout' is not from 1ms to 1s", "the first request of a client waits");
        }
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= 65_535;
    }

    private void unused(ParsedSection affinity, String key, boolean used, String mode) {
        if (!used && affinity.gives(key)) {
            problems.warning(affinity.keyPlace(key), "'" + key + "' does nothing with affinity '" + mode + "'", null);
        }
    }

    private void cookies(ParsedSection affinity) {
        Secure secure = affinity.find("secure", Secure.class);
        if (secure != Secure.ALWAYS && affinity.find("same-site", SameSite.class) == SameSite.NONE) {
            problems.error(
                    affinity.placeOf("same-site"),
                    "browsers drop a cookie with SameSite=None that is not Secure",
                    "add 'secure: always'");
        }
        String domain = affinity.find("domain", String.class);
        if (domain != null && domain.startsWith("*")) {
            problems.error(
                    affinity.placeOf("domain"),
                    "browsers drop a cookie whose domain has an asterisk",
                    "write '" + domain.substring(2) + "', which holds for the hosts below it, too");
        }
    }

    /** @param key the key whose value is the name of a cookie of the dispatcher */
    private void name(ParsedSection affinity, String key) {
        String name = affinity.find(key, String.class);
        Secure secure = affinity.find("secure", Secure.class);
        if (name != null && name.equals(affinity.find("cookie", String.class))) {
            problems.error(
                    affinity.placeOf(key),
                    "the dispatcher's cookie has the name of the application's",
                    "give '" + key + "' another name, or leave it out");
        }
        if (name != null && name.startsWith("__Secure-") && secure != Secure.ALWAYS) {
            problems.error(
                    affinity.placeOf(key),
                    "browsers drop '" + name + "' when it is not Secure",
                    "add 'secure: always'");
        }
        if (name != null
                && name.startsWith("__Host-")
                && (secure != Secure.ALWAYS
                        || affinity.gives("domain")
                        || !"/".equals(affinity.find("path", String.class)))) {
            problems.error(
                    affinity.placeOf(key),
                    "browsers drop '" + name + "' unless it is Secure, for path / and without a domain",
                    "add 'secure: always', and leave 'path' and 'domain' out");
        }
    }

    private void age(ParsedSection affinity) {
        Duration age = affinity.find("age", Duration.class);
        if (age != null && age.compareTo(SHORTEST) < 0) {
            problems.error(affinity.placeOf("age"), "'age' is less than a minute", "a visit takes longer");
        } else if (age != null && age.compareTo(LONGEST) > 0) {
            problems.error(affinity.placeOf("age"), "browsers keep no cookie longer than 400 days", "use at most 400d");
        }
    }

    private void routes(List<ParsedSection> nodes) {
        Map<String, ParsedSection> routes = new HashMap<>();
        for (ParsedSection node : nodes) {
            String route = node.find("route", String.class);
            ParsedSection first = route == null ? null : routes.putIfAbsent(route, node);
            if (first != null && (node.gives("route") || first.gives("route"))) {
                problems.error(
                        node.gives("route") ? node.placeOf("route") : node.placeOf("address"),
                        "two nodes of this cluster have the route '" + route + "'",
                        "the first is on line " + first.place().line() + "; give one of them another 'route'");
            }
        }
    }
}
