// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.rig;

import io.evenkeel.lab.server.AppServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How the dispatcher before the servers is set up. It tries nothing twice: what a policy brings on a client shall be seen.
 *
 * @param protocol {@code http} for a choice for each request, {@code tcp} for one for each connection, blind to agents and content
 * @param policy by name, or with options as a configuration writes them: {@code {name: fastest-response, window: 1s}}
 * @param weights of the nodes by name; 1 for the others
 * @param hasAgent whether agents are asked; never with {@code tcp}
 * @param hasHealth whether the application is asked every two seconds whether it is well; never with {@code tcp}
 */
public record Front(String protocol, String policy, Map<String, Double> weights, boolean hasAgent, boolean hasHealth) {

    /** The cluster's name in the dispatcher. */
    public static final String CLUSTER = "trade";

    /** The listener's. */
    public static final String LISTENER = "web";

    /** Choices for each request, with agents and health checks. */
    public static Front http(String policy, Map<String, Double> weights) {
        return new Front("http", policy, weights, true, true);
    }

    /** Choices for each connection, blind. */
    public static Front tcp(String policy, Map<String, Double> weights) {
        return new Front("tcp", policy, weights, false, false);
    }

    /** Whether a choice is made for each request. */
    boolean isHttp() {
        return protocol.equals("http");
    }

    /** The dispatcher's configuration. */
    String configuration(List<AppServer> servers, Path accessLog) {
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : servers) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\", weight: %s}\n"
                    .formatted(server.name(), server.port(), weights.getOrDefault(server.name(), 1.0)));
        }
        String agent = hasAgent ? "    agent: {path: %s/evenkeel-agent, interval: 1s}\n".formatted(AppServer.PATH) : "";
        String health = hasHealth
                ? "    health: {path: %s/health, interval: 2s, timeout: 2s}\n".formatted(AppServer.PATH)
                : "    ejection: off\n";
        String log = isHttp() ? ", access: {format: json, file: \"" + accessLog + "\"}" : "";
        return """
                version: 1
                listeners:
                  - {name: %s, address: "127.0.0.1:0", protocol: %s, cluster: %s}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                %s%s%s    retry: {attempts: 0}
                log: {level: error%s}
                """.formatted(LISTENER, protocol, CLUSTER, CLUSTER, policy, nodes, agent, health, log);
    }
}
