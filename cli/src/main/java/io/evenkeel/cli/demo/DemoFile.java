// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.lab.server.AppServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The demo's configuration, in a file that its console and its users may change. */
final class DemoFile {

    static final String CLUSTER = "trade";

    private static final String NAME = "demo.yaml";
    private static final String MARK = "# Written by 'evenkeel demo'";

    private DemoFile() {}

    /**
     * Writes the file.
     *
     * @throws IOException when there is a file of that name that no demo has written, or it cannot be written
     */
    static Path write(Path folder, String policy, List<AppServer> servers, @Nullable DemoCertificate shown)
            throws IOException {
        Path file = folder.resolve(NAME);
        if (Files.exists(file) && !Files.readString(file).startsWith(MARK)) {
            throw new IOException(file + " is not of a demo, and the demo does not overwrite it; name another folder");
        }
        Files.writeString(file, text(policy, servers, shown));
        return file.toAbsolutePath();
    }

    private static String text(String policy, List<AppServer> servers, @Nullable DemoCertificate shown) {
        String tls = shown == null
                ? ""
                : ", tls: {certificates: [{certificate: \"%s\", key: \"%s\"}]}"
                        .formatted(shown.file(), shown.keyFile());
        StringBuilder nodes = new StringBuilder();
        for (AppServer server : servers) {
            nodes.append("      - {name: %s, address: \"127.0.0.1:%d\"}\n".formatted(server.name(), server.port()));
        }
        return """
                %s, and again at its next start in this folder. A saved change is in force at once.
                version: 1
                listeners:
                  # Port 0 is any free one; the demo prints which.
                  - {name: web, address: "127.0.0.1:0", protocol: http, cluster: %s%s}
                clusters:
                  %s:
                    policy: %s
                    nodes:
                %s    agent: {path: %s/evenkeel-agent}
                    health: {path: %s/health, interval: 2s, timeout: 2s}
                    # The visitors are few and patient: on a slow machine they wait instead of being refused.
                    queue: {timeout: 10s, discipline: fifo}
                admin: {address: "127.0.0.1:0"}
                log: {level: warn}
                """.formatted(MARK, CLUSTER, tls, CLUSTER, policy, nodes, AppServer.PATH, AppServer.PATH);
    }
}
