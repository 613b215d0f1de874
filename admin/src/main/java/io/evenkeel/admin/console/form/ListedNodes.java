// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import java.util.List;
import java.util.Locale;

/**
 * The nodes of a cluster that its form lists: at most {@value #MOST} of those with some words.
 *
 * @param matching number of the nodes that have the words
 * @param all number of the nodes in the file
 * @param words part of a name or address, in upper or lower case; empty for all
 */
public record ListedNodes(List<NodeRow> rows, int matching, int all, String words) {

    public static final int MOST = 100;

    public ListedNodes {
        rows = List.copyOf(rows);
    }

    static ListedNodes of(List<NodeRow> nodes, String words) {
        String wanted = words.strip().toLowerCase(Locale.ROOT);
        List<NodeRow> found = nodes.stream().filter(node -> has(node, wanted)).toList();
        return new ListedNodes(
                found.subList(0, Math.min(MOST, found.size())), found.size(), nodes.size(), words.strip());
    }

    private static boolean has(NodeRow node, String words) {
        return node.name().toLowerCase(Locale.ROOT).contains(words)
                || node.address().toLowerCase(Locale.ROOT).contains(words);
    }

    /** True when one has to search, because not all have a place. */
    public boolean needsSearch() {
        return all > MOST;
    }
}
