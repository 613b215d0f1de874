// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.Layout.Style;
import io.evenkeel.config.yaml.LayoutReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes values as YAML, in quotes where the neighbours have them or where the value would be misread without. */
final class YamlWriter {

    private static final String NO_KEY = "";

    private final Map<String, Character> quotes = new HashMap<>();

    /** A writer for a value beside the values of a container. */
    static YamlWriter like(String text, Layout neighbours) {
        YamlWriter writer = new YamlWriter();
        writer.learn(text, NO_KEY, neighbours);
        return writer;
    }

    private void learn(String text, String key, Layout layout) {
        if (layout.style() == Style.QUOTED) {
            quotes.put(key, text.charAt(layout.to() - 1));
        } else if (layout.kind() == Kind.SCALAR) {
            quotes.remove(key);
        }
        layout.items().forEach(item -> learn(text, NO_KEY, item));
        layout.entries().forEach(entry -> learn(text, entry.key(), entry.value()));
    }

    /**
     * A value on one line.
     *
     * @param inFlow it stands inside braces or brackets
     */
    String line(ConfigValue value, boolean inFlow) {
        return line(NO_KEY, value, inFlow);
    }

    /** A key and its value on one line. */
    String entry(String key, ConfigValue value, boolean inFlow) {
        return key(key, inFlow) + ": " + line(key, value, inFlow);
    }

    /** A key whose section is on the lines below. */
    String heading(String key) {
        return key(key, false) + ":";
    }

    private String line(String key, ConfigValue value, boolean inFlow) {
        if (value instanceof Keys keys) {
            return keys.entries().entrySet().stream()
                    .map(entry -> entry(entry.getKey(), entry.getValue(), true))
                    .collect(Collectors.joining(", ", "{", "}"));
        } else if (value instanceof Items list) {
            return list.items().stream().map(item -> line(key, item, true)).collect(Collectors.joining(", ", "[", "]"));
        }
        return word((Scalar) value, quotes.getOrDefault(key, ' '), inFlow);
    }

    /** Keys with their values, each on a line of its own; the lines have no common margin. */
    List<String> lines(Keys keys, int step) {
        List<String> lines = new ArrayList<>();
        keys.entries().forEach((key, value) -> {
            if (value instanceof Items list && !list.items().isEmpty()) {
                lines.add(heading(key));
                list.items().forEach(item -> lines.add(" ".repeat(step) + "- " + line(item, false)));
            } else {
                lines.add(entry(key, value, false));
            }
        });
        return lines;
    }

    /** A single value in the preferred quotes, if it may have any. */
    static String word(Scalar scalar, char liked, boolean inFlow) {
        if (liked == ' ' || !scalar.quoted()) {
            if (isPlain(scalar, inFlow)) {
                return scalar.text();
            }
        } else if (liked == '\'' && scalar.text().chars().noneMatch(c -> c < ' ' || c > 0x7e)) {
            return "'" + scalar.text().replace("'", "''") + "'";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : scalar.text().toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || (c >= 0x7f && c <= 0xa0) || c == '\u2028' || c == '\u2029' || c == '\ufeff') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /**
     * A key in the place of another.
     *
     * @param last character of the other: a quote when it is in quotes
     */
    static String key(String key, char last, boolean inFlow) {
        return last == '"' || last == '\'' ? word(new Scalar(key, true), last, inFlow) : key(key, inFlow);
    }

    private static String key(String key, boolean inFlow) {
        Scalar word = new Scalar(key);
        String flow = "{" + key + ": 1}";
        boolean plain = LayoutReader.read(inFlow ? flow : key + ": 1")
                .filter(layout -> layout.entries().size() == 1)
                .filter(layout -> layout.entries().get(0).key().equals(key))
                .filter(layout -> layout.entries().get(0).value().text().equals("1"))
                .isPresent();
        return plain && !key.isEmpty() ? key : word(word, '"', inFlow);
    }

    /** True when it is read as meant without quotes; the reader itself is asked. */
    private static boolean isPlain(Scalar scalar, boolean inFlow) {
        String text = scalar.text();
        Layout around =
                LayoutReader.read(inFlow ? "[" + text + "]" : "k: " + text).orElse(null);
        if (around == null) {
            return false;
        }
        List<Layout> items = inFlow
                ? around.items()
                : around.entries().stream().map(Layout.Entry::value).toList();
        return items.size() == 1
                && items.get(0).kind() == Kind.SCALAR
                && items.get(0).style() == Style.PLAIN
                && items.get(0).bound().isEmpty()
                && items.get(0).text().equals(text)
                && YamlContent.of(items.get(0)).equals(scalar)
                && !text.isEmpty();
    }
}
