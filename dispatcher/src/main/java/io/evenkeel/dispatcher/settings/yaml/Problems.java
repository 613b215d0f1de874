// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.settings.yaml;

import io.evenkeel.dispatcher.settings.Problem;
import io.evenkeel.dispatcher.settings.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with one text. One thread. */
public final class Problems {

    private final String file;
    private final String text;
    private final List<String> lines;
    private final List<Problem> found = new ArrayList<>();

    /** @param file the name to show for the text */
    public Problems(String file, String text) {
        this.file = file;
        this.text = text;
        this.lines = List.of(text.split("\r\n|[\n\r]", -1));
    }

    public String text() {
        return text;
    }

    public void error(Place place, String message, @Nullable String hint) {
        add(Severity.ERROR, place, message, hint);
    }

    public void warning(Place place, String message, @Nullable String hint) {
        add(Severity.WARNING, place, message, hint);
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(Problem::isError);
    }

    /** Errors and warnings in the order of the text. */
    public List<Problem> sorted() {
        return found.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .toList();
    }

    private void add(Severity severity, Place place, String message, @Nullable String hint) {
        int line = Math.min(place.line(), lines.size());
        String excerpt = lines.get(line - 1);
        int width = excerpt.codePointCount(0, excerpt.length());
        int column = line < place.line() ? width + 1 : Math.min(place.column(), width + 1);
        found.add(new Problem(severity, file, line, column, place.length(), message, hint, excerpt));
    }
}
