// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportCommandTest {

    private static final String HAPROXY = """
            frontend web
              mode http
              bind 127.0.0.1:9090
              http-request deny if { path_beg /admin }
              default_backend shop
            backend shop
              mode http
              server vcn1 127.0.0.1:18080
            """;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("haproxy.cfg"), HAPROXY);
    }

    @Test
    void writesAValidConfigurationAndTellsWhatIsLost() throws IOException {
        Path to = folder.resolve("evenkeel.yaml");

        CommandLineRun run = CommandLineRun.of("import", file.toString(), "-o", to.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains(
                        file + ":4: no counterpart: http-request deny if { path_beg /admin }",
                        "evenkeel: translated from HAProxy; no counterpart: 1",
                        "the configuration is valid");
        assertThat(Files.readString(to)).contains("address: 127.0.0.1:9090", "# haproxy.cfg:3");
        assertThat(CommandLineRun.of("validate", "-c", to.toString()).exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void dataGoesToStandardOutput() {
        CommandLineRun run = CommandLineRun.of("import", "--from", "haproxy", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).startsWith("# Translated by 'evenkeel import' from HAProxy's haproxy.cfg.");
    }

    @Test
    void overwritesNothingUnlessForced() throws IOException {
        Path to = Files.writeString(folder.resolve("evenkeel.yaml"), "precious");

        CommandLineRun refused = CommandLineRun.of("import", file.toString(), "-o", to.toString());

        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("exists already; --force overwrites it");
        assertThat(to).hasContent("precious");

        CommandLineRun forced = CommandLineRun.of("import", file.toString(), "-o", to.toString(), "--force");

        assertThat(forced.exitCode()).as(forced.err()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(to)).startsWith("# Translated");
    }

    @Test
    void neverWritesOverTheFileThatItReads() throws IOException {
        CommandLineRun run = CommandLineRun.of("import", file.toString(), "-o", file.toString(), "--force");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(file).hasContent(HAPROXY);
    }

    @Test
    void missingCertificatesAreToldWithTheirLine() throws IOException {
        Files.writeString(file, HAPROXY.replace("127.0.0.1:9090", "127.0.0.1:9443 ssl crt none.pem"));

        CommandLineRun run = CommandLineRun.of("import", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("none.pem", "evenkeel: correct these errors before you start it");
    }

    @Test
    void aFileThatTheProductWouldNotReadIsABadConfiguration() throws IOException {
        Files.writeString(file, "frontend web\n  bind 'open\n");

        CommandLineRun run = CommandLineRun.of("import", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.err())
                .isEqualTo("evenkeel: " + file + ":2: a single quote is not closed" + System.lineSeparator());
        assertThat(run.out()).isEmpty();
    }
}
