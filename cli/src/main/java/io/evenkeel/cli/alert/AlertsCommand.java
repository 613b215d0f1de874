// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evenkeel alerts}: what goes on at a running dispatcher, and why. */
@Command(
        name = "alerts",
        description = "Show the alerts of a running dispatcher: what goes on, since when and why.",
        mixinStandardHelpOptions = true,
        footer = {"", "-o json prints rules, receivers, silences and the last changes, too."})
public final class AlertsCommand implements Runnable {

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(names = "--rules", description = "Show the rules in force instead.")
    private boolean rules;

    @Option(names = "--silences", description = "Show the silences instead.")
    private boolean silences;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        JsonNode view = remote.connect().get("/api/v1/alerts");
        if (output.format() == OutputFormat.JSON) {
            out.println(view);
        } else if (rules) {
            rules(view.path("rules")).print(out, output.format());
        } else if (silences) {
            silences(view.path("silences")).print(out, output.format());
        } else if (view.path("rules").isEmpty() && output.format() == OutputFormat.TABLE) {
            out.println("no rules are in force; 'alerts: true' in the configuration puts the built-in ones in force");
        } else {
            alerts(view.path("alerts")).print(out, output.format());
        }
        out.flush();
    }

    private static Rows alerts(JsonNode alerts) {
        Rows rows = new Rows("severity", "rule", "subject", "since", "silencedBy", "text");
        for (JsonNode each : alerts) {
            rows.add(
                    text(each, "severity"),
                    text(each, "rule"),
                    text(each, "subject"),
                    text(each, "since"),
                    text(each, "silencedBy"),
                    text(each, "text"));
        }
        return rows;
    }

    private static Rows rules(JsonNode rules) {
        Rows rows = new Rows("rule", "severity", "of", "figure", "above", "below", "forS", "firing", "pending");
        for (JsonNode each : rules) {
            String states = String.join(
                    " ",
                    each.path("states")
                            .valueStream()
                            .map(state -> state.asString(""))
                            .toList());
            rows.add(
                    text(each, "name"),
                    text(each, "severity"),
                    text(each, "of"),
                    states.isEmpty() ? text(each, "figure") : states,
                    number(each, "above"),
                    number(each, "below"),
                    number(each, "forS"),
                    each.path("firing").asInt(0),
                    each.path("pending").asInt(0));
        }
        return rows;
    }

    static Rows silences(Iterable<JsonNode> silences) {
        Rows rows = new Rows("id", "rule", "cluster", "node", "severity", "until", "by", "reason");
        for (JsonNode each : silences) {
            rows.add(
                    text(each, "id"),
                    text(each, "rule"),
                    text(each, "cluster"),
                    text(each, "node"),
                    text(each, "severity"),
                    text(each, "until"),
                    text(each, "by"),
                    text(each, "reason"));
        }
        return rows;
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isString() ? json.path(name).asString("") : null;
    }

    private static @Nullable Double number(JsonNode json, String name) {
        return json.path(name).isNumber() ? json.path(name).doubleValue() : null;
    }
}
