// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;

/** The listeners and routes of a file that lead to a cluster. */
final class ClusterReferences {

    private static final String CLUSTER = "cluster";

    private ClusterReferences() {}

    /** A sentence without a full stop for each, with its line. */
    static List<String> of(Layout file, String cluster) {
        List<String> found = new ArrayList<>();
        for (ListenerRow listener : ListenerRow.of(file)) {
            String who = "listener " + listener.name();
            if (word(listener.layout(), CLUSTER).equals(cluster)) {
                found.add(who + ", line " + line(listener.layout(), CLUSTER));
            }
            for (RouteRow route : RouteRow.of(listener.layout())) {
                if (route.cluster().equals(cluster)) {
                    found.add("a route of " + who + " for " + route.matches() + ", line "
                            + line(route.layout(), CLUSTER));
                }
            }
        }
        return found;
    }

    /** The paths of all that name the cluster. */
    static List<List<String>> places(Layout file, String cluster) {
        List<List<String>> found = new ArrayList<>();
        for (ListenerRow listener : ListenerRow.of(file)) {
            if (names(listener.layout(), cluster)) {
                found.add(SectionForm.plus(listener.path(), CLUSTER));
            }
            for (RouteRow route : RouteRow.of(listener.layout())) {
                if (names(route.layout(), cluster)) {
                    String index = Integer.toString(route.number() - 1);
                    found.add(SectionForm.plus(
                            SectionForm.plus(SectionForm.plus(listener.path(), "routes"), index), CLUSTER));
                }
            }
        }
        return found;
    }

    /**
     * An alias names nothing itself: its target is a place of its own, or the check finds that the target is missing.
     */
    private static boolean names(Layout holder, String cluster) {
        return holder.entry(CLUSTER)
                .map(Layout.Entry::value)
                .filter(value ->
                        value.kind() == Layout.Kind.SCALAR && value.text().equals(cluster))
                .isPresent();
    }

    static String word(Layout holder, String key) {
        return holder.entry(key).map(entry -> entry.value().text()).orElse("");
    }

    private static int line(Layout holder, String key) {
        return holder.entry(key).map(entry -> entry.place().line()).orElse(0);
    }
}
