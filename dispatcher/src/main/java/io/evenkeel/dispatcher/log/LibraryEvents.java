// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Brings the messages that libraries write to the JDK's own loggers into the event log. Only warnings and errors come
 * through unless the level is DEBUG or below, because libraries log their whole start as information. Only a few come
 * through each second, because any wrong request makes the admin server's library warn.
 */
final class LibraryEvents extends Handler {

    /** The reference keeps the loggers, and with them the handler, from being collected. */
    private static final List<Logger> LIBRARIES = List.of(
            Logger.getLogger("io.netty"),
            Logger.getLogger("io.javalin"),
            Logger.getLogger("org.eclipse.jetty"),
            Logger.getLogger("com.networknt"));

    /** The admin server, which knows nothing of the dispatcher except its control interface. */
    private static final Logger ADMIN = Logger.getLogger("io.evenkeel.admin");

    private final Ration warnings = new Ration(System::nanoTime);
    private final Ration errors = new Ration(System::nanoTime);
    private final SimpleFormatter formatter = new SimpleFormatter();

    private LibraryEvents() {}

    static synchronized void listen() {
        LibraryEvents handler = new LibraryEvents();
        LIBRARIES.forEach(handler::hear);
        handler.hear(ADMIN);
    }

    private void hear(Logger logger) {
        if (logger.getUseParentHandlers()) {
            logger.setUseParentHandlers(false);
            logger.addHandler(this);
        }
    }

    static void level(LogSettings.Level level) {
        Level least = isFine(level) ? Level.FINE : Level.WARNING;
        LIBRARIES.forEach(library -> library.setLevel(least));
    }

    static void adminLevel(LogSettings.Level level) {
        ADMIN.setLevel(isFine(level) ? Level.FINE : Level.INFO);
    }

    private static boolean isFine(LogSettings.Level level) {
        return level.compareTo(LogSettings.Level.DEBUG) <= 0;
    }

    @Override
    public void publish(LogRecord entry) {
        boolean admin = ADMIN.getName().equals(entry.getLoggerName());
        boolean tells = admin && entry.getLevel().intValue() >= Level.INFO.intValue();
        LogSettings.Level level = tells ? LogSettings.Level.INFO : LogSettings.Level.DEBUG;
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            level = LogSettings.Level.ERROR;
        } else if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
            level = LogSettings.Level.WARN;
        }
        String message = formatter.formatMessage(entry);
        if (admin) {
            EventLog.ADMIN.say(level, message, entry.getThrown());
            return;
        }
        long heldBack = switch (level) {
            case ERROR -> errors.admit();
            case WARN -> warnings.admit();
            default -> 0;
        };
        if (heldBack >= 0) {
            String more = heldBack == 0 ? "" : " (" + heldBack + " more lines of libraries were held back)";
            EventLog.LIBRARY.say(level, message + more, entry.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
