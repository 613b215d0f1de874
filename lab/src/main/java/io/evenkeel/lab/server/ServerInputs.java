// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The input of a {@link Recipe}: one server that is about to be started.
 *
 * @param files all programs
 * @param home folder in which the server is unpacked; nothing is written there
 * @param folder for everything that belongs to this node
 * @param plan the node to start
 * @param port port on which it listens, on the loopback interface
 * @param agentPort port on which its agent listens
 * @param database the one that the nodes share
 * @param properties more system properties
 */
record ServerInputs(
        ServerFiles files,
        Path home,
        Path folder,
        NodePlan plan,
        int port,
        int agentPort,
        TradeDatabase database,
        Map<String, String> properties) {

    NodeCapacity capacity() {
        return plan.capacity();
    }

    /** The application, with the agent in it if the plan says so. */
    Path war() throws IOException {
        if (plan.agent() != AgentWay.IN_WAR) {
            return files.war();
        }
        Path copy = folder.resolve("application/trade.war");
        Files.createDirectories(copy.getParent());
        return withLibrary(files.war(), files.agent(), copy);
    }

    /** Packs an application again with one more library, as its administrator would do it. */
    private static Path withLibrary(Path war, Path library, Path copy) throws IOException {
        try (ZipFile from = new ZipFile(war.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (ZipEntry entry : (Iterable<ZipEntry>) from.stream().<ZipEntry>map(ZipEntry.class::cast)::iterator) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                from.getInputStream(entry).transferTo(to);
            }
            to.putNextEntry(new ZipEntry("WEB-INF/lib/" + library.getFileName()));
            Files.copy(library, to);
        }
        return copy;
    }

    /** Options for the agent, and all system properties that do not depend on the server. */
    List<String> nodeOptions() {
        Map<String, String> all = new TreeMap<>();
        all.put("evenkeel.node", plan.name());
        if (plan.agent() != AgentWay.NONE) {
            all.put("evenkeel.agent.port", Integer.toString(agentPort));
        }
        all.putAll(properties);
        List<String> options = new ArrayList<>();
        if (plan.agent() == AgentWay.JAVAAGENT) {
            options.add("-javaagent:" + files.javaagent());
        }
        all.forEach((key, value) -> options.add("-D" + key + "=" + value));
        return options;
    }

    /** Copies files of a server's configuration as they are. */
    void copy(String from, List<String> names, Path to) throws IOException {
        Files.createDirectories(to);
        for (String name : names) {
            Files.writeString(to.resolve(name), text(from + "/" + name));
        }
    }

    /** Copies a file of a server's configuration with every {@code @KEY@} replaced. */
    void fill(String name, Map<String, String> replacements, Path to) throws IOException {
        String text = text(name);
        for (Map.Entry<String, String> each : replacements.entrySet()) {
            text = text.replace("@" + each.getKey() + "@", escaped(each.getValue()));
        }
        Files.createDirectories(to.getParent());
        Files.writeString(to, text);
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String text(String name) throws IOException {
        try (InputStream content = ServerInputs.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IOException(name + " is not on the class path");
            }
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
