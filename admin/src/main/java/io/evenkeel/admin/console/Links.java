// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import io.evenkeel.admin.console.view.NodeFigures;

/** Addresses of pages, for the templates; any name may stand in them. */
public final class Links {

    private Links() {}

    public static String cluster(String name) {
        return Console.PATH + "/cluster?cluster=" + ClusterPages.quoted(name);
    }

    /** The last choices of a cluster. */
    public static String decisions(String cluster) {
        return Console.PATH + "/decisions?cluster=" + ClusterPages.quoted(cluster);
    }

    public static String sorted(String cluster, String column, boolean up) {
        return cluster(cluster) + "&sort=" + column + (up ? "&order=up" : "");
    }

    /** Another page of the same table. */
    public static String page(String cluster, String column, boolean up, int page) {
        return sorted(cluster, column, up) + "&page=" + page;
    }

    /** The end of a log file. */
    public static String log(String key, String words, boolean follow) {
        return Console.PATH + "/logs/view?file=" + ClusterPages.quoted(key) + "&words=" + ClusterPages.quoted(words)
                + (follow ? "&follow=yes" : "");
    }

    /** A whole log file. */
    public static String download(String key) {
        return Console.PATH + "/logs/download?file=" + ClusterPages.quoted(key);
    }

    public static String node(NodeFigures node) {
        return Console.PATH + "/node?cluster=" + ClusterPages.quoted(node.cluster()) + "&node="
                + ClusterPages.quoted(node.view().name());
    }

    /** A text of the configuration that was replaced, beside the file as it is. */
    public static String version(String id) {
        return Console.PATH + "/config/version?id=" + ClusterPages.quoted(id);
    }
}
