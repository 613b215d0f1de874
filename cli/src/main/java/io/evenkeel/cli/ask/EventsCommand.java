// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.ask;

import io.evenkeel.cli.remote.RemoteDispatcher;
import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evenkeel events}: the last events of a running dispatcher, and those that come. */
@Command(
        name = "events",
        description = "Show what happened to listeners, clusters and nodes of a running dispatcher.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A dispatcher remembers its last 200 events from level info upwards; all of them, and finer ones, are in the"
                    + " event log. With --follow, -o json prints an object on each line."
        })
public final class EventsCommand implements Runnable {

    private static final long LOOK_MS = 500;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "20",
            description = "The number of events before now (default: ${DEFAULT-VALUE}).")
    private int count = 20;

    @Option(
            names = {"-f", "--follow"},
            description = "Print new events as they happen, until it is interrupted.")
    private boolean follow;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (count < 0) {
            throw new ParameterException(spec.commandLine(), "--count must be 0 or more, not " + count);
        }
        if (follow && output.format() == OutputFormat.CSV) {
            throw new ParameterException(spec.commandLine(), "--follow prints -o table or -o json, not csv");
        }
        PrintWriter out = spec.commandLine().getOut();
        RemoteDispatcher dispatcher = remote.connect();
        List<JsonNode> known = read(dispatcher);
        List<JsonNode> shown = new ArrayList<>(known.subList(Math.max(0, known.size() - count), known.size()));
        if (follow) {
            lines(shown, out);
            follow(dispatcher, known, out);
        } else if (output.format() == OutputFormat.TABLE) {
            lines(shown, out);
        } else {
            Rows rows = new Rows("at", "atMs", "level", "area", "text");
            for (JsonNode event : shown) {
                rows.add(
                        event.path("at").asString(""),
                        event.path("atMs").asLong(0),
                        event.path("level").asString(""),
                        event.path("area").asString(""),
                        event.path("text").asString(""));
            }
            rows.print(out, output.format());
        }
    }

    private void follow(RemoteDispatcher dispatcher, List<JsonNode> first, PrintWriter out) {
        List<JsonNode> known = first;
        while (!out.checkError()) {
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            List<JsonNode> now = read(dispatcher);
            lines(now.subList(now.size() - fresh(known, now), now.size()), out);
            known = now;
        }
    }

    /** The events that are remembered, oldest first. */
    private static List<JsonNode> read(RemoteDispatcher dispatcher) {
        List<JsonNode> events = new ArrayList<>();
        dispatcher.get("/api/v1/events").forEach(events::add);
        Collections.reverse(events);
        return events;
    }

    /**
     * The number of events at the end of a list that came after another one was read: the oldest may have gone, and all
     * are new after a restart.
     */
    static int fresh(List<JsonNode> before, List<JsonNode> now) {
        for (int fresh = 0; fresh < now.size(); fresh++) {
            int same = Math.min(now.size() - fresh, before.size());
            List<JsonNode> end = now.subList(now.size() - fresh - same, now.size() - fresh);
            if (same > 0 && end.equals(before.subList(before.size() - same, before.size()))) {
                return fresh;
            }
        }
        return now.size();
    }

    /** The lines of a log, for people; objects for programs. */
    private void lines(List<JsonNode> events, PrintWriter out) {
        for (JsonNode event : events) {
            out.println(
                    output.format() == OutputFormat.JSON
                            ? event.toString()
                            : "%s %-5s %-8s %s"
                                    .formatted(
                                            TIME.format(Instant.ofEpochMilli(
                                                    event.path("atMs").asLong(0))),
                                            event.path("level").asString("?").toUpperCase(Locale.ROOT),
                                            event.path("area").asString("?"),
                                            event.path("text").asString("")));
        }
        out.flush();
    }
}
