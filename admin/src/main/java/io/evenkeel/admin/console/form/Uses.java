// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.dispatcher.settings.yaml.Layout;
import java.util.ArrayList;
import java.util.List;

/** Which listeners and routes of a file lead to a cluster. */
final class Uses {

    private Uses() {}

    /** A sentence without a full stop for each, with its line. */
    static List<String> of(Layout file, String cluster) {
        List<String> found = new ArrayList<>();
        for (ListenerRow listener : ListenerRow.of(file)) {
            String who = "listener " + listener.name();
            if (word(listener.layout(), "cluster").equals(cluster)) {
                found.add(who + ", line " + line(listener.layout(), "cluster"));
            }
            for (RouteRow route : RouteRow.of(listener.layout())) {
                if (route.cluster().equals(cluster)) {
                    found.add("a route of " + who + " for " + route.matches() + ", line "
                            + line(route.layout(), "cluster"));
                }
            }
        }
        return found;
    }

    static String word(Layout holder, String key) {
        return holder.entry(key).map(entry -> entry.value().text()).orElse("");
    }

    private static int line(Layout holder, String key) {
        return holder.entry(key).map(entry -> entry.place().line()).orElse(0);
    }
}
