// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guide's table of settings says what the program does. */
final class AgentGuideTest {

    @ParameterizedTest
    @EnumSource(SettingKey.class)
    void theGuideHasEverySettingAsItIs(SettingKey setting) throws IOException {
        String preset = setting.preset().isEmpty() ? "absent" : '`' + setting.preset() + '`';

        assertThat(Files.readString(Path.of("..", "docs", "guides", "agent.md")))
                .contains("\n| `" + setting.key() + "` | " + preset + " | " + setting.meaning() + " |\n");
    }
}
