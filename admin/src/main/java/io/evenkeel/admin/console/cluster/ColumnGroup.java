// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.console.view.Column;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A choice of columns of a cluster's table. */
@SuppressWarnings("ImmutableEnumChecker") // its sets are never changed
public enum ColumnGroup {
    MAIN(
            "main",
            "the main ones",
            EnumSet.of(
                    Column.IN_FLIGHT,
                    Column.RATE,
                    Column.P99,
                    Column.FAILURES,
                    Column.CPU,
                    Column.WORKERS,
                    Column.SESSIONS,
                    Column.GOT)),
    TRAFFIC(
            "traffic",
            "traffic",
            EnumSet.of(Column.IN_FLIGHT, Column.RATE, Column.P50, Column.P99, Column.FAILURES, Column.SESSIONS)),
    SERVER(
            "server",
            "the server, by its agent",
            EnumSet.of(
                    Column.IN_FLIGHT,
                    Column.CPU,
                    Column.HEAP,
                    Column.GC,
                    Column.WORKERS,
                    Column.QUEUE,
                    Column.JDBC,
                    Column.HELD,
                    Column.AGE)),
    CHOICE(
            "choice",
            "the policy's choice",
            EnumSet.of(
                    Column.IN_FLIGHT, Column.RATE, Column.SCORE, Column.WEIGHT, Column.WANTED, Column.GOT, Column.AGE)),
    ALL("all", "all", EnumSet.allOf(Column.class));

    private final String key;
    private final String title;
    private final Set<Column> columns;

    ColumnGroup(String key, String title, Set<Column> columns) {
        this.key = key;
        this.title = title;
        this.columns = columns;
    }

    /** The group of a word in an address; the main one for any other word. */
    static ColumnGroup of(String key) {
        return Arrays.stream(values())
                .filter(group -> group.key.equals(key))
                .findFirst()
                .orElse(MAIN);
    }

    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    /** The columns in their usual order; the one that rows are sorted by is among them. */
    List<Column> with(@Nullable Column sort) {
        return Arrays.stream(Column.values())
                .filter(column -> column == sort || columns.contains(column))
                .toList();
    }
}
