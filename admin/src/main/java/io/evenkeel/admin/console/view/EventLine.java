// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.control.EventView;
import java.util.List;

/**
 * An event, cut in three where it names a node that there is now.
 *
 * @param level {@code info}, {@code warn} or {@code error}
 * @param before the text up to the node's name; all of it when there is no node
 * @param cluster of the node; empty when it names none, as is the node's name then
 */
public record EventLine(
        long atMs, String level, String area, String before, String cluster, String node, String after) {

    /**
     * Finds the node in an event's text, where it is written {@code cluster/node}; of several that fit, the longest
     * name.
     */
    static EventLine of(EventView event, List<ClusterFigures> clusters) {
        String text = event.text();
        String foundCluster = "";
        String foundNode = "";
        int at = text.length();
        int length = 0;
        for (ClusterFigures cluster : clusters) {
            String prefix = cluster.view().name() + "/";
            int from = start(text, prefix);
            if (from < 0) {
                continue;
            }
            for (NodeFigures node : cluster.nodes()) {
                String name = node.view().name();
                int whole = prefix.length() + name.length();
                if (whole > length && text.startsWith(name, from + prefix.length()) && ends(text, from + whole)) {
                    foundCluster = cluster.view().name();
                    foundNode = name;
                    at = from;
                    length = whole;
                }
            }
        }
        return new EventLine(
                event.atMs(),
                event.level(),
                event.area(),
                text.substring(0, at),
                foundCluster,
                foundNode,
                text.substring(at + length));
    }

    /** True when it names a node that exists. */
    public boolean hasNode() {
        return !cluster.isEmpty();
    }

    private static int start(String text, String prefix) {
        if (text.startsWith(prefix)) {
            return 0;
        }
        int inside = text.indexOf(" " + prefix);
        return inside < 0 ? -1 : inside + 1;
    }

    private static boolean ends(String text, int at) {
        return at == text.length() || text.charAt(at) == ' ' || text.charAt(at) == ':' || text.charAt(at) == ',';
    }
}
