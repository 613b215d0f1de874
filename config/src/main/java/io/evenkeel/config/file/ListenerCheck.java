// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.mcmp.McmpCheck;
import io.evenkeel.config.file.rule.RuleCheck;
import io.evenkeel.config.listener.ListenerSettings.Mode;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.ProcessLimits;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that listeners agree with each other and with the clusters they name. One use. */
final class ListenerCheck {

    /** An address that is taken, and its owner. */
    private record Taken(HostPort address, String owner) {}

    private static final List<String> REQUEST_LIMITS = List.of("head", "target", "fields", "body", "streams", "rate");

    private final Set<String> clusters;
    private final ProcessLimits here;
    private final Problems problems;
    private final Map<String, TextPlace> names = new HashMap<>();
    private final List<Taken> taken = new ArrayList<>();
    private final Map<String, Protocol> protocols = new HashMap<>();
    private final Map<String, String> tcpListeners = new HashMap<>();
    private final Map<String, String> redirectors = new HashMap<>();
    private final Map<String, String> registrars = new HashMap<>();

    /**
     * @param clusters names of the clusters there are
     * @param here the resources that this process may have on this machine
     */
    ListenerCheck(Set<String> clusters, ProcessLimits here, Problems problems) {
        this.clusters = clusters;
        this.here = here;
        this.problems = problems;
    }

    void check(ParsedSection listener) {
        unique(listener);
        targets(listener);
        boolean tcp = isTcp(listener);
        new McmpCheck(problems).listener(listener, registrars);
        if (isMcmp(listener)) {
            room(listener.section("limits"));
            return;
        }
        if (tcp) {
            for (String key : List.of("forwarded", "trusted-fields", "headers", "paths", "mode", "http2")) {
                withoutEffect(listener, key);
            }
            for (String key : REQUEST_LIMITS) {
                withoutEffect(listener.section("limits"), key);
            }
        }
        room(listener.section("limits"));
        Item trusted = listener.item("trusted");
        if (!tcp && listener.gives("trusted-fields") && !listener.gives("trusted")) {
            problems.warning(
                    listener.keyPlace("trusted-fields"),
                    "'trusted-fields' does nothing without 'trusted'",
                    "add trusted: [10.0.0.0/8]");
        }
        if (Boolean.TRUE.equals(listener.find("accept-proxy", Boolean.class))
                && (trusted == null || trusted.items().isEmpty())
                && !(listener.gives("trusted") && trusted == null)) {
            problems.warning(
                    listener.placeOf("accept-proxy"),
                    "no PROXY header will be accepted, because no network is trusted",
                    "add trusted: [10.0.0.0/8]");
        }
    }

    private void withoutEffect(ParsedSection block, String key) {
        if (block.gives(key)) {
            problems.warning(block.keyPlace(key), "'" + key + "' does nothing on a tcp listener", null);
        }
    }

    /** Warns of a limit that cannot be reached, because it protects nothing. */
    private void room(ParsedSection limits) {
        Integer connections = limits.find("connections", Integer.class);
        if (connections == null || !limits.gives("connections")) {
            return;
        }
        long descriptors = here.descriptors();
        long needed = connections + (long) ProcessLimits.OTHER_DESCRIPTORS;
        if (needed > descriptors) {
            problems.warning(
                    limits.placeOf("connections"),
                    "a process may open only " + descriptors + " files and sockets here, which is too few for "
                            + connections + " connections",
                    "raise ulimit -n to " + (2L * connections + ProcessLimits.OTHER_DESCRIPTORS)
                            + ", which is enough for two sockets each, or lower the limit to "
                            + Math.max(1, (descriptors - ProcessLimits.OTHER_DESCRIPTORS) / 2));
        }
    }

    void admin(ParsedSection admin) {
        HostPort address = admin.find("address", HostPort.class);
        if (address == null) {
            return;
        }
        take(address, "admin", admin.placeOf("address"));
        ParsedSection broker = admin.block("broker");
        if (broker != null) {
            broker(broker);
        }
        Item tls = admin.item("tls");
        boolean secure = admin.gives("tls") && (tls == null || !((ParsedSection) tls.value()).isOff());
        if (!secure && !isLoopback(address.host())) {
            problems.warning(
                    admin.placeOf("address"),
                    "the admin server can be reached from other machines, over plain HTTP",
                    "use 127.0.0.1, or add tls: {certificate: FILE, key: FILE}");
        }
    }

    /** Warns of a quantum that no client gets. */
    private void broker(ParsedSection broker) {
        Duration quantum = broker.find("quantum", Duration.class);
        Duration most = broker.find("max-quantum", Duration.class);
        if (broker.gives("quantum") && quantum != null && most != null && quantum.compareTo(most) > 0) {
            problems.warning(
                    broker.placeOf("quantum"),
                    "no client gets this quantum, because it is longer than max-quantum",
                    "raise max-quantum, or lower this");
        }
    }

    /** True when a listener uses the cluster. */
    boolean uses(String cluster) {
        return protocols.containsKey(cluster);
    }

    /** Name of a TCP listener that uses the cluster, or null. */
    @Nullable
    String tcpListener(String cluster) {
        return tcpListeners.get(cluster);
    }

    /** Name of a listener that redirects to the cluster's nodes, or null. */
    @Nullable
    String redirector(String cluster) {
        return redirectors.get(cluster);
    }

