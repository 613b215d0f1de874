// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.ErrorHandler;
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
 * <p>Only the appender is used, not Log4j's loggers and configuration, because their start would cost as much again and
 * they belong to the whole JVM.
 */
final class EventFile {

    private static final String ROTATE_AT = "50MB";
    private static final String KEPT = "5";

    private final String path;
    private final RollingFileAppender appender;
    private final @Nullable Object key;
    private boolean torn;

    private EventFile(String path, RollingFileAppender appender) {
        this.path = path;
        this.appender = appender;
        this.key = key(path);
        this.torn = endsInMidLine(path);
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
                .setIgnoreExceptions(false)
                .build();
        if (appender == null) {
            return null;
        }
        appender.setHandler(new Silence());
        appender.start();
        return new EventFile(path, appender);
    }

    String path() {
        return path;
    }

    /** True when another file has the name now, or none has, so that this one should be closed. */
    boolean hasMoved() {
        return !Objects.equals(key, key(path));
    }

    /**
     * Adds a line, on a line of its own also when the one before could not be written to its end.
     *
     * @throws IOException when it cannot be written, for example on a full disk; the line is lost then
     */
    void append(Event event, String line) throws IOException {
        try {
            appender.append(Log4jLogEvent.newBuilder()
                    .setTimeMillis(event.atMs())
                    .setLevel(Level.valueOf(event.level().name()))
                    .setLoggerName(event.area().name())
                    .setMessage(new SimpleMessage(torn ? "\n" + line : line))
                    .build());
            torn = false;
        } catch (RuntimeException e) {
            torn = endsInMidLine(path);
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), e);
        }
    }

    private static @Nullable Object key(String path) {
        try {
            return Files.readAttributes(Path.of(path), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean endsInMidLine(String path) {
        if (!Files.isRegularFile(Path.of(path))) {
            return false;
        }
        try (FileChannel file = FileChannel.open(Path.of(path), StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return file.size() > 0 && file.read(last, file.size() - 1) == 1 && last.get(0) != '\n';
        } catch (IOException e) {
            return false;
        }
    }

    void close() {
        appender.stop();
    }

    /** Log4j would print a trace for each event; the caller that appends is told anyway. */
    private static final class Silence implements ErrorHandler {

        @Override
        public void error(String message) {}

        @Override
        public void error(String message, Throwable thrown) {}

        @Override
        public void error(String message, LogEvent event, Throwable thrown) {}
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
