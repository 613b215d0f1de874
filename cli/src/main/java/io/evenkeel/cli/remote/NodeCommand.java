// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.MissingCommand;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code evenkeel node}: an administrator's orders to a node of a running dispatcher. */
@Command(
        name = "node",
        description = "Drain, stop or start a node, or set its weight.",
        mixinStandardHelpOptions = true)
public final class NodeCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Without a command: lists the commands. */
    @Override
    public void run() {
        throw MissingCommand.of(spec, "Do what with a node?");
    }

    @Command(
            description = "No new tasks; running ones finish.",
            mixinStandardHelpOptions = true,
            footer = {"", "Holds until 'ready', through every edit, reload and restart."})
    void drain(
            @Mixin NodeTarget target,
            @Option(
                            names = "--wait",
                            description = "Return when nothing is in flight on the node any more, at no joined"
                                    + " dispatcher.")
                    boolean wait,
            @Option(
                            names = "--sessions",
                            description =
                                    "With --wait: return when the node has no active session either; with affinity"
                                            + " its users keep it until then.")
                    boolean sessions,
            @Option(
                            names = "--force-after",
                            paramLabel = "TIME",
                            description =
                                    "With --wait: after this time put the node into maintenance, cut what is still in"
                                            + " flight, and return.")
                    @Nullable
                    Duration forceAfter)
            throws InterruptedException {
        if (sessions && !wait) {
            throw new ParameterException(spec.commandLine(), "--sessions says when --wait ends; give both");
        }
        if (forceAfter != null && !wait) {
            throw new ParameterException(spec.commandLine(), "--force-after is the end of --wait; give both");
        }
        if (wait) {
            new DrainWait(target, sessions, forceAfter, spec).run();
        } else {
            target.print(target.send("drain", null, spec), spec);
        }
    }

    @Command(description = "Takes tasks again.", mixinStandardHelpOptions = true)
    void ready(@Mixin NodeTarget target) {
        target.print(target.send("ready", null, spec), spec);
    }

    @Command(description = "No tasks and no checks; running tasks finish.", mixinStandardHelpOptions = true)
    void maint(@Mixin NodeTarget target) {
        target.print(target.send("maint", null, spec), spec);
    }

    @Command(
            description = "Another weight, until the configuration gives the node another one.",
            mixinStandardHelpOptions = true)
    void weight(
            @Mixin NodeTarget target,
            @Parameters(index = "1", paramLabel = "WEIGHT", description = "Above 0, at most 1000000.") double weight) {
        target.print(target.send("weight", weight, spec), spec);
    }

    /** The options for the node and the reason. */
    static final class NodeTarget {

        @Mixin
        private final RemoteOption remote = new RemoteOption();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Parameters(index = "0", paramLabel = "CLUSTER/NODE", description = "The node.")
        private String node = "";

        @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown with the node's state.")
        private @Nullable String reason;

        /** The node as it is now. */
        JsonNode now(CommandSpec spec) {
            return remote.connect().get(path(spec));
        }

        /** The sessions that the node still has. */
        JsonNode sessions(CommandSpec spec) {
            return remote.connect().get(path(spec) + "/sessions");
        }

        String node() {
            return node;
        }

        private String path(CommandSpec spec) {
            int slash = node.indexOf('/');
            if (slash <= 0 || slash == node.length() - 1) {
                throw new ParameterException(spec.commandLine(), "'" + node + "' is not a node; write CLUSTER/NODE");
            }
            return "/api/v1/clusters/" + RemoteDispatcher.quoted(node.substring(0, slash)) + "/nodes/"
                    + RemoteDispatcher.quoted(node.substring(slash + 1));
        }

        /** Changes the node; returns it as it is then. */
        JsonNode send(String command, @Nullable Double weight, CommandSpec spec) {
            String path = path(spec);
            ObjectNode body = JsonMapper.shared().createObjectNode();
            if (reason != null) {
                body.put("reason", reason);
            }
            if (weight != null) {
                body.put("weight", weight);
            }
            return remote.connect().post(path + "/" + command, body);
        }

        void print(JsonNode now, CommandSpec spec) {
            new Rows("cluster", "node", "state", "weight", "inFlight", "reason")
                    .add(
                            node.substring(0, node.indexOf('/')),
                            now.path("name").asString("?"),
                            now.path("state").asString("?"),
                            now.path("weight").asDouble(1),
                            now.path("inFlight").asLong(0),
                            now.path("reason").isString() ? now.path("reason").asString("") : null)
                    .print(spec.commandLine().getOut(), output.format());
        }
    }
}
