// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Checks the JSON Schema and the reference page against the configuration schema. {@code -Dwrite=true} updates both.
 */
class ConfigSchemaTest {

    private static final Path SCHEMA = Path.of("src/main/resources/io/evenkeel/config/file/evenkeel.schema.json");
    private static final Path REFERENCE = Path.of("../docs/reference/configuration.md");
    private static final String BEGIN =
            "<!-- The tables from here on follow the program; a test holds them in step. -->\n";
    private static final String HINT = "run this test with -Dwrite=true to bring it in step with the grammar";

    @Test
    void jsonSchemaFollowsTheKeys() throws IOException {
        String wanted = SchemaWriter.write();
        if (Boolean.getBoolean("write")) {
            Files.writeString(SCHEMA, wanted);
        }
        assertThat(Files.readString(SCHEMA)).as(HINT).isEqualTo(wanted);
    }

    @Test
    void referencePageFollowsTheKeys() throws IOException {
        String page = Files.readString(REFERENCE);
        assertThat(page).contains(BEGIN);
        String wanted = page.substring(0, page.indexOf(BEGIN)) + BEGIN + "\n" + ReferenceWriter.write();
        if (Boolean.getBoolean("write")) {
            Files.writeString(REFERENCE, wanted);
        }
        assertThat(Files.readString(REFERENCE)).as(HINT).isEqualTo(wanted);
    }
}
