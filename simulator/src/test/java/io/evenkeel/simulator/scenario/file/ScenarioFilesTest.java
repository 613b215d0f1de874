// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.PolicyCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFilesTest {

    @ParameterizedTest
    @MethodSource("io.evenkeel.simulator.scenario.file.ScenarioFiles#names")
    void everyShippedFileCanBeReadAndComparesPoliciesThatExist(String name) {
        ScenarioFile file = ScenarioFiles.shipped(name);
        assertThat(file.scenario().name()).isEqualTo(name);
        PolicyCatalog catalog = PolicyCatalog.load();
        assertThat(file.policies())
                .contains("headroom")
                .allSatisfy(policy -> assertThat(catalog.find(policy.replaceFirst("[{+].*", "")))
                        .as(policy)
                        .isPresent());
        assertThat(file.goals()).allSatisfy(goal -> assertThat(file.policies()).contains(goal.policy()));
    }

    @Test
    void aGlobMeansAllThatFit() {
        assertThat(ScenarioFiles.named("jqostd-*")).hasSize(5);
        assertThat(ScenarioFiles.named("all")).hasSameSizeAs(ScenarioFiles.names());
        assertThat(ScenarioFiles.named("fleet")).hasSize(1);
    }

    @Test
    void whatIsNotThereIsSaidWithWhatThereIs(@TempDir Path folder) {
        assertThatThrownBy(() -> ScenarioFiles.named("fleets"))
                .hasMessageContaining("there is no scenario 'fleets'; there are: jqostd-baseline,")
                .hasMessageEndingWith("a file of your own has a path, such as ./fleets.yaml");
        assertThatThrownBy(() -> ScenarioFiles.named("[x")).hasMessageContaining("there is no scenario '[x'");
        Path missing = folder.resolve("mine.yaml");
        assertThatThrownBy(() -> ScenarioFiles.named(missing.toString()))
                .hasMessage(missing + ": there is no such file");
    }

    @Test
    void aShippedFileIsAStartForAnOwnOne(@TempDir Path folder) throws Exception {
        Path mine = folder.resolve("mine.yaml");
        Files.writeString(mine, ScenarioFiles.shipped("jqostd-heap").text().replace("size: 256", "size: 384"));
        assertThat(ScenarioFiles.named(mine.toString()))
                .singleElement()
                .satisfies(file -> assertThat(file.scenario().server(2).heap())
                        .satisfies(heap -> assertThat(heap.sizeMb()).isEqualTo(384)));
    }
}
