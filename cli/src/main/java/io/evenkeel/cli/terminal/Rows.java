// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows of data under named columns, printed as an aligned table, as JSON or as CSV.
 *
 * <p>Cells are strings, numbers, booleans or null: unknown, which is {@code -} in a table, empty in CSV and
 * {@code null} in JSON. Numbers stand on the right of their column and are printed as they are; round them before.
 */
public final class Rows {

    private static final String GAP = "  ";
    private static final int REASON = 24;

    private final List<String> columns;
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    /**
     * No rows yet.
     *
     * @param columns camelCase keys, as in the admin API; a table shows them as words in capitals
     */
    public Rows(String... columns) {
        this.columns = List.of(columns);
    }

    /**
     * Appends a row.
     *
     * @throws IllegalArgumentException unless there is one cell for each column
     */
    public Rows add(@Nullable Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException("%d cells for the columns %s".formatted(cells.length, columns));
        }
        List<@Nullable Object> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell);
        }
        rows.add(row);
        return this;
    }

    /**
     * The same rows with the columns of others at their right.
     *
     * @throws IllegalArgumentException unless there are as many of them
     */
    public Rows beside(Rows right) {
        if (right.rows.size() != rows.size()) {
            throw new IllegalArgumentException("%d rows beside %d".formatted(right.rows.size(), rows.size()));
        }
        Rows both =
                new Rows(Stream.concat(columns.stream(), right.columns.stream()).toArray(String[]::new));
        for (int i = 0; i < rows.size(); i++) {
            List<@Nullable Object> row = new ArrayList<>(rows.get(i));
            row.addAll(right.rows.get(i));
            both.rows.add(row);
        }
        return both;
    }

    /**
     * The same rows without some columns, so that a table of them is not wider than so many characters: those that are
     * named first go first, and the others stay even if they are too wide. The last column may be longer than a line,
     * and counts as {@value #REASON} characters at most.
     */
    public Rows within(int width, String... dispensable) {
        List<Integer> kept = new ArrayList<>();
        int wide = -GAP.length();
        for (int i = 0; i < columns.size(); i++) {
            kept.add(i);
            wide += taken(i);
        }
        for (String name : dispensable) {
            int column = columns.indexOf(name);
            if (wide > width && column >= 0) {
                kept.remove((Integer) column);
                wide -= taken(column);
            }
        }
        Rows fewer = new Rows(kept.stream().map(columns::get).toArray(String[]::new));
        for (List<@Nullable Object> row : rows) {
            fewer.add(kept.stream().map(row::get).toArray());
        }
        return fewer;
    }

    private int taken(int column) {
        int width = width(column);
        return GAP.length() + (column == columns.size() - 1 ? Math.min(REASON, width) : width);
    }

    /** Prints all rows and flushes. */
    public void print(PrintWriter out, OutputFormat format) {
        switch (format) {
            case TABLE -> printTable(out);
            case JSON -> out.println(JsonMapper.shared().writeValueAsString(objects()));
            case CSV -> printCsv(out);
        }
        out.flush();
    }

    /** Prints all rows as a Markdown table, for pages of documentation, and flushes. */
    public void printMarkdown(PrintWriter out) {
        out.println(markdown(columns.stream()
                .map(column -> heading(column).toLowerCase(Locale.ROOT))
                .toList()));
        List<String> rule = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            rule.add(isNumeric(i) ? "---:" : "---");
        }
        out.println(markdown(rule));
        rows.forEach(row -> out.println(markdown(row.stream().map(Rows::shown).toList())));
        out.flush();
    }

    private static String markdown(List<String> cells) {
        return "| " + String.join(" | ", cells).replace("\n", " ") + " |";
    }

    private List<Map<String, @Nullable Object>> objects() {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) {
                object.put(columns.get(i), row.get(i));
            }
            objects.add(object);
        }
        return objects;
    }

    private void printCsv(PrintWriter out) {
        out.print(String.join(",", columns) + "\r\n");
        for (List<@Nullable Object> row : rows) {
            List<String> cells = new ArrayList<>();
            for (Object cell : row) {
                cells.add(csv(cell == null ? "" : cell.toString()));
            }
            out.print(String.join(",", cells) + "\r\n");
        }
    }

    private static String csv(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private void printTable(PrintWriter out) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(i);
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            append(line, heading(columns.get(i)), widths[i], isNumeric(i));
        }
        out.println(line.toString().stripTrailing());
        for (List<@Nullable Object> row : rows) {
            line.setLength(0);
            for (int i = 0; i < widths.length; i++) {
                append(line, shown(row.get(i)), widths[i], isNumeric(i));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private int width(int column) {
        int width = heading(columns.get(column)).length();
        for (List<@Nullable Object> row : rows) {
            width = Math.max(width, shown(row.get(column)).length());
        }
        return width;
    }

    private boolean isNumeric(int column) {
        return rows.stream().map(row -> row.get(column)).anyMatch(Number.class::isInstance);
    }

    private static void append(StringBuilder line, String text, int width, boolean right) {
        String space = " ".repeat(width - text.length());
        line.append(right ? space + text : text + space).append(GAP);
    }

    private static String heading(String column) {
        return column.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ")
                .toUpperCase(Locale.ROOT);
    }

    private static String shown(@Nullable Object cell) {
        return cell == null ? "-" : cell.toString();
    }
}
