// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.alert;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.Problems;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps programs out of texts that come from the console: who may change the configuration there may not run what they
 * like on the host. A command that is in force word by word may stay, move to another receiver, or go.
 */
public final class CommandFence {

    private final Problems problems;

    /** @param problems takes what is refused */
    public CommandFence(Problems problems) {
        this.problems = problems;
    }

    /**
     * Checks the alerts of a text.
     *
     * @param inForce the alerts of the configuration in force
     */
    public void check(@Nullable ParsedSection alerts, @Nullable ParsedSection inForce) {
        List<List<String>> known =
                receivers(inForce).stream().map(CommandFence::command).toList();
        for (ParsedSection receiver : receivers(alerts)) {
            List<String> command = command(receiver);
            if (!command.isEmpty() && !known.contains(command)) {
                problems.error(
                        receiver.placeOf("command"),
                        "'command' may not be changed from the console, because it is a program that runs on the host",
                        "edit the file on the host itself");
            }
        }
    }

    /** The receivers of a section of alerts, as read. */
    public static List<ParsedSection> receivers(@Nullable ParsedSection alerts) {
        return alerts == null ? List.of() : alerts.blocks("receivers");
    }

    /** The program of a receiver and its arguments; empty without one. */
    static List<String> command(ParsedSection receiver) {
        Item command = receiver.item("command");
        return command == null
                ? List.of()
                : command.items().stream().map(Item::text).toList();
    }
}
