// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Finds the comments of a text: everything from a {@code #} outside of values. */
final class Comments {

    /** A comment without the blanks at its end. */
    record Comment(int from, String text) {}

    private final NavigableMap<Integer, Integer> words = new TreeMap<>();

    private Comments() {}

    static List<Comment> of(String text, Layout root) {
        Comments comments = new Comments();
        comments.collect(root);
        List<Comment> found = new ArrayList<>();
        Lines lines = new Lines(text);
        int at = 0;
        while (at < text.length()) {
            Integer to = comments.words.get(at);
            if (to != null && to > at) {
                at = to;
            } else if (text.charAt(at) == '#' && (at == 0 || Character.isWhitespace(text.charAt(at - 1)))) {
                int close = lines.close(at);
                found.add(new Comment(at, text.substring(at, close).stripTrailing()));
                at = close;
            } else {
                at++;
            }
        }
        return found;
    }

    private void collect(Layout layout) {
        if (layout.kind() == Kind.SCALAR || layout.kind() == Kind.ALIAS) {
            words.put(layout.from(), layout.to());
        }
        for (Entry entry : layout.entries()) {
            words.put(entry.from(), entry.to());
            collect(entry.value());
        }
        layout.items().forEach(this::collect);
    }
}
