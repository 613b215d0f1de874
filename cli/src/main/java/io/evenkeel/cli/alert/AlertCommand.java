// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import io.evenkeel.cli.remote.RemoteDispatcher;
import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.MissingCommand;
import io.evenkeel.cli.terminal.OutputOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code evenkeel alert}: makes and ends silences of a running dispatcher. */
@Command(
        name = "alert",
        description = "Silence alerts of a running dispatcher for a time, or end a silence.",
        mixinStandardHelpOptions = true)
public final class AlertCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        throw MissingCommand.of(spec, "Do what with alerts?");
    }

    @Command(
            description = "Nobody is told of some alerts for a time; they still begin, end and are shown.",
            mixinStandardHelpOptions = true,
            footer = {"", "At least one of RULE, --cluster, --node and --severity; * in a name stands for any letters."
            })
    void silence(
            @Mixin RemoteOption remote,
            @Mixin OutputOption output,
            @Parameters(index = "0", arity = "0..1", paramLabel = "RULE", description = "The rule; any when absent.")
                    @Nullable
                    String rule,
            @Option(names = "--cluster", paramLabel = "NAME", description = "The cluster; any when absent.") @Nullable
                    String cluster,
            @Option(names = "--node", paramLabel = "NAME", description = "The node; any when absent.") @Nullable
                    String node,
            @Option(names = "--severity", paramLabel = "WORD", description = "info, warning or critical.") @Nullable
                    String severity,
            @Option(
                            names = "--for",
                            paramLabel = "TIME",
                            required = true,
                            description = "The time, such as 30m, 2h or 3d.")
                    String time,
            @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown with the silence.") @Nullable
                    String reason) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        put(body, "rule", rule);
        put(body, "cluster", cluster);
        put(body, "node", node);
        put(body, "severity", severity);
        put(body, "for", time);
        put(body, "reason", reason);
        print(remote.connect().post("/api/v1/silences", body), output);
    }

    @Command(description = "End a silence before its time.", mixinStandardHelpOptions = true)
    void unsilence(
            @Mixin RemoteOption remote,
            @Mixin OutputOption output,
            @Parameters(index = "0", paramLabel = "ID", description = "As 'alerts --silences' shows it.") String id) {
        print(remote.connect().delete("/api/v1/silences/" + RemoteDispatcher.quoted(id)), output);
    }

    private void print(JsonNode silence, OutputOption output) {
        AlertsCommand.silences(List.of(silence)).print(spec.commandLine().getOut(), output.format());
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
