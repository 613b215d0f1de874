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
        for (Layout listener :
                file.find(List.of("listeners")).map(Layout::items).orElse(List.of())) {
            String name = word(listener, "name");
            String who = "listener " + (name.isEmpty() ? word(listener, "address") : name);
            if (word(listener, "cluster").equals(cluster)) {
                found.add(who + ", line " + line(listener, "cluster"));
            }
            for (Layout route :
                    listener.find(List.of("routes")).map(Layout::items).orElse(List.of())) {
                if (word(route, "cluster").equals(cluster)) {
                    String host = word(route, "host");
                    String path = word(route, "path");
                    String what = host.isEmpty() && path.isEmpty() ? "everything else" : host + path;
                    found.add("a route of " + who + " for " + what + ", line " + line(route, "cluster"));
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
