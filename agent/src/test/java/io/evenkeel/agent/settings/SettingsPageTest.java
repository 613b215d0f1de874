// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the reference page of the settings against the program. {@code -Dwrite=true} brings it in step. */
final class SettingsPageTest {

    private static final Path PAGE = Path.of("../docs/reference/agent-settings.md");
    private static final String BEGIN =
            "<!-- The table from here on follows the program; a test holds it in step. -->\n";

    @Test
    void pageFollowsTheProgram() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN);
        String wanted = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
        if (Boolean.getBoolean("write")) {
            Files.writeString(PAGE, wanted);
        }

        assertThat(Files.readString(PAGE))
                .as("run this test with -Dwrite=true to bring the page in step")
                .isEqualTo(wanted);
    }

    private static String table() {
        StringBuilder table = new StringBuilder(
                        "\n| key | default | meaning | system property | environment variable |\n")
                .append("|---|---|---|---|---|\n");
        for (SettingKey key : SettingKey.values()) {
            String preset = key.preset().isEmpty() ? "" : "`" + key.preset() + "`";
            table.append("| `" + key.key() + "` | " + preset + " | " + key.meaning() + " | `" + key.property() + "` | `"
                    + key.variable() + "` |\n");
        }
        return table.toString();
    }
}
