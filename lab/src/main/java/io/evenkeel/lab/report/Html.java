// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A page under way: elements that are opened and closed, and text that is always escaped.
 *
 * <p>The output is well-formed XML too, so that a test can tell that all text was escaped. A template engine would be a
 * second language for one page of tables that are made by loops.
 */
final class Html {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param attributes names and values in turn
     */
    Html open(String tag, String... attributes) {
        begin(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** An element without content, as {@code meta} is. */
    Html empty(String tag, String... attributes) {
        begin(tag, attributes);
        out.append("/>");
        return this;
    }

    private void begin(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
    }

    /** Closes the element that was opened last. */
    Html close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** An element with a text and nothing else. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** A row of a table. */
    Html row(String cell, Iterable<String> texts) {
        open("tr");
        texts.forEach(text -> element(cell, text));
        return close();
    }

    /** Adds markup that this class did not make and that is known to be well-formed: a plot, or the style sheet. */
    Html trusted(String markup) {
        out.append(markup);
        return this;
    }

    /** The page. */
    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return "<!DOCTYPE html>\n" + out;
    }

    /** Escapes a text; control characters, which XML does not allow, become a mark. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append(' ');
                default -> escaped.appendCodePoint(isNoXml(c) ? 0xFFFD : c);
            }
        });
        return escaped.toString();
    }

    private static boolean isNoXml(int c) {
        boolean isSurrogate = c >= 0xD800 && c < 0xE000;
        return c < ' ' || isSurrogate || c == 0xFFFE || c == 0xFFFF;
    }
}
