// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.overload;

import io.evenkeel.config.cluster.QueueSettings.Discipline;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Defaults of a queue that depend on other settings of its cluster.
 *
 * <p>Where sessions are admitted, tasks wait in order and for 5 s. There the load is reduced by refusing new sessions;
 * a queue that drops requests of running sessions would break those that were let in (record 0058). By CoDel's
 * rule the target is a third of the timeout, 200 ms at least, so that a file that lets tasks wait for long does not
 * drop them after the default 400 ms (record 0025).
 */
public final class QueueDefaults {

    private static final String PATIENCE = "5s";
    private static final long SHORTEST_TARGET_MS = 200;

    private QueueDefaults() {}

    /** Sets them in each cluster, as far as the file does not say otherwise. */
    public static void set(ParsedSection file) {
        Item clusters = file.item("clusters");
        if (clusters == null || !(clusters.value() instanceof ParsedSection table)) {
            return;
        }
        for (Item each : table.items().values()) {
            if (each.value() instanceof ParsedSection cluster) {
                ParsedSection queue = cluster.block("queue");
                admission(cluster.block("overload"), queue);
                target(queue);
            }
        }
    }

    private static void admission(@Nullable ParsedSection overload, @Nullable ParsedSection queue) {
        if (overload == null || queue == null || !Boolean.TRUE.equals(overload.find("admit-sessions", Boolean.class))) {
            return;
        }
        if (!queue.gives("target")) {
            queue.assume("discipline", "fifo");
        }
        if (queue.find("discipline", Discipline.class) == Discipline.FIFO) {
            queue.assume("timeout", PATIENCE);
        }
    }

    private static void target(@Nullable ParsedSection queue) {
        Duration timeout = queue == null ? null : queue.find("timeout", Duration.class);
        if (queue != null
                && timeout != null
                && queue.find("discipline", Discipline.class) == Discipline.CODEL
                && timeout.toMillis() / 3 > SHORTEST_TARGET_MS) {
            queue.assume("target", timeout.toMillis() / 3 + "ms");
        }
    }
}
