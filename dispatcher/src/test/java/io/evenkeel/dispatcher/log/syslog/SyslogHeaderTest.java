// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.output.LogWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyslogHeaderTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final long AT_MS = Instant.parse("2026-07-05T22:04:09.078Z").toEpochMilli();
    private static final LogWriter WRITER = new LogWriter("gw", "shop", 123);

    private static String message(SyslogForm form, SyslogFacility facility, ZoneId zone, String text) {
        return new SyslogHeader(form, facility, WRITER).message(SyslogSeverity.WARNING, AT_MS, zone, "node", text);
    }

    /** RFC 5424 §6: priority, version, time with offset, host, program, process, kind, nil structured data, text. */
    @Test
    void hasAllFieldsOfRfc5424() {
        assertThat(message(SyslogForm.RFC5424, SyslogFacility.LOCAL0, BERLIN, "vcn1 is down"))
                .isEqualTo("<132>1 2026-07-06T00:04:09.078+02:00 gw shop 123 node - vcn1 is down");
        assertThat(message(SyslogForm.RFC5424, SyslogFacility.DAEMON, ZoneOffset.UTC, "vcn1 is down"))
                .isEqualTo("<28>1 2026-07-05T22:04:09.078Z gw shop 123 node - vcn1 is down");
    }

    @Test
    void marksATextThatIsNotAscii() {
        assertThat(message(SyslogForm.RFC5424, SyslogFacility.DAEMON, ZoneOffset.UTC, "Größe"))
                .endsWith(" node - \ufeffGröße");
        assertThat(message(SyslogForm.LOCAL, SyslogFacility.DAEMON, ZoneOffset.UTC, "Größe"))
                .endsWith("]: Größe");
    }

    @Test
    void isShortOnTheSameHost() {
        assertThat(message(SyslogForm.LOCAL, SyslogFacility.DAEMON, BERLIN, "vcn1 is down"))
                .isEqualTo("<28>Jul  6 00:04:09 shop[123]: vcn1 is down");
    }

    @ParameterizedTest
    @CsvSource({"TRACE, 7", "DEBUG, 7", "INFO, 6", "WARN, 4", "ERROR, 3"})
    void mapsLevelsToSeverities(Level level, int severity) {
        assertThat(SyslogSeverity.of(level).code()).isEqualTo(severity);
    }

    @Test
    void namesThisProcess() {
        SyslogSettings settings = new SyslogSettings(SyslogAddress.parse("udp://127.0.0.1:514"));
        assertThat(SyslogHeader.of(settings).after("node"))
                .matches(" [!-~]+ evenkeel " + ProcessHandle.current().pid() + " node - ");
    }
}
