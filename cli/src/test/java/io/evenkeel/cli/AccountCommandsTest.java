// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountCommandsTest {

    private final InputStream before = System.in;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private Path config;

    @BeforeEach
    void write() throws IOException {
        config = Files.writeString(folder.resolve("shop.yaml"), "version: 1\n");
    }

    @AfterEach
    void restore() {
        System.setIn(before);
    }

    /** The exit code. */
    private int run(String stdin, String... words) {
        System.setIn(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-c", config.toString()));
        return Main.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
    }

    @Test
    void makesListsChangesAndRemovesAccounts() throws IOException {
        assertThat(run("correct horse battery\n", "user", "add", "ann", "--role", "operator"))
                .as(err.toString())
                .isZero();
        assertThat(run("", "user", "list", "-o", "json")).isZero();
        assertThat(out.toString())
                .contains("\"name\":\"ann\",\"role\":\"operator\"")
                .doesNotContain("argon2");
        assertThat(run("", "user", "role", "ann", "admin", "--reason", "promoted"))
                .isZero();
        assertThat(run("a whole new password\n", "user", "passwd", "ann")).isZero();
        assertThat(run("", "user", "remove", "ann")).isEqualTo(1);
        assertThat(err.toString()).contains("last administrator");
        assertThat(run("correct horse battery\n", "user", "add", "bob", "--role", "admin"))
                .isZero();
        assertThat(run("", "user", "remove", "ann")).isZero();
        assertThat(run("", "user", "remove", "ann")).isEqualTo(1);
        assertThat(err.toString()).contains("no user 'ann'");
        assertThat(Files.readString(folder.resolve(".evenkeel/shop.audit.jsonl"))
                        .lines())
                .hasSize(5)
                .anyMatch(line -> line.contains("user role") && line.contains("promoted"))
                .noneMatch(line -> line.contains("password"));
    }

    @Test
    void saysWhatIsWrongWithNameRoleAndPassword() {
        assertThat(run("short\n", "user", "add", "ann")).isEqualTo(1);
        assertThat(err.toString()).contains("10 to 256 characters");
        assertThat(run("", "user", "add", "ann")).isEqualTo(1);
        assertThat(err.toString()).contains("no password");
        assertThat(run("correct horse battery\n", "user", "add", "ann", "--role", "boss"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("there are viewer, operator, admin");
        assertThat(run("", "user")).isEqualTo(2);
        assertThat(folder.resolve(".evenkeel/shop.users.json")).doesNotExist();
    }

    @Test
    void printsATokenOnceAndListsItWithoutItsSecret() {
        assertThat(run("", "token", "create", "ci", "--role", "operator", "--days", "30"))
                .as(err.toString())
                .isZero();
        String token = out.toString().strip();
        assertThat(token).matches("ek_[0-9a-f]{64}");
        assertThat(run("", "token", "list", "-o", "csv")).isZero();
        assertThat(out.toString())
                .contains("ci,operator,", "command line", ",true")
                .doesNotContain(token);
        assertThat(run("", "token", "revoke", "ci")).isZero();
        assertThat(run("", "token", "revoke", "ci")).isEqualTo(1);
    }

    @Test
    void limitsAnOperatorsTokenToClusters() {
        assertThat(run("", "token", "create", "two", "--role", "operator", "--cluster", "shop,bank"))
                .as(err.toString())
                .isZero();
        assertThat(run("", "token", "create", "none", "--cluster", "shop")).isEqualTo(1);
        assertThat(err.toString()).contains("only an operator's token");
        assertThat(run("", "token", "list", "-o", "csv")).isZero();
        assertThat(out.toString()).contains("two,operator,bank shop,").doesNotContain("none");
    }
}
