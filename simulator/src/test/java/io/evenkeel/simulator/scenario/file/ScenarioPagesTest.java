// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the pages about scenarios against the program. {@code -Dwrite=true} brings the table in step. */
class ScenarioPagesTest {

    private static final Path REFERENCE = Path.of("../docs/reference/scenarios.md");
    private static final Path GUIDE = Path.of("../docs/guides/simulate.md");
    private static final String BEGIN =
            "<!-- The table from here on follows the program; a test holds it in step. -->\n";
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    void theTableFollowsTheProgram() throws IOException {
        String page = Files.readString(REFERENCE);
        assertThat(page).contains(BEGIN);
        String wanted = page.substring(0, page.indexOf(BEGIN)) + BEGIN + table();
        if (Boolean.getBoolean("write")) {
            Files.writeString(REFERENCE, wanted);
        }
        assertThat(Files.readString(REFERENCE))
                .as("run this test with -Dwrite=true to bring the page in step with the program")
                .isEqualTo(wanted);
    }

    private static String table() {
        StringBuilder out = new StringBuilder(
                "\n## What comes with the program\n\n| scenario | servers | load | what |\n|---|--:|---|---|\n");
        for (String name : ScenarioFiles.names()) {
            Scenario scenario = ScenarioFiles.shipped(name).scenario();
            out.append("| `%s` | %d | %s | %s |%n"
                    .formatted(name, scenario.nodes(), scenario.loadInWords(), scenario.what()));
        }
        return out.append("\nEach file says where its numbers come from: `evenkeel sim show NAME`.\n")
                .toString();
    }

    @Test
    void theExampleOfTheGuideIsAScenario() throws IOException {
        Matcher example = EXAMPLE.matcher(Files.readString(GUIDE));
        assertThat(example.find()).isTrue();
        Scenario scenario = ScenarioReader.read("guide.yaml", example.group(1)).scenario();
        assertThat(scenario.ratePerSecond() / scenario.capacityPerSecond())
                .as("the page says 75 %")
                .isBetween(0.7, 0.8);
    }

    @Test
    void everyKeyIsOnThePage() throws IOException {
        String page = Files.readString(REFERENCE);

        assertThat(keys(ScenarioSchema.FILE))
                .as("a key of a list, of a section in it, and of the last section")
                .contains("workers", "pause-per-mb", "warm-up")
                .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    }

    /** The keys of a section and of those below it; names that the author chooses are none. */
    private static Set<String> keys(Section section) {
        Set<String> keys = new TreeSet<>();
        for (Key key : section.keys()) {
            keys.add(key.name());
            if (!(key.type() instanceof NamedValues)) {
                key.type().section().ifPresent(below -> keys.addAll(keys(below)));
            }
        }
        return keys;
    }
}
