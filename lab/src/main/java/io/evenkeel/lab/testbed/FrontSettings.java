// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.lab.server.AppServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the dispatcher in front of the servers. It retries nothing, so that the effect of a policy on clients
 * is seen.
 *
 * @param protocol {@code http} for a choice for each request, {@code tcp} for one for each connection
 * @param policy by name, or with options as a configuration writes them:
 *     {@code {name: fastest-response, window: 1s}}
 * @param weights of the nodes by name; 1 for the others
 * @param agent the path where agents are asked, each second; null when none is
 * @param health the path where servers are asked every two seconds whether they are well; null when none is
 * @param affinity how sessions are tied to nodes, as a configuration writes it; null for not at all
 * @param ejects true when a node that fails is taken out for a while
 */
public record FrontSettings(
        String protocol,
        String policy,
        Map<String, Double> weights,
        @Nullable String agent,
        @Nullable String health,
        @Nullable String affinity,
        boolean ejects) {

    /** The cluster's name in the dispatcher. */
    public static final String CLUSTER = "trade";

    /** The listener's. */
    public static final String LISTENER = "web";

    private static final String AGENT = AppServer.PATH + "/evenkeel-agent";

    /** Choices for each request on application servers, with agents and health checks. */
    public static FrontSettings http(String policy, Map<String, Double> weights) {
        return new FrontSettings("http", policy, weights, AGENT, AppServer.PATH + "/health", null, true);
    }

    /** The same without health checks and for servers of one weight, of which none is ever taken out. */
    public static FrontSettings always(String policy) {
        return new FrontSettings("http", policy, Map.of(), AGENT, null, null, false);
    }

    /** Choices for each connection, blind. */
    public static FrontSettings tcp(String policy, Map<String, Double> weights) {
        return new FrontSettings("tcp", policy, weights, null, null, null, false);
    }

    /** True when a choice is made for each request. */
    boolean isHttp() {
        return protocol.equals("http");
    }

    /** The dispatcher's configuration before application servers; the log is null when none is wanted. */
    public String configuration(List<AppServer> servers, @Nullable Path accessLog) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        servers.forEach(server -> ports.put(server.name(), server.port()));
        return configuration(ports, accessLog);
    }

    /**
     * The dispatcher's configuration.
     *
     * @param ports of the servers on this machine, by name
     * @param accessLog the file to which requests are written as JSON; null for none
     */
    public String configuration(Map<String, Integer> ports, @Nullable Path accessLog) {
        StringBuilder nodes = new StringBuilder();
        ports.forEach((name, port) -> nodes.append("      - {name: %s, address: \"127.0.0.1:%d\", weight: %s}\n"
                .formatted(name, port, weights.getOrDefault(name, 1.0))));
        String agents = agent == null ? "" : "    agent: {path: %s, interval: 1s}\n".formatted(agent);
        String checks = health == null ? "" : "    health: {path: %s, interval: 2s, timeout: 2s}\n".formatted(health);
        String ties = affinity == null ? "" : "    affinity: %s\n".formatted(affinity);
        String ejection = ejects ? "" : "    ejection: off\n";
        String log = accessLog == null || !isHttp() ? "" : ", access: {format: json, file: \"" + accessLog + "\"}";
        return """
                version: 1
                listeners:
                  - {name: %s, address: "127.0.0.1:0", protocol: %s, cluster: %s}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                %s%s%s%s%s    retry: {attempts: 0}
                log: {level: error%s}
                """.formatted(LISTENER, protocol, CLUSTER, CLUSTER, policy, nodes, agents, checks, ties, ejection, log);
    }
}
