// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts messages by command and outcome: a fixed number of rows, whatever strangers send. Any thread. */
final class MessageCounts {

    private final Map<String, Map<String, AtomicLong>> counts = new TreeMap<>();

    MessageCounts() {
        for (McmpCommand command : McmpCommand.values()) {
            row(command.method());
        }
        row("other");
    }

    private void row(String command) {
        Map<String, AtomicLong> outcomes = new TreeMap<>();
        outcomes.put("ok", new AtomicLong());
        for (McmpException.Kind kind : McmpException.Kind.values()) {
            outcomes.put(kind.name().toLowerCase(Locale.ROOT), new AtomicLong());
        }
        counts.put(command, Map.copyOf(outcomes));
    }

    /** @param command null for a method that is none */
    void count(@Nullable McmpCommand command, McmpAnswer answer) {
        String error = answer.error();
        Map<String, AtomicLong> row = counts.get(command == null ? "other" : command.method());
        AtomicLong cell = row == null ? null : row.get(error == null ? "ok" : error.toLowerCase(Locale.ROOT));
        if (cell != null) {
            cell.incrementAndGet();
        }
    }

    /** The counts by command, then by outcome. */
    Map<String, Map<String, Long>> view() {
        Map<String, Map<String, Long>> view = new TreeMap<>();
        counts.forEach((command, row) -> {
            Map<String, Long> cells = new TreeMap<>();
            row.forEach((outcome, count) -> cells.put(outcome, count.get()));
            view.put(command, cells);
        });
        return view;
    }
}
