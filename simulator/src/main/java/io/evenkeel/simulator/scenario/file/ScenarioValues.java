// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.simulator.chance.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a scenario file in the units of the simulator, and the errors that their records find. */
final class ScenarioValues {

    /** The part that a check of the records names: {@code 'heap base' leaves room …}. */
    private static final Pattern PART = Pattern.compile("'([a-z0-9 -]+)' .*", Pattern.DOTALL);

    private final String file;
    private final YamlText text;

    ScenarioValues(String file, YamlText text) {
        this.file = file;
        this.text = text;
    }

    static List<String> words(ParsedSection at, String key) {
        ParsedSection.Item list = at.item(key);
        return list == null
                ? List.of()
                : list.items().stream().map(word -> (String) word.value()).toList();
    }

    /** Least and most; one value alone is both. */
    <T> List<T> range(ParsedSection at, String key, Class<T> type) {
        ParsedSection.Item list = at.item(key);
        List<T> ends = list == null
                ? List.of()
                : list.items().stream().map(end -> type.cast(end.value())).toList();
        if (ends.isEmpty() || ends.size() > 2) {
            throw wrong(at.placeOf(key), "'" + key + "' is one value, or two: [least, most]");
        }
        return ends.size() == 2 ? ends : List.of(ends.get(0), ends.get(0));
    }

    static int count(ParsedSection at, String key) {
        return at.value(key, Integer.class);
    }

    static double number(ParsedSection at, String key) {
        return at.value(key, Double.class);
    }

    static double number(ParsedSection at, String key, double otherwise) {
        Double value = at.find(key, Double.class);
        return value == null ? otherwise : value;
    }

    static double ms(ParsedSection at, String key) {
        return ms(at.value(key, Duration.class));
    }

    static double ms(ParsedSection at, String key, double otherwiseMs) {
        Duration value = at.find(key, Duration.class);
        return value == null ? otherwiseMs : ms(value);
    }

    static double ms(Duration time) {
        return time.toNanos() / 1e6;
    }

    static Distribution distribution(ParsedSection at, String key) {
        return at.value(key, Distribution.class);
    }

    /** The record that a section describes; what it refuses is shown at the value that its message names. */
    <T> T made(ParsedSection at, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Matcher part = PART.matcher(message);
            throw wrong(part.matches() ? blamed(at, part.group(1)) : at.place(), message);
        }
    }

    /** The place of the value that words lead to, from outer keys to inner ones; as far as they lead. */
    private static TextPlace blamed(ParsedSection at, String path) {
        ParsedSection inside = at;
        TextPlace place = at.place();
        for (String word : path.split(" ", -1)) {
            if (inside != null && inside.gives(word)) {
                place = inside.placeOf(word);
                inside = inside.block(word);
            }
        }
        return place;
    }

    ScenarioException wrong(TextPlace place, String message) {
        return new ScenarioException(YamlText.inWords(file, text.wrong(place, message, null)));
    }
}
