// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.output.LogOutput;
import io.evenkeel.dispatcher.log.output.RollingFile;
import io.evenkeel.dispatcher.log.syslog.SyslogOutput;
import io.evenkeel.dispatcher.log.syslog.SyslogSender;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.function.Consumer;

/** The choice of the place that access lines go to. */
final class AccessSink {

    private AccessSink() {}

    /**
     * Opens the output that the settings want.
     *
     * @param settings with one place
     * @param troubles told why a rotation failed, or that a receiver is away
     * @param endings told when that is over
     * @throws IOException when a file cannot be opened for appending, or there is no way to a receiver
     */
    static LogOutput open(AccessLogSettings settings, ZoneId zone, Consumer<String> troubles, Consumer<String> endings)
            throws IOException {
        SyslogSettings syslog = settings.syslog();
        if (syslog != null) {
            return new SyslogOutput(SyslogSender.open(syslog, "access log", "log.access.syslog", troubles, endings));
        }
        String file = settings.file();
        return file == null || file.equals("-")
                ? new StandardOutput(new FileOutputStream(FileDescriptor.out).getChannel())
                : RollingFile.open(
                        Path.of(file), settings.rotation(), zone, trouble -> troubles.accept("access log: " + trouble));
    }

    /** Standard output, which belongs to the process and stays open. */
    private record StandardOutput(FileChannel out) implements LogOutput {

        @Override
        public int write(ByteBuffer from) throws IOException {
            return out.write(from);
        }

        @Override
        public boolean isOpen() {
            return out.isOpen();
        }

        @Override
        public void close() {}
    }
}
