// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.simulator.chance.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Keys with values at a place of a file. Reading a key makes it a known one; {@link #build} refuses those that no code
 * knew.
 *
 * <p>Every method throws {@link ScenarioException} with the place. One thread.
 */
final class Section {

    private static final Pattern TIME = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(us|ms|s|m|h)");
    private static final Pattern PERCENT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) *%");
    /** The part that a check of the records names: {@code 'heap base' leaves room …}. */
    private static final Pattern PART = Pattern.compile("'([a-z0-9 -]+)' .*", Pattern.DOTALL);

    private final String file;
    private final Node node;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    Section(String file, Node node) {
        this.file = file;
        this.node = node;
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(file, node, "here stands a section of keys, such as 'count: 2'");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw wrong(file, tuple.getKeyNode(), "a key is a word");
            }
            if (keys.put(key.getValue(), key) != null) {
                throw wrong(file, key, "key '" + key.getValue() + "' is given twice");
            }
            values.put(key.getValue(), tuple.getValueNode());
        }
    }

    static ScenarioException wrong(String file, @Nullable Node node, String message) {
        Optional<Mark> mark = node == null ? Optional.empty() : node.getStartMark();
        return new ScenarioException(mark.map(
                        at -> "%s:%d:%d: %s".formatted(file, at.getLine() + 1, at.getColumn() + 1, message))
                .orElse(file + ": " + message));
    }

    boolean has(String key) {
        known.add(key);
        return values.containsKey(key);
    }

    String text(String key) {
        return scalar(key, "a word").getValue();
    }

    String text(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    /** One of some words. */
    <T> T word(String key, T otherwise, Map<String, T> words) {
        if (!has(key)) {
            return otherwise;
        }
        T meant = words.get(text(key));
        if (meant == null) {
            throw wrong(key, "is one of " + String.join(", ", words.keySet()));
        }
        return meant;
    }

    int count(String key) {
        try {
            return Integer.parseInt(scalar(key, "a whole number").getValue());
        } catch (NumberFormatException e) {
            throw wrong(key, "is a whole number");
        }
    }

    int count(String key, int otherwise) {
        return has(key) ? count(key) : otherwise;
    }

    double number(String key) {
        try {
            return Double.parseDouble(scalar(key, "a number").getValue());
        } catch (NumberFormatException e) {
            throw wrong(key, "is a number, such as 0.5");
        }
    }

    double number(String key, double otherwise) {
        return has(key) ? number(key) : otherwise;
    }

    /** A number, or per cent of 1. */
    double share(String key) {
        Matcher percent = PERCENT.matcher(scalar(key, "a share").getValue());
        return percent.matches() ? Double.parseDouble(percent.group(1)) / 100 : number(key);
    }

    double timeMs(String key) {
        return timeMs(scalar(key, "a time"), key);
    }

    double timeMs(String key, double otherwiseMs) {
        return has(key) ? timeMs(key) : otherwiseMs;
    }

    private double timeMs(ScalarNode value, String key) {
        Matcher time = TIME.matcher(value.getValue());
        if (!time.matches()) {
            throw wrong(file, value, "'" + key + "' is a time, such as 250us, 4ms, 1.5s, 10m");
        }
        double number = Double.parseDouble(time.group(1));
        return switch (time.group(2)) {
            case "us" -> number / 1000;
            case "ms" -> number;
            case "s" -> number * 1000;
            case "m" -> number * 60_000;
            default -> number * 3_600_000;
        };
    }

    /** Two values, from less to more; one alone is both. */
    List<Section.Value> range(String key) {
        Node value = value(key);
        List<Node> ends = value instanceof SequenceNode sequence ? sequence.getValue() : List.of(value, value);
        if (ends.size() != 2 || !ends.stream().allMatch(ScalarNode.class::isInstance)) {
            throw wrong(key, "is one value, or two: [least, most]");
        }
        return ends.stream().map(end -> new Value(key, (ScalarNode) end)).toList();
    }

    Distribution distribution(String key) {
        return read(key, Distribution::parse);
    }

    Distribution distribution(String key, String otherwise) {
        return has(key) ? distribution(key) : Distribution.parse(otherwise);
    }

    /** A value with a reader of its own, whose {@link IllegalArgumentException} is shown at its place. */
    <T> T read(String key, Function<String, T> reader) {
        ScalarNode value = scalar(key, "a value");
        try {
            return reader.apply(value.getValue());
        } catch (IllegalArgumentException e) {
            throw wrong(file, value, String.valueOf(e.getMessage()));
        }
    }

    Section section(String key) {
        return new Section(file, value(key));
    }

    /** Items of a list, or the only one. */
    List<Section> sections(String key) {
        Node value = value(key);
        List<Node> items = value instanceof SequenceNode sequence ? sequence.getValue() : List.of(value);
        return items.stream().map(item -> new Section(file, item)).toList();
    }

    List<String> words(String key) {
        List<String> words = new ArrayList<>();
        if (has(key)) {
            if (!(value(key) instanceof SequenceNode sequence)) {
                throw wrong(key, "is a list, such as [round-robin, headroom]");
            }
            for (Node item : sequence.getValue()) {
                if (!(item instanceof ScalarNode word)) {
                    throw wrong(file, item, "'" + key + "' is a list of words");
                }
                words.add(word.getValue());
            }
        }
        return words;
    }

    /** The keys as they stand here, for sections whose keys are names. */
    List<String> names() {
        known.addAll(keys.keySet());
        return List.copyOf(keys.keySet());
    }

    /**
     * Makes what the section describes.
     *
     * @param maker makes the value; it may throw {@link IllegalArgumentException}, which is shown at the key that
     *     its message names, or here
     */
    <T> T build(Supplier<T> maker) {
        T made;
        try {
            made = maker.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Matcher part = PART.matcher(message);
            throw wrong(file, part.matches() ? blamed(part.group(1)) : node, message);
        }
        keys.forEach((key, at) -> {
            if (!known.contains(key)) {
                throw wrong(file, at, "there is no key '" + key + "' here; there are " + String.join(", ", known));
            }
        });
        return made;
    }

    /** The value that words lead to, from outer keys to inner ones; as far as they lead. */
    private Node blamed(String path) {
        Node at = node;
        for (String word : path.split(" ", -1)) {
            if (at instanceof MappingNode mapping) {
                for (NodeTuple tuple : mapping.getValue()) {
                    if (tuple.getKeyNode() instanceof ScalarNode key
                            && key.getValue().equals(word)) {
                        at = tuple.getValueNode();
                        break;
                    }
                }
            }
        }
        return at;
    }

    ScenarioException wrong(String key, String demand) {
        return wrong(file, values.get(key), "'" + key + "' " + demand);
    }

    private Node value(String key) {
        known.add(key);
        Node value = values.get(key);
        if (value == null) {
            throw wrong(file, node, "here is no '" + key + "', which cannot be left out" + near(key));
        }
        return value;
    }

    /** A key that may be this one, misspelt. */
    private String near(String key) {
        LevenshteinDistance edits = new LevenshteinDistance(2);
        return keys.keySet().stream()
                .filter(other -> edits.apply(key, other) >= 0)
                .findFirst()
                .map(other -> "; is it '" + other + "'?")
                .orElse("");
    }

    private ScalarNode scalar(String key, String what) {
        if (value(key) instanceof ScalarNode scalar) {
            return scalar;
        }
        throw wrong(key, "is " + what);
    }

    /** One end of a range. */
    final class Value {

        private final String key;
        private final ScalarNode scalar;

        private Value(String key, ScalarNode scalar) {
            this.key = key;
            this.scalar = scalar;
        }

        double timeMs() {
            return Section.this.timeMs(scalar, key);
        }

        double share() {
            Matcher percent = PERCENT.matcher(scalar.getValue());
            try {
                return percent.matches()
                        ? Double.parseDouble(percent.group(1)) / 100
                        : Double.parseDouble(scalar.getValue());
            } catch (NumberFormatException e) {
                throw wrong(file, scalar, "'" + key + "' is a share, such as 40%");
            }
        }
    }
}
