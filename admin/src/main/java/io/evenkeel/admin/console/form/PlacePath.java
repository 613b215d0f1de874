// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.TextPlace;
import java.util.ArrayList;
import java.util.List;

/** Finds the key or item at a place of a text. */
final class PlacePath {

    private final int line;
    private final int column;
    private List<String> found = List.of();

    private PlacePath(int line, int column) {
        this.line = line;
        this.column = column;
    }

    /** The path of the key, value or item that begins there, the innermost if several do; empty for none. */
    static List<String> at(Layout root, int line, int column) {
        PlacePath search = new PlacePath(line, column);
        search.visit(root, new ArrayList<>());
        return search.found;
    }

    private void visit(Layout layout, List<String> path) {
        if (isHere(layout.place())) {
            found = List.copyOf(path);
        }
        for (Entry entry : layout.entries()) {
            path.add(entry.key());
            if (isHere(entry.place())) {
                found = List.copyOf(path);
            }
            visit(entry.value(), path);
            path.remove(path.size() - 1);
        }
        for (int i = 0; i < layout.items().size(); i++) {
            path.add(Integer.toString(i));
            visit(layout.items().get(i), path);
            path.remove(path.size() - 1);
        }
    }

    private boolean isHere(TextPlace place) {
        return place.line() == line && place.column() == column;
    }
}
