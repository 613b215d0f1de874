// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.log.syslog.TcpReceiver;
import io.evenkeel.dispatcher.log.syslog.UdpReceiver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The access log at a receiver of syslog. */
@Timeout(60)
class AccessSyslogIT {

    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    private Path folder;

    private static AccessLogSettings settings(Format format, @Nullable String file, String address, SyslogForm form) {
        return new AccessLogSettings(
                format,
                file,
                LogRotation.NONE,
                new SyslogSettings(SyslogAddress.parse(address), SyslogFacility.LOCAL0, "shop", form, 8192));
    }

    private static void write(AccessLog log, String target) {
        AccessEntry entry = new AccessEntry();
        entry.open(false, "192.0.2.7", 51234, "web");
        entry.begin(0);
        byte[] bytes = target.getBytes(US_ASCII);
        entry.method("GET");
        entry.target(bytes, 0, bytes.length);
        entry.version("HTTP/1.1");
        log.write(entry);
    }

    @Test
    void putsAHeaderBeforeEachLine() throws Exception {
        try (UdpReceiver receiver = new UdpReceiver(0);
                EventLog events = new EventLog();
                AccessLog log = AccessLog.open(
                        settings(Format.COMBINED, null, receiver.address(), SyslogForm.AUTO), events.log())) {
            write(log, "/one");
            write(log, "/two");
            String header = "<134>1 19(70-01-01|69-12-31)T\\d\\d:\\d\\d:00\\.000(Z|[+-]\\d\\d:\\d\\d) [!-~]+ shop "
                    + PID + " access - ";
            assertThat(receiver.next()).matches(header + "192\\.0\\.2\\.7 - - .*\"GET /one HTTP/1\\.1\".*");
            assertThat(receiver.next()).matches(header + "192\\.0\\.2\\.7 - - .*\"GET /two HTTP/1\\.1\".*");
        }
    }

    /** HAProxy's lines get host and process from the receiver, or else they would stand there twice. */
    @Test
    void leavesTheTagOfHaproxysFormatToTheHeader() throws Exception {
        try (UdpReceiver receiver = new UdpReceiver(0);
                EventLog events = new EventLog();
                AccessLog log = AccessLog.open(
                        settings(Format.HAPROXY, null, receiver.address(), SyslogForm.LOCAL), events.log())) {
            write(log, "/one");
            assertThat(receiver.next())
                    .matches("<134>(Jan  1|Dec 31) \\d\\d:\\d\\d:00 shop\\[" + PID + "]: 192\\.0\\.2\\.7:51234 \\[.*");
        }
    }

    @Test
    void writesToAFileBesideAReceiver() throws Exception {
        Path file = folder.resolve("access.log");
        try (TcpReceiver receiver = new TcpReceiver(0);
                EventLog events = new EventLog()) {
            AccessLog log = AccessLog.open(
                    settings(Format.COMBINED, file.toString(), receiver.address(), SyslogForm.AUTO), events.log());
            write(log, "/one");
            try (TcpReceiver.Taken taken = receiver.accept()) {
                assertThat(taken.next()).contains(" access - ", "/one");
            }
            log.close();
            assertThat(Files.readString(file)).startsWith("192.0.2.7 - - ").contains("/one");
        }
    }

    /** A receiver that reads nothing holds up no request: every line is taken or dropped at once. */
    @Test
    void neverWaitsForAReceiverThatDoesNotRead() throws Exception {
        String target = "/" + "x".repeat(4000);
        int written = 0;
        try (TcpReceiver receiver = new TcpReceiver(0);
                EventLog events = new EventLog()) {
            AccessLog log =
                    AccessLog.open(settings(Format.COMBINED, null, receiver.address(), SyslogForm.AUTO), events.log());
            while (messages(events).noneMatch(line -> line.contains("takes lines more slowly than they come"))) {
                for (int i = 0; i < 100; i++) {
                    write(log, target);
                    written++;
                }
                Until.passed(1);
            }
            log.close();
            List<String> arrived;
            try (TcpReceiver.Taken taken = receiver.accept()) {
                arrived = taken.all();
            }
            assertThat(arrived).allMatch(line -> line.contains(" access - ") && line.length() > 4000);
            assertThat(arrived.size() + log.lost()).isEqualTo(written);
            assertThat(messages(events)).anyMatch(line -> line.matches(".* lines? (was|were) lost"));
        }
    }

    private static Stream<String> messages(EventLog events) {
        return events.recent(200).stream().map(Event::message);
    }
}
