// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import java.util.Comparator;
import java.util.List;

/** Characters of a text and their replacement; offsets in UTF-16 units. */
record TextEdit(int from, int to, String text) {

    static TextEdit insert(int at, String text) {
        return new TextEdit(at, at, text);
    }

    static TextEdit cut(int from, int to) {
        return new TextEdit(from, to, "");
    }

    boolean covers(int offset) {
        return offset >= from && offset < to;
    }

    /** The text with all of them made; they must not overlap. */
    static String all(String text, List<TextEdit> splices) {
        StringBuilder out = new StringBuilder(text);
        splices.stream()
                .sorted(Comparator.comparingInt(TextEdit::from).reversed())
                .forEach(each -> out.replace(each.from(), each.to(), each.text()));
        return out.toString();
    }
}
