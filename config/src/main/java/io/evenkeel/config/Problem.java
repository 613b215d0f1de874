// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong or odd in a configuration, with its place.
 *
 * @param line counted from 1; 0 when the file as a whole could not be read
 * @param column of the first character, counted from 1 in code points; 0 with line 0
 * @param length of the wrong word in code points, at least 1
 * @param message one sentence without a full stop
 * @param hint the remedy; null when there is none
 * @param excerpt the line of the file; empty with line 0
 * @param count number of problems it stands for: 1, except for those that are only counted
 */
public record Problem(
        Severity severity,
        String file,
        int line,
        int column,
        int length,
        String message,
        @Nullable String hint,
        String excerpt,
        int count) {

    /** A longer line is cut to this many characters around the wrong word. */
    private static final int WIDEST = 120;

    /** The weight of a problem. */
    public enum Severity {
        /** The configuration cannot be used. */
        ERROR,
        /** The configuration can be used, but perhaps does not do what its author wants. */
        WARNING;

        String word() {
            return this == ERROR ? "error" : "warning";
        }
    }

    /** One problem that stands for further ones that are not shown. */
    public static Problem others(Severity severity, String file, int count) {
        String message = "and " + count(count, "more " + severity.word()) + ", not shown";
        return new Problem(severity, file, 0, 0, 1, message, "correct those above first", "", count);
    }

    /** True for an error, false for a warning. */
    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** The problem on several lines: message, place, the line of the file, and a caret under the wrong word. */
    public String render() {
        StringBuilder out = new StringBuilder(severity.word()).append(": ").append(message);
        if (line == 0) {
            out.append("\n  --> ").append(file);
            return hint == null
                    ? out.toString()
                    : out.append("\n   = ").append(hint).toString();
        }
        String number = Integer.toString(line);
        String margin = " ".repeat(number.length());
        int width = excerpt.codePointCount(0, excerpt.length());
        int from = width <= WIDEST ? 0 : Math.max(0, Math.min(column - 1 - WIDEST / 2, width - WIDEST));
        int to = Math.min(width, from + WIDEST);
        String shown = excerpt.substring(excerpt.offsetByCodePoints(0, from), excerpt.offsetByCodePoints(0, to));
        out.append("\n  --> ").append(file).append(':').append(line).append(':').append(column);
        out.append('\n').append(margin).append(" |");
        out.append('\n').append(number).append(" | ").append(shown);
        out.append('\n').append(margin).append(" | ");
        shown.codePoints().limit(column - 1L - from).forEach(c -> out.append(c == '\t' ? '\t' : ' '));
        out.append("^".repeat(Math.max(1, Math.min(length, to - column + 1))));
        return hint == null ? out.toString() : out.append(' ').append(hint).toString();
    }

    /** All problems one after another, then a line that counts them. */
    public static String render(List<Problem> problems) {
        int all = problems.stream().mapToInt(Problem::count).sum();
        int errors = problems.stream()
                .filter(Problem::isError)
                .mapToInt(Problem::count)
                .sum();
        String lead = problems.isEmpty() ? "" : "\n";
        String blocks = problems.stream().map(Problem::render).collect(Collectors.joining("\n"));
        return blocks + lead + count(all, "problem") + " (" + count(errors, "error") + ", "
                + count(all - errors, "warning") + ")";
    }

    /** {@code file:line:column: error: message; hint} on one line. */
    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line + ":" + column;
        return place + ": " + severity.word() + ": " + message + (hint == null ? "" : "; " + hint);
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
