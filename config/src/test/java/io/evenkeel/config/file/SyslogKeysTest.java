// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings;
import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.Problem;
import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs that go to a receiver of syslog. */
class SyslogKeysTest {

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            """;

    @TempDir
    Path folder;

    private SettingsFile file(String more) throws IOException {
        return SettingsFile.open(Files.writeString(folder.resolve("shop.yaml"), TEXT + more));
    }

    private LogSettings log(String more) throws Exception {
        return file(more).load().log();
    }

    private List<String> problems(String more) throws IOException {
        return file(more).check().stream()
                .map(problem ->
                        problem.line() + ":" + problem.column() + " " + problem.message() + " | " + problem.hint())
                .toList();
    }

    @Test
    void anAddressIsAllThatIsNeeded() throws Exception {
        assertThat(log("log: {syslog: \"udp://logs.example.org:514\"}\n").syslog())
                .isEqualTo(new SyslogSettings(
                        SyslogAddress.parse("udp://logs.example.org:514"),
                        SyslogFacility.DAEMON,
                        "evenkeel",
                        SyslogForm.AUTO,
                        2048));
        assertThat(log("log: {syslog: \"tcp://[::1]:601\"}\n").syslog())
                .isEqualTo(new SyslogSettings(SyslogAddress.parse("tcp://[::1]:601")));
    }

    @Test
    void everyKeyIsTaken() throws Exception {
        AccessLogSettings access = log("log: {access: {syslog: {address: \"tcp://127.0.0.1:601\", facility: local3,"
                        + " app-name: shop, format: local, max-message: 16kB}}}\n")
                .access();

        assertThat(access)
                .extracting(AccessLogSettings::syslog)
                .isEqualTo(new SyslogSettings(
                        SyslogAddress.parse("tcp://127.0.0.1:601"),
                        SyslogFacility.LOCAL3,
                        "shop",
                        SyslogForm.LOCAL,
                        16384));
        assertThat(access).extracting(AccessLogSettings::file).isNull();
    }

    @Test
    void theHeaderIsLocalOnAUnixSocketOnly() {
        assertThat(new SyslogSettings(SyslogAddress.parse("unix:/dev/log")).header())
                .isEqualTo(SyslogForm.LOCAL);
        assertThat(new SyslogSettings(SyslogAddress.parse("udp://127.0.0.1:514")).header())
                .isEqualTo(SyslogForm.RFC5424);
        assertThat(new SyslogSettings(SyslogAddress.parse("tcp://127.0.0.1:514")).header())
                .isEqualTo(SyslogForm.RFC5424);
    }

    @Test
    void aFileOrAStreamBesideAReceiverStays() throws Exception {
        String udp = "syslog: \"udp://127.0.0.1:514\"";
        LogSettings both = log("log: {file: events.log, " + udp + ", access: {file: access.log, " + udp + "}}\n");
        assertThat(both.file()).endsWith("events.log");
        assertThat(both.access()).extracting(AccessLogSettings::file).asString().endsWith("access.log");

        LogSettings streams = log("log: {file: \"-\", " + udp + ", access: {file: \"-\", " + udp + "}}\n");
        assertThat(streams.file()).isEqualTo("-");
        assertThat(streams.access()).extracting(AccessLogSettings::file).isEqualTo("-");

        LogSettings none = log("log: {access: combined}\n");
        assertThat(none.file()).isNull();
        assertThat(none.access()).extracting(AccessLogSettings::file).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1:514           | must be the address of a receiver of syslog: udp://host:port,",
                "tls://127.0.0.1:6514    | must be the address of a receiver of syslog: udp://host:port,",
                "udp://127.0.0.1         | must be the address of a receiver of syslog: udp://host:port,",
                "udp://127.0.0.1:0       | names no port to send to; 514 is that of syslog",
                "tcp://127.0.0.1:70000   | port 70000 is above 65535",
                "unix:dev/log            | must be the address of a receiver of syslog: udp://host:port,",
            })
    void aWrongAddressIsSaidAtItsPlace(String address, String words) throws Exception {
        assertThat(problems("log: {syslog: {address: \"" + address + "\"}}\n"))
                .singleElement()
                .asString()
                .startsWith("3:25 ")
                .contains(words);
    }

    @Test
    void aPathThatIsTooLongForTheKernelIsSaid() throws Exception {
        assertThat(problems("log: {syslog: \"unix:/" + "a".repeat(107) + "\"}\n"))
                .singleElement()
                .asString()
                .contains("may have 107 bytes; make a link that is shorter");
    }

    @Test
    void aWrongFacilityNameOrSizeIsSaid() throws Exception {
        assertThat(problems("log: {syslog: {address: \"udp://127.0.0.1:514\", facility: local8}}\n"))
                .singleElement()
                .asString()
                .contains("'facility' must be one of user, mail, daemon,", "did you mean 'local0'?");
        assertThat(problems("log: {syslog: {address: \"udp://127.0.0.1:514\", app-name: \"a b\"}}\n"))
                .singleElement()
                .asString()
                .contains("a name of at most 48 letters");
        assertThat(problems("log: {syslog: {address: \"udp://127.0.0.1:514\", max-message: 479}}\n"))
                .singleElement()
                .asString()
                .contains("480");
    }

    @Test
    void aSocketThatIsNotThereIsAWarningAndAFileAnError() throws Exception {
        Path missing = folder.resolve("log");
        SettingsFile file = file("log: {syslog: \"unix:" + missing + "\"}\n");
        assertThat(file.load().log().syslog()).isNotNull();
        assertThat(file.warnings())
                .singleElement()
                .extracting(Problem::message, Problem::hint)
                .containsExactly(
                        "there is no socket " + missing + " now, so lines wait, and those beyond 1 MB are lost",
                        "start the receiver (rsyslog, syslog-ng or systemd-journald); in a container, mount its socket");

        Files.writeString(missing, "");
        assertThat(problems("log: {access: {syslog: \"unix:" + missing + "\"}}\n"))
                .singleElement()
                .asString()
                .contains(missing + " is not a socket", "unix:/dev/log");
    }

    @Test
    void aSocketIsAccepted() throws Exception {
        Path path = folder.resolve("log");
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(path));
            assertThat(problems("log: {syslog: \"unix:" + path + "\"}\n")).isEmpty();
        }
    }

    @Test
    void rotationWithoutAFileIsSaid() throws Exception {
        String syslog = "syslog: \"udp://127.0.0.1:514\"";
        assertThat(problems("log: {" + syslog + ", rotate: {size: 1MB}}\n"))
                .singleElement()
                .asString()
                .contains("'rotate' does nothing", "name a 'file'");
        assertThat(problems("log: {file: events.log, " + syslog + ", rotate: {size: 1MB}}\n"))
                .isEmpty();
    }

    @Test
    void theConsoleMayNameTheSystemsSocketAndNoOther() throws Exception {
        SettingsFile file = file("");
        List<String> refused = file.check(TEXT + "log: {syslog: \"unix:/run/other/log\"}\n").stream()
                .filter(Problem::isError)
                .map(Problem::message)
                .toList();
        assertThat(refused)
                .singleElement()
                .asString()
                .startsWith("'syslog' may not be changed to this from the console: it is outside of");
        assertThat(file.check(TEXT + "log: {syslog: \"unix:/dev/log\"}\n").stream()
                        .filter(Problem::isError))
                .isEmpty();
    }

    @Test
    void theEffectiveConfigurationReadsBack() throws Exception {
        SettingsFile file = file("log: {access: {syslog: \"udp://127.0.0.1:514\"}}\n");
        LogSettings log = file.load().log();
        assertThat(SettingsFile.of(file.show(), folder.resolve("shown.yaml").toString())
                        .load()
                        .log())
                .isEqualTo(log);
    }
}
