// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.lab.server.AppServer;
import io.evenkeel.lab.testbed.FrontSettings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's configuration for a part: a request of a session waits for its own server, as HAProxy has it.
 * Stateless.
 */
final class OverloadFront {

    private OverloadFront() {}

    /**
     * Puts the configuration together.
     *
     * @param ports of the servers on this machine, by name
     * @param workers of each server, and so the most tasks that it is given at once
     * @param keys of the listener; null for plain connections
     */
    static String configuration(
            OverloadPart part, String policy, Map<String, Integer> ports, int workers, @Nullable LabKeys keys) {
        StringBuilder nodes = new StringBuilder();
        new TreeMap<>(ports)
                .forEach((name, port) ->
                        nodes.append("      - {name: %s, address: \"127.0.0.1:%d\", max-in-flight: %d}\n"
                                .formatted(name, port, workers)));
        String secure = keys == null
                ? ""
                : "    tls: {certificates: [{certificate: \"%s\", key: \"%s\"}]}\n"
                        .formatted(keys.certificate(), keys.key());
        String lines = part.cluster().isEmpty() ? "" : part.cluster().indent(4);
        return """
                version: 1
                listeners:
                  - name: %s
                    address: "127.0.0.1:0"
                    cluster: %s
                    timeouts: {idle: 60s}
                    limits: {connections: 8000, connections-per-address: 8000}
                %sclusters:
                  %s:
                    policy: %s
                    nodes:
                %s    agent: {path: %s/evenkeel-agent, interval: 1s}
                    affinity: {mode: jvm-route, strict: true}
                    retry: {attempts: 0}
                %slog: {level: error}
                """.formatted(
                        FrontSettings.LISTENER,
                        FrontSettings.CLUSTER,
                        secure,
                        FrontSettings.CLUSTER,
                        policy,
                        nodes,
                        AppServer.PATH,
                        lines);
    }
}
