// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Open Liberty, whose queue is in its connections: as many of them as there are workers and waiting places, and one
 * more is closed.
 *
 * <p>Its MBeans show no limit, so the agent is told.
 */
final class LibertyRecipe implements Recipe {

    private static final String NAME = "node";

    @Override
    public Launch layOut(ServerInputs inputs) throws IOException {
        Path folder = inputs.folder();
        Path server = folder.resolve("servers/" + NAME);
        Files.createDirectories(folder.resolve("temp"));
        inputs.copy("liberty", List.of("server.xml"), server);
        NodeCapacity capacity = inputs.capacity();
        int connections = capacity.workers() + capacity.queue();
        Map<String, String> variables = new TreeMap<>();
        variables.put("node.name", inputs.plan().name());
        variables.put("node.port", Integer.toString(inputs.port()));
        variables.put("node.path", AppServer.PATH);
        variables.put("node.war", inputs.war().toString());
        variables.put("node.h2", inputs.files().h2().toString());
        variables.put("node.workers", Integer.toString(capacity.workers()));
        variables.put("node.connections", Integer.toString(connections));
        variables.put("node.jdbc", Integer.toString(capacity.jdbc()));
        variables.put("node.database", inputs.database().url());
        variables.put("node.user", DatabaseMain.USER);
        variables.put("node.password", inputs.database().password());
        Files.write(
                server.resolve("bootstrap.properties"),
                variables.entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .toList(),
                StandardCharsets.UTF_8);

        List<String> options = new ArrayList<>(Recipe.thriftyJvm(capacity));
        options.add("-javaagent:" + inputs.home().resolve("bin/tools/ws-javaagent.jar"));
        try (Stream<String> lines = Files.lines(inputs.home().resolve("lib/platform/java/java9.options"))) {
            lines.filter(line -> !line.startsWith("#") && !line.isBlank()).forEach(options::add);
        }
        options.add("-Djava.io.tmpdir=" + folder.resolve("temp"));
        options.add("-Djava.awt.headless=true");
        options.add("-Devenkeel.agent.workers.max=" + capacity.workers());
        options.add("-Devenkeel.agent.connections.max=" + connections);
        options.addAll(inputs.nodeOptions());
        return new Launch(
                options,
                List.of(inputs.home().resolve("bin/tools/ws-server.jar")),
                List.of("com.ibm.ws.kernel.boot.cmdline.EnvCheck", NAME),
                Map.of(
                        "WLP_USER_DIR",
                        folder.toString(),
                        "WLP_OUTPUT_DIR",
                        folder.resolve("output").toString()));
    }
}
