// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings.Assign;
import io.evenkeel.config.cluster.ClusterSettings.ProxyProtocol;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.file.discover.DiscoverCheck;
import io.evenkeel.config.file.discover.NodesFile;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that the settings inside a cluster agree. */
final class ClusterCheck {

    private static final int LEAST_SECRET = 16;

    private final PolicyCheck policies;
    private final Problems problems;

    ClusterCheck(PolicyCheck policies, Problems problems) {
        this.policies = policies;
        this.problems = problems;
    }

    /** @param tcpListener name of a TCP listener that the cluster serves; null when there is none */
    void check(ParsedSection cluster, @Nullable String tcpListener) {
        policies.check(cluster, tcpListener);
        nodes(cluster.blocks("nodes"));
        new DiscoverCheck(problems).check(cluster);
        ParsedSection health = cluster.block("health");
        if (health != null) {
            health(health, cluster.find("protocol", NodeProtocol.class) == NodeProtocol.H2);
        }
        ParsedSection ejection = cluster.block("ejection");
        if (ejection != null) {
            ejection(ejection);
        }
        new AffinityCheck(problems).check(cluster, tcpListener);
        new ServiceCheck(problems).check(cluster, tcpListener);
        ParsedSection agent = cluster.block("agent");
        if (agent != null) {
            agent(agent);
        }
        if (tcpListener == null
                && cluster.gives("proxy-protocol")
                && cluster.find("proxy-protocol", ProxyProtocol.class) != ProxyProtocol.NONE) {
            problems.warning(
                    cluster.keyPlace("proxy-protocol"), "'proxy-protocol' does nothing without a tcp listener", null);
        }
        ProxyProtocol header = cluster.find("proxy-protocol", ProxyProtocol.class);
        if (cluster.block("tls") != null && header != null && header != ProxyProtocol.NONE) {
            problems.error(
                    cluster.keyPlace("proxy-protocol"),
                    "a PROXY header cannot be sent to nodes that speak TLS",
                    "remove it, or 'tls'");
        }
        if (tcpListener != null && cluster.find("protocol", NodeProtocol.class) == NodeProtocol.H2) {
            problems.error(
                    cluster.placeOf("protocol"),
                    "listener '" + tcpListener + "' is tcp and passes on what its clients speak",
                    "remove 'protocol', or make the listener one of http");
        }
        if (tcpListener != null && cluster.gives("assign") && cluster.find("assign", Assign.class) == Assign.REQUEST) {
            problems.warning(
                    cluster.placeOf("assign"), "listener '" + tcpListener + "' is tcp and assigns connections", null);
        }
    }

    private void nodes(List<ParsedSection> nodes) {
        Map<Long, ParsedSection> keys = new HashMap<>();
        Map<HostPort, TextPlace> addresses = new HashMap<>();
        for (ParsedSection node : nodes) {
            HostPort address = node.find("address", HostPort.class);
            if (address != null) {
                address(node, address, addresses.putIfAbsent(address, node.placeOf("address")));
            }
            String name = node.find("name", String.class);
            ParsedSection first = name == null ? null : keys.putIfAbsent(NodeSettings.key(name), node);
            if (name != null && first != null) {
                twins(first, node, name);
            }
        }
    }

    private void twins(ParsedSection first, ParsedSection node, String name) {
        String other = first.value("name", String.class);
        TextPlace place = node.gives("name") ? node.placeOf("name") : node.placeOf("address");
        if (other.equals(name)) {
            problems.error(
                    place,
                    "two nodes of this cluster are named '" + name + "'",
                    "the first is on line " + first.placeOf("name").line());
        } else {
            problems.error(place, NodesFile.sameHash(other, name), NodesFile.RENAME);
        }
    }

