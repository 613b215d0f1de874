// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import io.evenkeel.dispatcher.affinity.table.SessionTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all sessions once, some 2,000 at a time. A session that comes or changes meanwhile may be missed; it is
 * news. One thread.
 */
public final class SessionWalk {

    private final Map<String, SessionTable> tables;
    private final IntSupplier seconds;
    private final Queue<String> clusters;
    private int part;

    SessionWalk(Map<String, SessionTable> tables, IntSupplier seconds) {
        this.tables = tables;
        this.seconds = seconds;
        this.clusters = new ArrayDeque<>(new ArrayList<>(tables.keySet()));
    }

    /** The next sessions; null at the end. */
    public @Nullable ToldSessions next() {
        while (!clusters.isEmpty()) {
            String cluster = clusters.element();
            SessionTable table = tables.get(cluster);
            while (table != null && part < table.parts()) {
                SessionLister list = new SessionLister();
                table.each(part++, seconds.getAsInt(), list);
                ToldSessions told = list.of(cluster);
                if (told.size() > 0) {
                    return told;
                }
            }
            clusters.remove();
            part = 0;
        }
        return null;
    }
}
