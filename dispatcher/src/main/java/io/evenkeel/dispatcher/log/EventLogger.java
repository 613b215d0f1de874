// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one area to an {@link EventLog}; got from there.
 *
 * <p>A call below INFO and the level costs a volatile read; any other makes a small object, remembers it for a while,
 * and, at or above the level, hands it to a background thread. No call waits. Control characters in messages are
 * escaped. A message is cut at {@value #MOST_CHARACTERS} characters: some have the words of a server, which may be any
 * number, and the last messages stay in the heap. Any thread.
 */
public final class EventLogger {

    private static final int MOST_CHARACTERS = 4096;

    private final EventArea area;
    private final RecentEvents recent;
    private final EventWriter writer;
    private volatile Level least = Level.INFO;

    EventLogger(EventArea area, RecentEvents recent, EventWriter writer) {
        this.area = area;
        this.recent = recent;
        this.writer = writer;
    }

    void least(Level level) {
        least = level;
    }

    /** True when events of a level are written now. */
    public boolean on(Level level) {
        return level.compareTo(least) >= 0;
    }

    public void error(String message) {
        say(Level.ERROR, message, null);
    }

    public void error(String message, Throwable thrown) {
        say(Level.ERROR, message, thrown);
    }

    public void warn(String message) {
        say(Level.WARN, message, null);
    }

    public void info(String message) {
        say(Level.INFO, message, null);
    }

    /** Writes a message that is rarely wanted: it is only made when it is written. */
    public void debug(Supplier<String> message) {
        if (on(Level.DEBUG)) {
            say(Level.DEBUG, message.get(), null);
        }
    }

    public void trace(Supplier<String> message) {
        if (on(Level.TRACE)) {
            say(Level.TRACE, message.get(), null);
        }
    }

    void say(Level level, String message, @Nullable Throwable thrown) {
        boolean written = on(level);
        boolean remembered = level.compareTo(Level.INFO) >= 0;
        if (!written && !remembered) {
            return;
        }
        Event event = new Event(
                System.currentTimeMillis(), level, area, Thread.currentThread().getName(), cut(message), thrown);
        if (remembered) {
            recent.add(event);
        }
        if (written) {
            writer.add(event);
        }
    }

    private static String cut(String message) {
        int more = message.length() - MOST_CHARACTERS;
        return more <= 0 ? message : message.substring(0, MOST_CHARACTERS) + " … (" + more + " characters more)";
    }
}
