// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cluster;

import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.view.Column;
import io.evenkeel.admin.console.view.LiveTexts;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a cluster's table that one tab looks at: a choice of nodes, their order, and one page of them.
 *
 * @param sort null for the order of the configuration
 * @param up smallest first
 * @param words part of a name or address, in upper or lower case; empty for all
 * @param state as words; empty for all
 * @param page from 0
 * @param group the columns that are shown
 */
public record NodeTable(
        String cluster, @Nullable Column sort, boolean up, String words, String state, int page, ColumnGroup group) {

    /** Rows of a page. */
    static final int PAGE = 100;

    /** The table that an address asks for. */
    static NodeTable of(Context context) {
        String page = Given.query(context, "page");
        return new NodeTable(
                Given.query(context, "cluster"),
                Column.of(Given.query(context, "sort")).orElse(null),
                Given.query(context, "order").equals("up"),
                Given.query(context, "words").strip(),
                Given.query(context, "state"),
                page.matches("[0-9]{1,4}") ? Integer.parseInt(page) : 0,
                ColumnGroup.of(Given.query(context, "columns")));
    }

    /** The columns that are shown, from left to right. */
    public List<Column> columns() {
        return group.with(sort);
    }

    /** All nodes that fit, in order. */
    List<NodeFigures> matching(ClusterFigures figures) {
        String wanted = words.toLowerCase(Locale.ROOT);
        return figures.nodes().stream()
                .filter(node -> state.isEmpty() || node.state().equals(state))
                .filter(node -> wanted.isEmpty() || has(node, wanted))
                .sorted(order())
                .toList();
    }

    private static boolean has(NodeFigures node, String words) {
        return node.view().name().toLowerCase(Locale.ROOT).contains(words)
                || node.view().address().contains(words);
    }

    private Comparator<NodeFigures> order() {
        if (sort == null) {
            return Comparator.comparing(node -> 0);
        }
        return up ? sort.descending().reversed() : sort.descending();
    }

    /** The nodes on the page, of those that fit. */
    List<NodeFigures> rows(List<NodeFigures> matching) {
        return matching.stream()
                .skip((long) pageOf(matching) * PAGE)
                .limit(PAGE)
                .toList();
    }

    /** The page that is shown, from 0: the last one when there are not as many any more. */
    int pageOf(List<NodeFigures> matching) {
        return Math.max(0, Math.min(page, (matching.size() - 1) / PAGE));
    }

    /** Changes whenever the table would have to be drawn again: other rows, another order, another number of pages. */
    String version(List<NodeFigures> matching) {
        List<String> names =
                rows(matching).stream().map(node -> node.view().name()).toList();
        return matching.size() + "-" + LiveTexts.version(names);
    }

    /** The key of the version among the live texts. */
    public String versionKey() {
        return "cluster/" + cluster + "/rows";
    }

    /**
     * The address of the same table by another column, from its first page; a second click on a column turns the order.
     */
    public String sortedBy(@Nullable Column column) {
        return address(column, column != null && column.equals(sort) && !up, 0);
    }

    /** The address of another page. */
    public String at(int number) {
        return address(sort, up, number);
    }

    /** {@code ascending} or {@code descending} for the column that the rows are sorted by, null for others. */
    public @Nullable String direction(@Nullable Column column) {
        if (column != sort) {
            return null;
        }
        return sort == null || up ? "ascending" : "descending";
    }

    /** The query of the live stream. */
    public String live() {
        return "view=cluster&" + query(sort, up, page);
    }

    private String address(@Nullable Column column, boolean upwards, int number) {
        return Links.CONSOLE + "/cluster?" + query(column, upwards, number);
    }

    private String query(@Nullable Column column, boolean upwards, int number) {
        return "cluster=" + Links.quoted(cluster)
                + (column == null ? "" : "&sort=" + column.key())
                + (upwards ? "&order=up" : "")
                + (words.isEmpty() ? "" : "&words=" + Links.quoted(words))
                + (state.isEmpty() ? "" : "&state=" + Links.quoted(state))
                + (group == ColumnGroup.MAIN ? "" : "&columns=" + group.key())
                + (number == 0 ? "" : "&page=" + number);
    }
}
