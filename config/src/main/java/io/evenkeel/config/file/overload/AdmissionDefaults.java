// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.overload;

import io.evenkeel.config.cluster.QueueSettings.Discipline;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import org.jspecify.annotations.Nullable;

/**
 * Defaults of the queue where sessions are admitted: in order, and for 5 s. There the load is reduced by refusing new
 * sessions; a queue that drops requests of running sessions would break those that were let in (record 0058).
 */
public final class AdmissionDefaults {

    private static final String PATIENCE = "5s";

    private AdmissionDefaults() {}

    /** Sets them in each cluster of a file that admits sessions, as far as the file does not say otherwise. */
    public static void set(ParsedSection file) {
        Item clusters = file.item("clusters");
        if (clusters == null || !(clusters.value() instanceof ParsedSection table)) {
            return;
        }
        for (Item each : table.items().values()) {
            if (each.value() instanceof ParsedSection cluster) {
                set(cluster.block("overload"), cluster.block("queue"));
            }
        }
    }

    private static void set(@Nullable ParsedSection overload, @Nullable ParsedSection queue) {
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
}
