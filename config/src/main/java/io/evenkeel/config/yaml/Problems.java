// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import io.evenkeel.config.Problem;
import io.evenkeel.config.Problem.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the problems of one text: {@value #MOST} in full, errors before warnings, and only the number of the rest.
 * So a text that is wrong everywhere costs no more memory than one that is wrong in {@value #MOST} places. A value that
 * the environment or a file gave is shown by its reference. One thread.
 */
public final class Problems {

    /** Problems that are kept in full. */
    public static final int MOST = 100;

    /** A longer message or hint, which quotes a long word of the text, is cut. */
    private static final int LONGEST = 500;

    private final String file;
    private final String text;
    private final Found errors = new Found();
    private final Found warnings = new Found();
    private final Map<Integer, String> lines = new HashMap<>();
    private final ValueMask mask = new ValueMask();
    private int[] starts = new int[0];

    /** The problems of one severity. */
    private static final class Found {
        private final List<Problem> kept = new ArrayList<>();
        private int count;
    }

    /** @param file the name to show for the text */
    public Problems(String file, String text) {
        this.file = file;
        this.text = text;
    }

    public String text() {
        return text;
    }

    public void error(TextPlace place, String message, @Nullable String hint) {
        add(errors, Severity.ERROR, place, message, hint);
    }

    public void warning(TextPlace place, String message, @Nullable String hint) {
        add(warnings, Severity.WARNING, place, message, hint);
    }

    /** Hides the text that was put into a value at a place from all problems that are shown later. */
    void conceal(TextPlace place, String written, Substitution.Result result) {
        mask.over(place, written, result);
    }

    /** Words about the text as a whole, with references instead of the values they put in. */
    public String conceal(String words) {
        return mask.words(TextPlace.START, words);
    }

    public boolean hasErrors() {
        return errors.count > 0;
    }

    /**
     * Errors and warnings in the order of the text, {@value #MOST} at most; behind them, when there are more, one that
     * stands for the other errors and one for the other warnings.
     */
    public List<Problem> sorted() {
        int shown = Math.min(warnings.kept.size(), MOST - errors.kept.size());
        List<Problem> all =
                new ArrayList<>(Stream.concat(errors.kept.stream(), warnings.kept.subList(0, shown).stream())
                        .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                        .toList());
        if (errors.count > errors.kept.size()) {
            all.add(Problem.others(Severity.ERROR, file, errors.count - errors.kept.size()));
        }
        if (warnings.count > shown) {
            all.add(Problem.others(Severity.WARNING, file, warnings.count - shown));
        }
        return List.copyOf(all);
    }

    private void add(Found found, Severity severity, TextPlace place, String message, @Nullable String hint) {
        found.count++;
        if (found.kept.size() == MOST) {
            return;
        }
        index();
        int line = Math.min(place.line(), starts.length - 1);
        String excerpt = lines.computeIfAbsent(line, this::line);
        int width = excerpt.codePointCount(0, excerpt.length());
        int column = line < place.line() ? width + 1 : Math.min(place.column(), width + 1);
        String shown = cut(mask.words(place, message));
        String shownHint = hint == null ? null : cut(mask.words(place, hint));
        found.kept.add(new Problem(severity, file, line, column, place.length(), shown, shownHint, excerpt, 1));
    }

    private static String cut(String words) {
        if (words.length() <= LONGEST) {
            return words;
        }
        int end = Character.isHighSurrogate(words.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return words.substring(0, end) + "…";
    }

    /** The offsets at which the lines begin, at index 1 that of line 1. */
    private void index() {
        if (starts.length > 0) {
            return;
        }
        int[] found = new int[64];
        int count = 1;
        found[count++] = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (!pair && (c == '\n' || c == '\r')) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                found[count++] = i + 1;
            }
        }
        starts = Arrays.copyOf(found, count);
    }

    private String line(int number) {
        int from = starts[number];
        int to = from;
        while (to < text.length() && text.charAt(to) != '\n' && text.charAt(to) != '\r') {
            to++;
        }
        return text.substring(from, to);
    }
}
