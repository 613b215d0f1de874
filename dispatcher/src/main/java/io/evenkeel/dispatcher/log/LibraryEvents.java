// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.dispatcher.settings.LogSettings;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Brings what libraries say through the JDK's own loggers into the event log. Only warnings and errors come through unless the level is
 * DEBUG or below, because libraries tell their whole start as information.
 */
final class LibraryEvents extends Handler {

    /** The reference keeps the loggers, and with them the handler, from being collected. */
    private static final List<Logger> LIBRARIES = List.of(
            Logger.getLogger("io.netty"),
            Logger.getLogger("io.javalin"),
            Logger.getLogger("org.eclipse.jetty"),
            Logger.getLogger("com.networknt"));

    private final SimpleFormatter formatter = new SimpleFormatter();

    private LibraryEvents() {}

    static synchronized void listen() {
        LibraryEvents handler = new LibraryEvents();
        for (Logger library : LIBRARIES) {
            if (library.getUseParentHandlers()) {
                library.setUseParentHandlers(false);
                library.addHandler(handler);
            }
        }
    }

    static void level(LogSettings.Level level) {
        Level least = level.compareTo(LogSettings.Level.DEBUG) <= 0 ? Level.FINE : Level.WARNING;
        LIBRARIES.forEach(library -> library.setLevel(least));
    }

    @Override
    public void publish(LogRecord entry) {
        LogSettings.Level level = LogSettings.Level.DEBUG;
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            level = LogSettings.Level.ERROR;
        } else if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
            level = LogSettings.Level.WARN;
        }
        EventLog.LIBRARY.say(level, formatter.formatMessage(entry), entry.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
