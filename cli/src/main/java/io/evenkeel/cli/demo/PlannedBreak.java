// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import io.evenkeel.cli.terminal.DurationConverter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A break that was ordered by {@code --break KIND[:DURATION][@START]}.
 *
 * @param lasts how long the server is broken
 * @param start since the demo was ready
 */
record PlannedBreak(BreakKind kind, Duration lasts, Duration start) {

    /** The usual length, also of the console's buttons. */
    static final Duration USUAL = Duration.ofSeconds(10);

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** Requests with side effects wait for a frozen server, and the dispatcher for these, 30 s at most. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private static final Pattern FORM = Pattern.compile("([^:@]*)(?::([^:@]*))?(?:@([^:@]*))?");
    private static final String GRAMMAR = "KIND[:DURATION][@START], such as freeze, heap:15s or pool:10s@30s";

    private Duration end() {
        return start.plus(lasts);
    }

    @Override
    public String toString() {
        return kind.word() + ":" + seconds(lasts) + "@" + seconds(start);
    }

    private static String seconds(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }

    /**
     * Tells why breaks cannot be carried out in one run: the others carry the load of a broken server, so one ends
     * before the next begins.
     */
    static Optional<String> overlap(List<PlannedBreak> all) {
        List<PlannedBreak> sorted =
                all.stream().sorted(Comparator.comparing(PlannedBreak::start)).toList();
        for (int i = 1; i < sorted.size(); i++) {
            PlannedBreak first = sorted.get(i - 1);
            PlannedBreak second = sorted.get(i);
            if (second.start.compareTo(first.end()) < 0) {
                return Optional.of("--break " + second + " begins while " + first
                        + " still lasts, and only one server is broken at a time; begin it at " + seconds(first.end())
                        + " or later: " + second.kind.word() + ":" + seconds(second.lasts) + "@"
                        + seconds(first.end()));
            }
        }
        return Optional.empty();
    }

    /** Reads the option's value. */
    static final class Reader implements ITypeConverter<PlannedBreak> {

        @Override
        public PlannedBreak convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is not a break; write " + GRAMMAR);
            }
            Duration lasts = time(text, "duration", form.group(2), USUAL);
            if (lasts.compareTo(SHORTEST) < 0 || lasts.compareTo(LONGEST) > 0) {
                throw new TypeConversionException("'" + text + "': the duration is " + seconds(SHORTEST) + " to "
                        + seconds(LONGEST) + ", not " + form.group(2));
            }
            return new PlannedBreak(kind(text, form.group(1)), lasts, time(text, "start", form.group(3), USUAL));
        }

        private static BreakKind kind(String text, String word) {
            return Arrays.stream(BreakKind.values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "': there is no kind '" + word
                            + "'; there are "
                            + Arrays.stream(BreakKind.values())
                                    .map(BreakKind::word)
                                    .collect(Collectors.joining(", "))
                            + ". Write " + GRAMMAR));
        }

        private static Duration time(String text, String part, @Nullable String given, Duration usual) {
            if (given == null) {
                return usual;
            }
            try {
                return new DurationConverter().convert(given);
            } catch (TypeConversionException e) {
                throw new TypeConversionException("'" + text + "': the " + part + " " + e.getMessage());
            }
        }
    }
}
