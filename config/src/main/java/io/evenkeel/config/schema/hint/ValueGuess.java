// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema.hint;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Guesses at a value that lacks its unit, or has it in a spelling that is not read. */
public final class ValueGuess {

    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern WITH_UNIT = Pattern.compile("([0-9.]{1,20}) *([A-Za-z%]{1,20})");

    /** Spellings of units, and how each is written here. */
    private static final Map<Pattern, String> UNITS = Map.of(
            Pattern.compile("ms|msecs?|millis|milliseconds?"), "ms",
            Pattern.compile("s|secs?|seconds?"), "s",
            Pattern.compile("m|mins?|minutes?"), "m",
            Pattern.compile("h|hrs?|hours?"), "h",
            Pattern.compile("d|days?"), "d",
            Pattern.compile("%|percent"), "%",
            Pattern.compile("ki?b?|kilobytes?"), "kB",
            Pattern.compile("mi?b?|megabytes?"), "MB",
            Pattern.compile("gi?b?|gigabytes?"), "GB");

    private ValueGuess() {}

    /**
     * A text that would be accepted and resembles the one that is not; null when there is none.
     *
     * @param accepts says of a text whether it would be
     */
    public static @Nullable String of(String text, Predicate<String> accepts) {
        return candidates(text).filter(accepts).findFirst().orElse(null);
    }

    private static Stream<String> candidates(String text) {
        if (NUMBER.matcher(text).matches()) {
            return Stream.of("s", "%", "kB", "MB").map(unit -> text + unit);
        }
        Matcher amount = WITH_UNIT.matcher(text);
        if (!amount.matches()) {
            return Stream.of("/" + text);
        }
        String unit = amount.group(2).toLowerCase(Locale.ROOT);
        List<String> units = UNITS.entrySet().stream()
                .filter(spelling -> spelling.getKey().matcher(unit).matches())
                .map(Map.Entry::getValue)
                .toList();
        return Stream.concat(units.stream().map(each -> amount.group(1) + each), Stream.of("/" + text));
    }
}
