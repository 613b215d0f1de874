// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Numbers that stand below their names: a line of names and a line of numbers, both with the same label in front. */
final class NamedColumns {

    private final ProcFile file;
    private final byte[] label;
    private final String[] names;
    private final Metric[] metrics;

    /** The metric of each column; null for a column that is not wanted. */
    private @Nullable Metric @Nullable [] byColumn;

    NamedColumns(ProcFile file, byte[] label, String[] names, Metric[] metrics) {
        this.file = file;
        this.label = label;
        this.names = names;
        this.metrics = metrics;
    }

    void collect(NodeSample into) {
        if (!file.load() || !file.seek(label)) {
            return;
        }
        @Nullable Metric[] columns = byColumn;
        if (columns == null) {
            columns = lookUp();
            byColumn = columns;
            if (!file.seek(label)) {
                return;
            }
        }
        if (!file.nextLine() || !file.startsWith(label)) {
            return;
        }
        file.skipWords(1);
        for (Metric metric : columns) {
            if (metric == null) {
                file.skipWords(1);
            } else {
                // A negative number, which some have for "no limit", is read as -1 and not taken.
                into.set(metric, (double) file.number());
            }
        }
    }

    void close() {
        file.close();
    }

    private @Nullable Metric[] lookUp() {
        @Nullable Metric[] columns = new @Nullable Metric[0];
        while (file.skipBlanks()) {
            String name = file.nextWord();
            columns = Arrays.copyOf(columns, columns.length + 1);
            int place = Arrays.asList(names).indexOf(name);
            columns[columns.length - 1] = place < 0 ? null : metrics[place];
        }
        int last = columns.length;
        while (last > 0 && columns[last - 1] == null) {
            last--;
        }
        return Arrays.copyOf(columns, last);
    }
}
