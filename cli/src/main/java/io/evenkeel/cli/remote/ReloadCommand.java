// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code evenkeel reload}: has a running dispatcher read its configuration again. */
@Command(
        name = "reload",
        description = "Make a running dispatcher read its configuration again; a file with errors changes nothing.",
        mixinStandardHelpOptions = true)
public final class ReloadCommand implements Runnable {

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--all",
            description = "All joined dispatchers, each with its own file; when one refuses, nobody reloads.")
    private boolean all;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        JsonNode result = remote.connect()
                .post(
                        "/api/v1/reload" + (all ? "?all=true" : ""),
                        JsonMapper.shared().createObjectNode());
        PrintWriter out = spec.commandLine().getOut();
        if (output.format() == OutputFormat.JSON) {
            out.println(result);
        }
        if (!result.path("applied").asBoolean(false)) {
            throw CommandException.failed(refusal(result));
        }
        if (output.format() != OutputFormat.JSON) {
            for (JsonNode change : result.path("changes")) {
                out.println(change.asString(""));
            }
            if (result.path("changes").isEmpty()) {
                out.println("nothing to change");
            }
        }
    }

    private static String refusal(JsonNode result) {
        boolean some = !result.path("changes").isEmpty();
        StringBuilder message = new StringBuilder(
                some
                        ? "not every dispatcher could reload; mend what follows, and run reload there"
                        : "the new configuration was refused; the old one stays in force");
        result.path("problems").forEach(each -> message.append('\n').append(each.asString("")));
        if (some) {
            message.append("\nin force elsewhere:");
            result.path("changes").forEach(each -> message.append('\n').append(each.asString("")));
        }
        return message.toString();
    }
}
