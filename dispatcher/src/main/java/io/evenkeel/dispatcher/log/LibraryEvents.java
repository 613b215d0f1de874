// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.LogSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Brings the messages that libraries write to the JDK's own loggers into an event log. Only warnings and errors come
 * through unless the level is DEBUG or below, because libraries log their whole start as information. Only a few come
 * through each second, because any wrong request makes the admin server's library warn.
 */
final class LibraryEvents extends Handler {

    /** The reference keeps the loggers, and with them the handler, from being collected. */
    private static final List<Logger> LIBRARIES =
            List.of(Logger.getLogger("io.netty"), Logger.getLogger("com.networknt"), Logger.getLogger("org.shredzone"));

    /**
     * Those that read what the admin server is sent. Below information they write down octets of it: passwords, tokens
     * and cookies of sessions, in a log that every account may read.
     */
    private static final List<Logger> READERS =
            List.of(Logger.getLogger("io.javalin"), Logger.getLogger("org.eclipse.jetty"));

    /** Says every few seconds that a store is away, which {@link io.evenkeel.dispatcher.affinity.store} says once. */
    private static final Logger STORE = Logger.getLogger("io.lettuce");

    /** Says with every message that a receiver is away, which {@code evenkeel-telemetry} says once. */
    private static final Logger TELEMETRY = Logger.getLogger("io.opentelemetry");

    /** The same of an API server of Kubernetes, which {@link io.evenkeel.dispatcher.discovery} says once. */
    private static final Logger KUBERNETES = Logger.getLogger("io.fabric8");

    /** Says the same with every try, and much that {@code evenkeel-join} says once and in its words. */
    private static final Logger JOIN = Logger.getLogger("org.jgroups");

    /** Those that listen, of all event logs of the process; guarded by the class. */
    private static final List<LibraryEvents> LISTENING = new ArrayList<>();

    private final EventLogger library;
    private final Ration warnings = new Ration(System::nanoTime);
    private final Ration errors = new Ration(System::nanoTime);
    private final SimpleFormatter formatter = new SimpleFormatter();

    LibraryEvents(EventLogger library) {
        this.library = library;
    }

    /** Takes messages from now on, until {@link #end}. */
    void listen() {
        synchronized (LibraryEvents.class) {
            if (!LISTENING.contains(this)) {
                LISTENING.add(this);
                LIBRARIES.forEach(this::hear);
                READERS.forEach(this::hear);
                hear(STORE);
                hear(TELEMETRY);
                hear(KUBERNETES);
                hear(JOIN);
                setLevels();
            }
        }
    }

    /** Takes no more messages. Where no other log takes them, the JDK's handlers do. */
    void end() {
        synchronized (LibraryEvents.class) {
            if (LISTENING.remove(this)) {
                LIBRARIES.forEach(this::leave);
                READERS.forEach(this::leave);
                leave(STORE);
                leave(TELEMETRY);
                leave(KUBERNETES);
                leave(JOIN);
                setLevels();
            }
        }
    }

    private void hear(Logger logger) {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    private void leave(Logger logger) {
        logger.removeHandler(this);
        logger.setUseParentHandlers(LISTENING.isEmpty());
    }

    /** Lets the libraries say what any log wants to hear; each log leaves out what it does not want. */
    static void setLevels() {
        synchronized (LibraryEvents.class) {
            boolean fine = LISTENING.stream().anyMatch(each -> each.library.on(LogSettings.Level.DEBUG));
            LIBRARIES.forEach(logger -> logger.setLevel(fine ? Level.FINE : Level.WARNING));
            READERS.forEach(logger -> logger.setLevel(fine ? Level.INFO : Level.WARNING));
            STORE.setLevel(fine ? Level.FINE : Level.SEVERE);
            TELEMETRY.setLevel(fine ? Level.FINE : Level.OFF);
            KUBERNETES.setLevel(fine ? Level.FINE : Level.SEVERE);
            JOIN.setLevel(fine ? Level.FINE : Level.OFF);
        }
    }

    @Override
    public void publish(LogRecord entry) {
        LogSettings.Level level = LogSettings.Level.DEBUG;
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            level = LogSettings.Level.ERROR;
        } else if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
            level = LogSettings.Level.WARN;
        }
        long heldBack = switch (level) {
            case ERROR -> errors.admit();
            case WARN -> warnings.admit();
            default -> 0;
        };
        if (heldBack >= 0) {
            String more = heldBack == 0 ? "" : " (" + heldBack + " more lines of libraries were held back)";
            library.say(level, formatter.formatMessage(entry) + more, entry.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
