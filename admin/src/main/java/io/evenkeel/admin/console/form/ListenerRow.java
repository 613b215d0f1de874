// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A listener as the file has it.
 *
 * @param index in the list of the file
 * @param name as it is known everywhere
 */
record ListenerRow(int index, String name, Layout layout) {

    static final String LIST = "listeners";

    /** The listeners in the order of the file. */
    static List<ListenerRow> of(Layout file) {
        List<ListenerRow> rows = new ArrayList<>();
        for (Layout listener : file.find(List.of(LIST)).map(Layout::items).orElse(List.of())) {
            String name = ClusterReferences.word(listener, "name");
            rows.add(new ListenerRow(
                    rows.size(), name.isEmpty() ? ClusterReferences.word(listener, "address") : name, listener));
        }
        return rows;
    }

    static Optional<ListenerRow> find(Layout file, String name) {
        return of(file).stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /** The listener of a name, which must be in the file. */
    static ListenerRow get(Layout file, String name) {
        return find(file, name)
                .orElseThrow(() -> new ApiRefusal(
                        404,
                        "the configuration file has no listener '" + name + "'",
                        "See " + Links.CONFIG + " for those it has."));
    }

    List<String> path() {
        return List.of(LIST, Integer.toString(index));
    }

    /** The clusters of a file, for a field that names one. */
    static List<String> clusters(Layout file) {
        return file.find(List.of("clusters")).map(Layout::entries).orElse(List.of()).stream()
                .map(Layout.Entry::key)
                .toList();
    }
}
