// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No error shows a value that a reference put in. */
class ConcealedValuesTest {

    private static final String SECRET = "hunter2";

    @TempDir
    Path folder;

    private static List<Problem> check(String text, Map<String, String> environment) {
        return new SettingsFile("x.yaml", null, text, environment::get).check();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "policy: \"${env:S}\"",
                "policy: \"${env:S}x\"",
                "policy: {name: headroom, \"k\": \"${env:S}\"}",
                "nodes: [{address: \"127.0.0.1:1\", weight: \"${env:S}\"}]",
                "nodes: [\"${env:S}\"]",
                "nodes: [\"${env:S}:80\"]",
                "nodes: [\"${env:S}.invalid:80\"]",
                "nodes: [{address: \"127.0.0.1:1\", name: \"${env:S}\"}, {address: \"127.0.0.1:2\", name: \"${env:S}\"}]",
                "affinity: {mode: \"${env:S}\"}",
                "agent: \"${env:S}\"",
                "queue: \"${env:S}\"",
                "health: {path: /, status: \"${env:S}\"}",
                "retry: {on: \"${env:S}\"}",
                "slow-start: \"${env:S}\"",
            })
    void showsTheReferenceInACluster(String keys) {
        String nodes = keys.startsWith("nodes:") ? "" : "nodes: [\"127.0.0.1:1\"], ";
        List<Problem> problems = check(
                "listeners: [{address: \"127.0.0.1:0\", cluster: shop}]\nclusters: {shop: {" + nodes + keys + "}}\n",
                Map.of("S", SECRET));

        assertThat(problems).isNotEmpty();
        assertThat(Problem.render(problems)).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "log: {file: \"/${env:S}/events.log\"}",
                "log: {access: {file: \"${env:S}/access.log\"}}",
                "log: {level: \"${env:S}\"}",
                "admin: {address: \"${env:S}:8111\"}",
                "admin: {tls: {certificate: \"${env:S}\", key: \"/${env:S}.key\"}}",
                "engine: \"${env:S}\"",
                "engine: {transport: \"${env:S}\"}",
            })
    void showsTheReferenceOutsideOfClusters(String keys) {
        List<Problem> problems = check(
                "listeners: [{address: \"127.0.0.1:0\", cluster: shop}]\nclusters: {shop: {nodes: [\"127.0.0.1:1\"]}}\n"
                        + keys + "\n",
                Map.of("S", SECRET));

        assertThat(problems).isNotEmpty();
        assertThat(Problem.render(problems)).doesNotContain(SECRET);
    }

    @Test
    void namesTheReferenceInstead() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        List<Problem> problems = check(
                "listeners: [{address: \"127.0.0.1:0\", cluster: \"${env:S}\"}]\n"
                        + "clusters: {shop: {nodes: [\"127.0.0.1:1\"], policy: \"${file:" + file + "}\"}}\n",
                Map.of("S", "ab"));

        assertThat(problems)
                .extracting(Problem::message)
                .contains("there is no cluster '${env:S}'", "there is no policy '${file:" + file + "}'");
    }

    @Test
    void hidesAPartOfAValueToo() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "s3cret-host:80");

        assertThat(check(
                        "listeners: [{address: \"127.0.0.1:0\", cluster: shop}]\n"
                                + "clusters: {shop: {nodes: [\"${file:" + file + "}\"]}}\n",
                        Map.of()))
                .extracting(Problem::message)
                .containsExactly("host '${file:" + file + "}' has no address");
    }

    @Test
    void hidesItInWhatIsSaidOfTheLoadedTextToo() throws Exception {
        SettingsFile file = new SettingsFile(
                "x.yaml",
                null,
                "listeners: [{address: \"${env:S}:80\", cluster: shop}]\nclusters: {shop: {nodes: [\"127.0.0.1:1\"]}}\n",
                Map.of("S", SECRET)::get);
        file.load();

        assertThat(file.conceal("cannot listen on " + SECRET + ":80: the host is unknown"))
                .isEqualTo("cannot listen on ${env:S}:80: the host is unknown");
    }

    @Test
    void bringsInNoMoreThanAMillionCharacters() {
        String many = "\"${env:S}\", ".repeat(30);

        assertThat(check("listeners: [" + many + "]\n", Map.of("S", "x".repeat(60_000))))
                .extracting(Problem::message)
                .contains("more than 1000000 characters come from the environment and from files");
    }
}
