// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.nio.charset.StandardCharsets;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.RollingFileAppender;
import org.apache.logging.log4j.core.appender.rolling.DefaultRolloverStrategy;
import org.apache.logging.log4j.core.appender.rolling.SizeBasedTriggeringPolicy;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.NullConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.jspecify.annotations.Nullable;

/**
 * A file of events that Log4j 2 rotates: at 50 MB it becomes {@code name.1}, and five old ones are kept. One thread.
 *
 * <p>Only the appender is used, not Log4j's loggers and configuration, whose start would cost as much again and which belong to the whole
 * JVM.
 */
final class EventFile {

    private static final String ROTATE_AT = "50MB";
    private static final String KEPT = "5";

    private final String path;
    private final RollingFileAppender appender;

    private EventFile(String path, RollingFileAppender appender) {
        this.path = path;
        this.appender = appender;
    }

    /** The file, or null when it cannot be opened; Log4j has said why then. */
    static @Nullable EventFile open(String path) {
        Configuration configuration = new NullConfiguration();
        @Nullable
        RollingFileAppender appender = RollingFileAppender.newBuilder()
                .setName("events")
                .setConfiguration(configuration)
                .setFileName(path)
                .setFilePattern(path + ".%i")
                .setAppend(true)
                .setPolicy(SizeBasedTriggeringPolicy.createPolicy(ROTATE_AT))
                .setStrategy(DefaultRolloverStrategy.newBuilder()
                        .setMax(KEPT)
                        .setFileIndex("min")
                        .setConfig(configuration)
                        .build())
                .setLayout(new ReadyLine())
                .build();
        if (appender == null) {
            return null;
        }
        appender.start();
        return new EventFile(path, appender);
    }

    String path() {
        return path;
    }

    void append(Event event, String line) {
        appender.append(Log4jLogEvent.newBuilder()
                .setTimeMillis(event.atMs())
                .setLevel(Level.valueOf(event.level().name()))
                .setLoggerName(event.area().name())
                .setMessage(new SimpleMessage(line))
                .build());
    }

    void close() {
        appender.stop();
    }

    /** The message is the whole line. */
    private static final class ReadyLine extends AbstractStringLayout {

        ReadyLine() {
            super(StandardCharsets.UTF_8);
        }

        @Override
        public String toSerializable(LogEvent event) {
            return event.getMessage().getFormattedMessage();
        }
    }
}
