// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.ask;

import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.file.SettingsFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * {@code evenkeel names}: the names of clusters or nodes, one on each line, for the completion of shells.
 *
 * <p>They are those of the running dispatcher, or those of the configuration when none answers.
 */
@Command(
        name = "names",
        description = "Print the names of clusters or nodes, for completion scripts.",
        mixinStandardHelpOptions = true,
        hidden = true)
public final class NamesCommand implements Runnable {

    /** Things with names. */
    enum Named {
        CLUSTERS,
        NODES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Parameters(paramLabel = "KIND", description = "${COMPLETION-CANDIDATES}; a node is CLUSTER/NODE.")
    private Named kind = Named.CLUSTERS;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        names().forEach(out::println);
        out.flush();
    }

    private List<String> names() {
        try {
            return running();
        } catch (CommandException e) {
            Path config = remote.config();
            if (config == null) {
                throw e;
            }
            return configured(config, e);
        }
    }

    private List<String> running() {
        List<String> names = new ArrayList<>();
        for (JsonNode cluster : remote.connect().get("/api/v1/clusters")) {
            String name = cluster.path("name").asString("");
            if (kind == Named.CLUSTERS) {
                names.add(name);
            } else {
                cluster.path("nodes")
                        .forEach(
                                node -> names.add(name + "/" + node.path("name").asString("")));
            }
        }
        return names;
    }

    private List<String> configured(Path config, CommandException otherwise) {
        Settings settings;
        try {
            settings = SettingsFile.open(config).load();
        } catch (SettingsException e) {
            throw otherwise;
        }
        List<String> names = new ArrayList<>();
        for (ClusterSettings cluster : settings.clusters().values()) {
            if (kind == Named.CLUSTERS) {
                names.add(cluster.name());
            } else {
                for (NodeSettings node : cluster.nodes()) {
                    names.add(cluster.name() + "/" + node.name());
                }
            }
        }
        return names;
    }
}
