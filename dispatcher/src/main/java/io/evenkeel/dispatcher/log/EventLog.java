// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.Level;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The event log: one constant for each area of the dispatcher, with the methods to write to it.
 *
 * <p>There is one for the process. A call below INFO and the level costs a volatile read; any other makes a small
 * object, remembers it for a while, and, above the level, hands it to a background thread, and never waits: while 4,096
 * events wait to be written, further ones are dropped and counted. Control characters in messages are escaped. Any
 * thread.
 */
public enum EventLog {
    LISTENER,
    CLUSTER,
    NODE,
    CHECK,
    RELOAD,
    EXCHANGE,
    ADMIN,
    LOG,
    /** Events of libraries. */
    LIBRARY;

    private static final int REMEMBERED = 200;
    private static final EventWriter WRITER = new EventWriter();
    private static final RecentEvents RECENT = new RecentEvents(REMEMBERED);
    private static final LogLevels LEVELS = new LogLevels();

    @SuppressWarnings("ImmutableEnumChecker") // the areas are fixed, their levels are not
    private volatile Level least = Level.INFO;

    /**
     * Sets level and file; events go to standard error at level INFO before the first call. Events that were queued
     * under earlier settings are written to the earlier place. A file of the same name is opened again when the open
     * one was moved, for example by a rotation.
     */
    public static void configure(LogSettings settings) {
        level(settings.level());
        WRITER.file(settings.file());
        LibraryEvents.listen();
    }

    /** Changes the level of all areas at once, except of those that were changed at run time. */
    public static void level(Level level) {
        LEVELS.configured(level);
    }

    /** The level of each area, and changes of it at run time. */
    public static LogLevels levels() {
        return LEVELS;
    }

    /** The name of the area in the lines of the log, such as {@code exchange}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    void least(Level level) {
        least = level;
    }

    /** Waits until all events so far are written, for two seconds at most. Not for event loops. */
    public static void flush() {
        WRITER.flush();
    }

    /** Events that were dropped because writing did not keep up. */
    public static long dropped() {
        return WRITER.dropped();
    }

    /**
     * The last events from INFO upwards, newest first, at any level of writing; at most {@value #REMEMBERED} are kept.
     */
    public static List<Event> recent(int most) {
        return RECENT.last(most);
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
                System.currentTimeMillis(), level, this, Thread.currentThread().getName(), message, thrown);
        if (remembered) {
            RECENT.add(event);
        }
        if (written) {
            WRITER.add(event);
        }
    }
}
