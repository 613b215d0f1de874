// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings.Level;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event that waits to be written.
 *
 * @param atMs wall clock, milliseconds since 1970
 */
public record Event(
        long atMs,
        Level level,
        EventArea area,
        String thread,
        String message,
        @Nullable Throwable thrown) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);

    /** {@code 2026-11-21T04:05:06.789Z WARN  node       message}, with the stack trace on indented lines below. */
    String line(ZoneId zone) {
        StringBuilder line = new StringBuilder(message.length() + 64);
        TIME.formatTo(Instant.ofEpochMilli(atMs).atZone(zone), line);
        pad(line.append(' '), level.name(), 5);
        pad(line.append(' '), area.label(), 8);
        escape(line.append(' '), message);
        if (level.compareTo(Level.DEBUG) <= 0) {
            line.append(" [").append(thread).append(']');
        }
        trace(line, "\n    ");
        return line.append('\n').toString();
    }

    /** {@code message}, with the stack trace behind bars, for places that have time, level and area elsewhere. */
    String text() {
        StringBuilder text = new StringBuilder(message.length() + 16);
        escape(text, message);
        if (level.compareTo(Level.DEBUG) <= 0) {
            text.append(" [").append(thread).append(']');
        }
        trace(text, " | ");
        return text.toString();
    }

    private void trace(StringBuilder line, String between) {
        if (thrown != null) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            trace.toString().lines().forEach(part -> escape(line.append(between), part));
        }
    }

    private static void pad(StringBuilder line, String word, int width) {
        line.append(word);
        for (int i = word.length(); i < width; i++) {
            line.append(' ');
        }
    }

    private static void escape(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t') {
                line.append("  ");
            } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
    }
}
