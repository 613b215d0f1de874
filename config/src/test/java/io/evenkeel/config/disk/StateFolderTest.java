// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.file.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFolderTest {

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            """;

    @TempDir
    Path folder;

    private Path config(String text) throws IOException {
        return Files.writeString(folder.resolve("shop.yaml"), text);
    }

    @Test
    void isBesideTheConfigurationUnlessThatNamesOne() throws IOException {
        assertThat(StateFolder.of(config(TEXT))).isEqualTo(folder.resolve(".evenkeel"));
        assertThat(StateFolder.of(folder.resolve("none.yaml"))).isEqualTo(folder.resolve(".evenkeel"));
        assertThat(StateFolder.of(config(TEXT + "# state-dir: old\nlog: {file: state-dir.log}\n")))
                .isEqualTo(folder.resolve(".evenkeel"));
        assertThat(StateFolder.of(config("state-dir: kept\n" + TEXT))).isEqualTo(folder.resolve("kept"));
        assertThat(StateFolder.of(config("state-dir: /var/lib/evenkeel\n" + TEXT)))
                .isEqualTo(Path.of("/var/lib/evenkeel"));
    }

    /** The way back to an earlier text is in the folder, and a text with errors needs it most. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "state-dir: kept\nlisteners: [}\n",
                "state-dir: 'kept'   # here\n\tlisteners: no\n",
                "listeners: [}\nstate-dir: \"kept\"\n",
                "state-dir: kept\nlistener: wrong\n"
            })
    void isFoundInATextWithErrors(String text) throws IOException {
        assertThat(StateFolder.of(config(text))).isEqualTo(folder.resolve("kept"));
    }

    @Test
    void namesFilesAfterTheConfiguration() {
        assertThat(StateFolder.prefix(Path.of("/etc/evenkeel/shop.yaml"))).isEqualTo("shop");
        assertThat(StateFolder.prefix(Path.of("shop.conf.yml"))).isEqualTo("shop.conf");
    }

    @Test
    void saysWhichFolderCannotBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("taken"), "");

        assertThat(StateFolder.obstacle(folder.resolve("new/deep"))).isNull();
        assertThat(StateFolder.obstacle(file.resolve("deep"))).isEqualTo(file + " is a file");
        assertThat(SettingsFile.open(config("state-dir: taken/deep\n" + TEXT)).check())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.message())
                            .isEqualTo(
                                    "the folder taken/deep of 'state-dir' cannot be written: " + file + " is a file");
                    assertThat(problem.line()).isEqualTo(1);
                });
    }

    @Test
    void theConsoleMayNeitherMoveItElsewhereNorLookInside() throws Exception {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Files.writeString(kept.resolve("shop.token"), "the-admin-token");
        String text = "state-dir: kept\n" + TEXT;
        SettingsFile file = SettingsFile.open(config(text));
        file.load();

        assertThat(file.check(text)).isEmpty();
        assertThat(file.check(text.replace("kept", "/tmp")))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("'state-dir' may not be changed to this from the console");
        assertThat(file.check(text + "admin: {token: \"${file:kept/shop.token}\"}\n"))
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .contains("may not be read: the dispatcher keeps its own files there")
                .doesNotContain("the-admin-token");
        assertThat(file.check(text + "log: {file: kept/shop.log}\n")).hasSize(1);
    }
}
