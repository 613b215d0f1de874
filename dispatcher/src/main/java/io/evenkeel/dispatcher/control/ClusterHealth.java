// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The health of one cluster as its nodes' states tell it. Drained nodes and nodes in maintenance do not count for as
 * long as others are up.
 *
 * @param text such as {@code all nodes down since 2026-01-31T08:12:03Z}; empty when there is nothing to say
 */
public record ClusterHealth(HealthLevel level, String text) {

    private static final ClusterHealth WELL = new ClusterHealth(HealthLevel.OK, "");

    /** The health of a cluster at the moment of its view. */
    public static ClusterHealth of(ClusterView cluster) {
        List<NodeView> nodes = cluster.nodes();
        if (nodes.stream().noneMatch(NodeView::takesTasks)) {
            String tried = cluster.counts().up() > 0 ? "; requests try them all the same" : "";
            return new ClusterHealth(HealthLevel.OUTAGE, none(nodes) + since(cluster.outSinceMs()) + tried);
        }
        List<NodeView> ill = nodes.stream().filter(ClusterHealth::isIll).toList();
        if (ill.isEmpty()) {
            return WELL;
        }
        NodeView first = ill.get(0);
        String text = ill.size() == 1
                ? first.name() + " " + word(first.state()) + since(first.span().sinceMs())
                : byWord(ill).size() == 1
                        ? ill.size() + " of " + nodes.size() + " nodes " + word(first.state())
                        : ill.size() + " of " + nodes.size() + " nodes not up: " + counted(ill);
        return new ClusterHealth(HealthLevel.DEGRADED, text);
    }

    private static String none(List<NodeView> nodes) {
        if (nodes.isEmpty()) {
            return "no nodes";
        }
        return byWord(nodes).size() == 1 ? "all nodes " + word(nodes.get(0).state()) : "no node up: " + counted(nodes);
    }

    private static boolean isIll(NodeView node) {
        return switch (node.state()) {
            case DOWN, EJECTED, SILENT, RESTING -> true;
            case UP, DRAIN, MAINT, PROBING -> false;
        };
    }

    private static String since(long ms) {
        return ms == 0 ? "" : " since " + HealthLine.moment(ms);
    }

    private static Map<String, Long> byWord(List<NodeView> nodes) {
        return nodes.stream()
                .collect(Collectors.groupingBy(node -> word(node.state()), TreeMap::new, Collectors.counting()));
    }

    private static String counted(List<NodeView> nodes) {
        return byWord(nodes).entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String word(NodeState state) {
        return switch (state) {
            case UP -> "up";
            case DRAIN -> "drained";
            case MAINT -> "in maintenance";
            case DOWN -> "down";
            case EJECTED -> "ejected";
            case PROBING -> "on probation";
            case SILENT -> "silent";
            case RESTING -> "resting";
        };
    }
}
