// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.node.bound.NodeBound;
import io.evenkeel.dispatcher.node.overload.ClassCounts;
import io.evenkeel.dispatcher.node.overload.OverloadCounts;
import java.util.Map;
import java.util.StringJoiner;

/** The admission and the classes of a cluster as texts for its page. */
public final class OverloadTexts {

    private static final double NS_PER_S = 1e9;

    private OverloadTexts() {}

    /** The key of a figure of a class. */
    public static String key(ClusterFigures cluster, ClassCounts each, String figure) {
        return "cluster/" + cluster.view().name() + "/queue/" + each.name() + "/" + figure;
    }

    /** The key of the line on admission. */
    public static String admissionKey(ClusterFigures cluster) {
        return "cluster/" + cluster.view().name() + "/admission";
    }

    /** The key of the line on the bounds of nodes, and on the patience of clients. */
    public static String boundsKey(ClusterFigures cluster) {
        return "cluster/" + cluster.view().name() + "/bounds";
    }

    private static String bounds(OverloadCounts counts) {
        StringJoiner words = new StringJoiner(". ");
        if (counts.patienceNs() != Long.MAX_VALUE) {
            words.add("Clients give up after %s ms, so nothing waits for longer"
                    .formatted(FigureTexts.number(counts.patienceNs() / 1e6)));
        }
        StringJoiner nodes = new StringJoiner(", ");
        for (NodeBound each : counts.bounds()) {
            nodes.add(
                    each.node() + " " + each.most() + (each.by().equals("learned") ? " (learned)" : " (its workers)"));
        }
        if (nodes.length() > 0) {
            words.add("Tasks that nodes may have at most: " + nodes);
        }
        return words.toString();
    }

    static void add(Map<String, String> cells, ClusterFigures cluster) {
        OverloadCounts counts = cluster.overload();
        if (counts.admits()) {
            cells.put(admissionKey(cluster), admission(counts));
        }
        cells.put(boundsKey(cluster), bounds(counts));
        for (ClassCounts each : counts.classes()) {
            cells.put(key(cluster, each, "waiting"), FigureTexts.number(each.waiting()));
            cells.put(key(cluster, each, "admitted"), FigureTexts.number((double) each.admitted()));
            cells.put(key(cluster, each, "without"), without(each));
        }
    }

    private static String admission(OverloadCounts counts) {
        String most = Double.isFinite(counts.most()) ? " of at most " + FigureTexts.number(counts.most()) : "";
        return "%s sessions run%s; think time %s s; %s %% of new sessions pass the rule on waits"
                .formatted(
                        FigureTexts.number(counts.active()),
                        most,
                        FigureTexts.number(counts.thinkNs() / NS_PER_S),
                        FigureTexts.number(100 * counts.chance()));
    }

    private static String without(ClassCounts each) {
        StringJoiner words = new StringJoiner(", ");
        each.without().forEach((reason, count) -> {
            if (count > 0) {
                words.add(FigureTexts.number((double) count) + " " + ScalarTypes.spelling(reason));
            }
        });
        return words.length() == 0 ? "0" : words.toString();
    }
}