    private void address(ParsedSection node, HostPort address, @Nullable TextPlace first) {
        TextPlace place = node.placeOf("address");
        if (address.port() == 0) {
            problems.error(place, "a node cannot have port 0", "write the port the server listens on");
        } else if (address.host().equals("0.0.0.0") || address.host().equals("::")) {
            problems.error(place, "a node needs a host", "did you mean '127.0.0.1:" + address.port() + "'?");
        } else if (first != null && node.gives("name")) {
            problems.warning(
                    place, "two nodes of this cluster have address " + address, "the first is on line " + first.line());
        }
    }

    private void health(ParsedSection health, boolean http2) {
        boolean tcp = Boolean.TRUE.equals(health.find("tcp", Boolean.class));
        boolean grpc = health.gives("grpc");
        boolean path = health.gives("path");
        if (!tcp && !path && !grpc) {
            problems.error(health.place(), "'health' needs a 'path', a 'grpc' service, or tcp: true", null);
        } else if (tcp && (path || grpc)) {
            problems.error(
                    health.keyPlace("tcp"),
                    "give either '" + (path ? "path" : "grpc") + "' or tcp: true, not both",
                    null);
        } else if (path && grpc) {
            problems.error(health.keyPlace("grpc"), "give either 'path' or 'grpc', not both", null);
        } else if (grpc && !http2) {
            problems.error(
                    health.keyPlace("grpc"), "gRPC needs HTTP/2 to the nodes", "add protocol: h2 to the cluster");
        }
        for (String key : List.of("host", "status")) {
            if (tcp && health.gives(key)) {
                problems.warning(health.keyPlace(key), "'" + key + "' does nothing in a tcp check", null);
            }
        }
        if (grpc && health.gives("status")) {
            problems.warning(health.keyPlace("status"), "'status' does nothing in a check of gRPC", null);
        }
        String status = health.find("status", String.class);
        if (status != null && status.substring(0, 3).compareTo(status.substring(status.length() - 3)) > 0) {
            problems.error(health.placeOf("status"), "the range of statuses is empty", "write the lower status first");
        }
    }

    private void agent(ParsedSection agent) {
        Duration interval = agent.find("interval", Duration.class);
        Duration retry = agent.find("retry", Duration.class);
        if (agent.gives("retry") && interval != null && retry != null && retry.compareTo(interval) < 0) {
            problems.error(
                    agent.placeOf("retry"),
                    "'retry' is shorter than 'interval'",
                    "a node that does not answer should be asked less often than one that does");
        }
        Duration timeout = agent.find("timeout", Duration.class);
        if (interval != null && timeout != null && timeout.compareTo(interval) > 0) {
            problems.warning(
                    agent.placeOf("timeout"),
                    "'timeout' is longer than 'interval', but a node is not asked again before it has answered",
                    null);
        }
        String token = agent.find("token", String.class);
        if (token != null && !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            problems.error(
                    agent.placeOf("token"),
                    "'token' has characters that a header cannot carry",
                    "use letters, digits and punctuation");
        }
        String secret = agent.find("secret", String.class);
        if (secret != null && secret.length() < LEAST_SECRET) {
            problems.error(
                    agent.placeOf("secret"),
                    "'secret' has less than " + LEAST_SECRET + " characters",
                    "make one with: openssl rand -hex 32");
        }
        boolean registers = Boolean.TRUE.equals(agent.find("register", Boolean.class));
        if (registers && !agent.gives("token") && !agent.gives("secret")) {
            problems.error(
                    agent.placeOf("register"),
                    "with register: true anybody could register a node",
                    "give a 'token' or a 'secret' that agents must know");
        }
    }

    private void ejection(ParsedSection ejection) {
        Duration base = ejection.find("base", Duration.class);
        Duration max = ejection.find("max", Duration.class);
        if (base != null && max != null && base.compareTo(max) > 0) {
            problems.error(
                    ejection.gives("max") ? ejection.placeOf("max") : ejection.placeOf("base"),
                    "'base' is longer than 'max'",
                    null);
        }
    }
}