    private void unique(ParsedSection listener) {
        HostPort address = listener.find("address", HostPort.class);
        String name = listener.find("name", String.class);
        if (address != null) {
            take(address, name == null ? "another listener" : "listener '" + name + "'", listener.placeOf("address"));
        }
        if (name == null || (!listener.gives("name") && address != null && address.port() != 0)) {
            return;
        }
        TextPlace first = names.putIfAbsent(name, listener.placeOf("name"));
        if (first != null) {
            problems.error(
                    listener.gives("name") ? listener.placeOf("name") : listener.placeOf("address"),
                    "two listeners are named '" + name + "'",
                    listener.gives("name") ? "the first is on line " + first.line() : "give them names");
        }
    }

    private void take(HostPort address, String owner, TextPlace place) {
        if (address.port() == 0) {
            return;
        }
        for (Taken other : taken) {
            if (overlap(address, other.address())) {
                problems.error(place, "address " + address + " is taken by " + other.owner(), null);
                return;
            }
        }
        taken.add(new Taken(address, owner));
    }

    private static boolean overlap(HostPort a, HostPort b) {
        return a.port() == b.port()
                && (a.host().equalsIgnoreCase(b.host()) || isWildcard(a.host()) || isWildcard(b.host()));
    }

    private static boolean isWildcard(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    private static boolean isLoopback(String host) {
        boolean literal = host.indexOf(':') >= 0 || Character.digit(host.charAt(host.length() - 1), 10) >= 0;
        if (!literal) {
            return host.equals("localhost");
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private void targets(ParsedSection listener) {
        boolean tcp = isTcp(listener);
        boolean redirects = listener.gives("redirect") && !tcp && !isMcmp(listener);
        boolean all = redirects && !RuleCheck.redirectsToHttps(listener);
        if (all && (listener.gives("cluster") || listener.gives("routes"))) {
            String key = listener.gives("cluster") ? "cluster" : "routes";
            problems.error(
                    listener.keyPlace(key),
                    "'redirect' answers every request of this listener, so '" + key + "' does nothing",
                    "remove it, or put 'redirect' into a route");
        } else if (listener.gives("cluster") && listener.gives("routes")) {
            problems.error(listener.keyPlace("routes"), "give either 'cluster' or 'routes', not both", null);
        } else if (!redirects && !listener.gives("cluster") && !listener.gives("routes")) {
            problems.error(listener.place(), "a listener needs a 'cluster', or 'routes' to several", null);
        }
        if (tcp && listener.gives("routes")) {
            problems.error(
                    listener.keyPlace("routes"),
                    "a tcp listener cannot route, because it sees neither hosts nor paths",
                    "use cluster: NAME");
        }
        target(listener, listener, tcp);
        TextPlace first = null;
        for (ParsedSection route : listener.blocks("routes")) {
            target(listener, route, tcp);
            for (String other : List.of("canary", "mirror")) {
                ParsedSection rule = route.block(other);
                if (rule != null) {
                    target(listener, rule, tcp);
                }
            }
            path(listener, route);
            if (first != null) {
                problems.warning(
                        route.place(),
                        "this route is never reached",
                        "the route on line " + first.line() + " matches everything");
            } else if (!route.gives("host") && !route.gives("path")) {
                first = route.place();
            }
        }
    }

    /** Warns of a route whose path no request can match. */
    private void path(ParsedSection listener, ParsedSection route) {
        String path = route.find("path", String.class);
        if (path == null) {
            return;
        }
        byte[] octets = Octets.ascii(path);
        RoutePath read = new RoutePath();
        read.read(octets, 0, octets.length);
        boolean refused = read.doubtful() && listener.find("paths", PathRule.class) != PathRule.RAW;
        if (refused || path.indexOf('?') >= 0 || path.indexOf(';') >= 0 || path.indexOf('#') >= 0) {
            problems.warning(
                    route.placeOf("path"),
                    "this route is never reached",
                    refused
                            ? "a request with such a path is refused, unless the listener has paths: raw"
                            : "paths are compared without what begins at ';', '?' or '#'");
        }
    }

    private void target(ParsedSection listener, ParsedSection route, boolean tcp) {
        String cluster = route.find("cluster", String.class);
        if (cluster == null) {
            return;
        }
        if (!isMcmp(listener)) {
            protocols.put(cluster, tcp ? Protocol.TCP : Protocol.HTTP);
        }
        if (tcp) {
            String name = listener.find("name", String.class);
            tcpListeners.put(cluster, name == null ? "?" : name);
        } else if (listener.find("mode", Mode.class) == Mode.REDIRECT) {
            String name = listener.find("name", String.class);
            redirectors.put(cluster, name == null ? "?" : name);
        }
        if (!clusters.contains(cluster)) {
            String near = Suggestion.to(cluster, clusters);
            String all = clusters.isEmpty() ? null : "there are " + String.join(", ", clusters);
            problems.error(
                    route.placeOf("cluster"),
                    "there is no cluster '" + cluster + "'",
                    near == null ? all : "did you mean '" + near + "'?");
        }
    }

    /** Name of a listener where servers register in a cluster, or null. */
    @Nullable
    String registrar(String cluster) {
        return registrars.get(cluster);
    }

    private static boolean isMcmp(ParsedSection listener) {
        return listener.find("protocol", Protocol.class) == Protocol.MCMP;
    }

    private static boolean isTcp(ParsedSection listener) {
        return listener.find("protocol", Protocol.class) == Protocol.TCP;
    }
}
