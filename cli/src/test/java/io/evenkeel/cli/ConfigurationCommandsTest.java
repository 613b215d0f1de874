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

final class ConfigurationCommandsTest {

    private static final String GOOD = """
            version: 1
            listeners:
              - {name: web, address: "127.0.0.1:0", protocol: http, cluster: shop}
            clusters:
              shop:
                policy: least-connections
                nodes:
                  - {name: vcn1, address: "127.0.0.1:18080"}
            """;

    @TempDir
    private Path scratch;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(scratch.resolve("evenkeel.yaml"), GOOD);
    }

    @Test
    void aGoodFileIsValid() {
        CommandLineRun run = CommandLineRun.of("validate", "-c", file.toString());

        assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("is valid");
    }

    @Test
    void aNameWithoutAddressIsAnErrorOnlyWhenNamesAreLookedUp() throws IOException {
        Files.writeString(file, GOOD.replace("127.0.0.1:18080", "no-such-host.invalid:18080"));

        CommandLineRun full = CommandLineRun.of("validate", "-c", file.toString());
        CommandLineRun brief = CommandLineRun.of("validate", "--no-lookup", "-c", file.toString());

        assertThat(full.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(full.out()).contains("host 'no-such-host.invalid' has no address");
        assertThat(brief.exitCode()).as(brief.out()).isEqualTo(ExitCode.OK);
        assertThat(brief.err()).contains("is valid");
    }

    @Test
    void otherErrorsAreErrorsWithoutLookupToo() throws IOException {
        Files.writeString(file, GOOD.replace("cluster: shop", "cluster: shp"));

        CommandLineRun run = CommandLineRun.of("validate", "--no-lookup", "-c", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.out()).contains("there is no cluster 'shp'");
    }

    @Test
    void saysWhatTlsLacksWithoutTheNativeLibrary() throws IOException {
        CommandLineRun plain = javasTls(GOOD);
        CommandLineRun secure = javasTls(GOOD + "    tls: {}\n");

        assertThat(plain.err()).doesNotContain("TLS");
        assertThat(secure.exitCode()).as(secure.out()).isEqualTo(ExitCode.OK);
        assertThat(secure.err()).contains("TLS is Java's own", "staples no OCSP answer", "no X25519MLKEM768");
    }

    private CommandLineRun javasTls(String text) throws IOException {
        Files.writeString(file, text);
        System.setProperty("evenkeel.tls", "java");
        try {
            return CommandLineRun.of("validate", "-c", file.toString());
        } finally {
            System.clearProperty("evenkeel.tls");
        }
    }

    @Test
    void everyErrorIsShownWithItsPlace() throws IOException {
        Files.writeString(file, GOOD.replace("listeners", "listners").replace("least-connections", "least-conections"));

        CommandLineRun run = CommandLineRun.of("validate", "-c", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.out())
                .contains("listners", "least-conections", file + ":2:1", file + ":6:", "^^^", "least-connections");
    }

    @Test
    void showsTheFirstHundredOfManyErrors() throws IOException {
        StringBuilder many = new StringBuilder(GOOD);
        for (int i = 0; i < 60_000; i++) {
            many.append("k").append(i).append(": 1\n");
        }
        Files.writeString(file, many);

        CommandLineRun run = CommandLineRun.of("validate", "-c", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.out().split("error: unknown key", -1)).hasSize(101);
        assertThat(run.out())
                .contains("error: and 59900 more errors, not shown")
                .endsWith("60000 problems (60000 errors, 0 warnings)" + System.lineSeparator());
        assertThat(run.out().length()).isLessThan(50_000);
    }

    @Test
    void problemsAreDataForScripts() throws IOException {
        Files.writeString(file, GOOD.replace("cluster: shop}", "cluster: shoe}"));

        CommandLineRun run = CommandLineRun.of("validate", "-c", file.toString(), "-o", "json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.out()).startsWith("[{\"severity\":\"error\"").contains("\"line\":3", "shoe");
    }

    @Test
    void aMissingFileIsABadConfiguration() {
        CommandLineRun run =
                CommandLineRun.of("validate", "-c", scratch.resolve("none.yaml").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.out()).contains("none.yaml", "no such file");
    }

    @Test
    void aFileMustBeNamed() {
        CommandLineRun run = CommandLineRun.of("validate");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--config=FILE", "Try 'evenkeel validate --help'.");
    }

    @Test
    void showsTheConfigurationWithItsDefaults() {
        CommandLineRun run = CommandLineRun.of("config", "show", "-c", file.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("vcn1", "least-connections", "default");
    }

    @Test
    void doesNotShowAConfigurationThatCannotBeUsed() throws IOException {
        Files.writeString(file, "version: 2\n");

        CommandLineRun run = CommandLineRun.of("config", "show", "-c", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_CONFIG);
        assertThat(run.err()).contains("cannot be used", file + ":1:");
        assertThat(run.out()).isEmpty();
    }
}
