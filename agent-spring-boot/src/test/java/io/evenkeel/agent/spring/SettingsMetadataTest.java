// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.agent.settings.SettingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Holds the metadata that editors show against the agent's settings. {@code -Dwrite=true} brings it in step. */
final class SettingsMetadataTest {

    private static final Path FILE = Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

    @Test
    void metadataFollowTheSettings() throws IOException {
        String wanted = metadata();
        if (Boolean.getBoolean("write")) {
            Files.writeString(FILE, wanted);
        }

        assertThat(Files.readString(FILE))
                .as("run this test with -Dwrite=true to bring the file in step")
                .isEqualTo(wanted);
    }

    private static String metadata() {
        StringBuilder out =
                new StringBuilder("{\n  \"groups\": [{\"name\": \"evenkeel.agent\"}],\n  \"properties\": [\n");
        property(
                out,
                "evenkeel.agent.enabled",
                "java.lang.Boolean",
                "Whether Evenkeel's agent is put into this web application.",
                "true");
        for (SettingKey key : SettingKey.values()) {
            String preset = key.preset().isEmpty() ? "" : quoted(key.preset());
            property(out, key.property(), type(key), key.meaning().replace("`", ""), preset);
        }
        return out.substring(0, out.length() - 2) + "\n  ]\n}\n";
    }

    /** Ports may be {@code off}; limits are numbers. */
    private static String type(SettingKey key) {
        return key.key().endsWith(".max") ? "java.lang.Integer" : "java.lang.String";
    }

    private static void property(StringBuilder out, String name, String type, String meaning, String preset) {
        out.append("    {\n      \"name\": ").append(quoted(name)).append(",\n      \"type\": ");
        out.append(quoted(type)).append(",\n      \"description\": ").append(quoted(meaning));
        if (!preset.isEmpty()) {
            out.append(",\n      \"defaultValue\": ").append(preset);
        }
        out.append("\n    },\n");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
