// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evenkeel.simulator.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** An unknown key makes the reader list the known ones. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: mine               | keyless: 1
            workers: 1               | workers: 1, keyless: 1
            size: 256                | size: 256, keyless: 1
            takes: 40%               | takes: 40%, keyless: 1
            after: 1ms               | after: 1ms, keyless: 1
            cpu: constant(8ms)       | cpu: constant(8ms), keyless: 1
            users: 3                 | users: 3, keyless: 1
            users: 3, ramp: {step: 1, every: 1s} | rate: 3, keyless: 1
            count: 2                 | count: 2, keyless: 1
            way: polled              | way: polled, keyless: 1
            for: 2m                  | for: 2m, keyless: 1
            factor: 5                | factor: 5, keyless: 1
            factor: 10               | factor: 10, keyless: 1
            every: constant(20s)     | every: constant(20s), keyless: 1
            is: frozen               | is: frozen, keyless: 1
            as: parked               | as: parked, keyless: 1
            load: {users: 3, ramp: {step: 1, every: 1s}} | load: {rate: 1, step: {at: 1s, rate: 3, keyless: 1}}
            """)
    void everyKeyIsOnThePage(String here, String unknown) throws IOException {
        String text = """
                name: mine
                what: all keys
                servers:
                  - {name: one, workers: 1, queue: 1, heap: {size: 256, base: 1, per-request: 1, garbage: 1, pause: 1ms, pause-per-mb: 1us},
                     antagonist: {servers: 50%, takes: 40%, stays: 1s, away: 1s}, failing: {from: 1s, until: 2s, after: 1ms},
                     cold: {factor: 5, requests: 9}, slow: {from: 1s, lasts: constant(1s), factor: 10},
                     pauses: {lasts: constant(1s), every: constant(20s)}, agent: {is: frozen}}
                work: {cpu: constant(8ms), kinds: [{name: poll, share: 10%, cpu: constant(1ms), stays: constant(1s), as: parked}]}
                load: {users: 3, ramp: {step: 1, every: 1s}}
                dispatchers: {count: 2}
                samples: {way: polled, every: 1s, age: 1s}
                measure: {for: 2m}
                """;
        assertThat(text).contains(here);
        String replaced = here.equals("name: mine") ? text + unknown + "\n" : text.replace(here, unknown);
        String message = String.valueOf(
                catchThrowable(() -> ScenarioReader.read("f", replaced)).getMessage());
        assertThat(message).contains("there is no key 'keyless' here; there are ");
        String page = Files.readString(REFERENCE);
        for (String key : message.substring(message.indexOf("there are ") + 10).split(", ", -1)) {
            assertThat(page).as(key).contains("`" + key + "`");
        }
    }
}
