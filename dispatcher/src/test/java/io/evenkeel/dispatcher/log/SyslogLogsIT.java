// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.syslog.TcpReceiver;
import io.evenkeel.dispatcher.log.syslog.UdpReceiver;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The event log at a receiver of syslog. */
@Timeout(60)
class SyslogLogsIT {

    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)";

    @TempDir
    private Path folder;

    private static LogSettings settings(@Nullable String file, String address) {
        return new LogSettings(
                Level.INFO, file, null, LogRotation.NONE, new SyslogSettings(SyslogAddress.parse(address)));
    }

    @Test
    void sendsEachEventWithItsAreaAndSeverity() throws Exception {
        try (UdpReceiver receiver = new UdpReceiver(0);
                EventLog events = new EventLog()) {
            events.configure(settings(null, receiver.address()));
            events.node().warn("vcn1 is down");
            events.check().error("no answer", new IllegalStateException("because"));
            String header = TIME + " [!-~]+ evenkeel " + ProcessHandle.current().pid();
            assertThat(receiver.next()).matches("<28>1 " + header + " node - vcn1 is down");
            assertThat(receiver.next())
                    .matches("<27>1 " + header
                            + " check - no answer \\| java\\.lang\\.IllegalStateException: because \\| +at .*")
                    .doesNotContain("\n");
        }
    }

    @Test
    void writesToAFileBesideAReceiver() throws Exception {
        Path file = folder.resolve("events.log");
        try (TcpReceiver receiver = new TcpReceiver(0);
                EventLog events = new EventLog()) {
            events.configure(settings(file.toString(), receiver.address()));
            events.node().info("vcn1 is up");
            try (TcpReceiver.Taken taken = receiver.accept()) {
                assertThat(taken.next()).endsWith(" node - vcn1 is up");
            }
            events.flush();
            assertThat(Files.readString(file)).endsWith(" INFO  node     vcn1 is up\n");
            assertThat(events.lost()).isZero();
        }
    }

    @Test
    void countsWhatAReceiverLost() throws Exception {
        EventLog events = new EventLog();
        events.configure(settings(null, "unix:" + folder.resolve("nobody")));
        events.node().info("one");
        events.node().info("two");
        events.close();
        assertThat(events.lost()).isEqualTo(2);
    }
}
