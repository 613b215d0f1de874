// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.AccessLogSettings;
import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relative paths begin in the folder of the configuration, wherever the process was started. */
class RelativePathsTest {

    private static final String TEXT = """
            listeners: [{address: "127.0.0.1:9090", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:18080"]}}
            """;

    @TempDir
    Path folder;

    private SettingsFile file(String more) throws IOException {
        return SettingsFile.open(Files.writeString(folder.resolve("shop.yaml"), TEXT + more));
    }

    @Test
    void logsAndHistoryAreBesideTheFile() throws Exception {
        Files.createDirectory(folder.resolve("logs"));
        Settings settings = file("""
                        log: {file: events.log, access: {file: logs/access.log}}
                        admin: {history: past}
                        """).load();

        assertThat(settings.log().file()).isEqualTo(folder.resolve("events.log").toString());
        assertThat(settings.log().access())
                .extracting(AccessLogSettings::file)
                .isEqualTo(folder.resolve("logs/access.log").toString());
        assertThat(settings.admin().history().path())
                .isEqualTo(folder.resolve("past").toString());
    }

    @Test
    void standardStreamsAndAbsolutePathsStay() throws Exception {
        Settings settings = file("log: {file: \"-\", access: {file: \"-\"}}\n").load();
        assertThat(settings.log().file()).isNull();
        assertThat(settings.log().access()).extracting(AccessLogSettings::file).isEqualTo("-");

        Path other = folder.resolve("other.log");
        assertThat(file("log: {file: " + other + "}\n").load().log().file()).isEqualTo(other.toString());
    }

    @Test
    void filesInTheTextAreBesideTheFile() throws Exception {
        Files.writeString(folder.resolve("token"), "a-token-from-a-file\n");

        assertThat(file("admin: {token: \"${file:token}\"}\n").load().admin().token())
                .isEqualTo("a-token-from-a-file");
    }

    @Test
    void namesTheFolderThatIsMissing() throws Exception {
        assertThat(file("log: {file: logs/events.log}\n").check())
                .singleElement()
                .extracting(Problem::message)
                .isEqualTo(
                        "log file logs/events.log cannot be written: there is no directory " + folder.resolve("logs"));
    }

    @Test
    void theConsoleMayNameFilesBesideTheFile() throws Exception {
        SettingsFile file = file("");
        assertThat(file.check(TEXT + "log: {file: events.log}\n")).isEmpty();
        List<String> refused = file.check(TEXT + "log: {file: ../events.log}\n").stream()
                .map(Problem::message)
                .toList();
        assertThat(refused).singleElement().asString().contains("there is a '..' in it");
    }
}
