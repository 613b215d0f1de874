// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.dispatcher.settings.LogSettings;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Brings what Netty has to say into the event log, by way of the JDK's loggers: Netty would start Log4j on the way to the first connection
 * otherwise. Below DEBUG only warnings and errors come through, because Netty tells its whole start as debug.
 */
final class NettyEvents extends Handler {

    private static final Logger NETTY = Logger.getLogger("io.netty");

    private final SimpleFormatter formatter = new SimpleFormatter();

    private NettyEvents() {}

    static synchronized void listen() {
        for (Handler handler : NETTY.getHandlers()) {
            if (handler instanceof NettyEvents) {
                return;
            }
        }
        NETTY.setUseParentHandlers(false);
        NETTY.addHandler(new NettyEvents());
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    }

    static void level(LogSettings.Level level) {
        NETTY.setLevel(level.compareTo(LogSettings.Level.DEBUG) <= 0 ? Level.FINE : Level.WARNING);
    }

    @Override
    public void publish(LogRecord entry) {
        LogSettings.Level level = LogSettings.Level.DEBUG;
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            level = LogSettings.Level.ERROR;
        } else if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
            level = LogSettings.Level.WARN;
        }
        EventLog.NETTY.say(level, formatter.formatMessage(entry), entry.getThrown());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
