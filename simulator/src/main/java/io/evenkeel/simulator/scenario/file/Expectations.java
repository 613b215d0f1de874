// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Goals that stand in a file of their own, under names of scenarios or globs over them. */
public final class Expectations {

    private final Map<String, List<ScenarioGoal>> goals;

    private Expectations(Map<String, List<ScenarioGoal>> goals) {
        this.goals = goals;
    }

    /**
     * Reads {@code jqostd-*: {headroom: {failures: 0, throughput: 98%, p99: 1.1}}}.
     *
     * @throws ScenarioException when the file cannot be read, or is wrong
     */
    public static Expectations read(Path path) {
        try {
            Map<String, List<ScenarioGoal>> goals = new LinkedHashMap<>();
            YamlText text = YamlText.read(path.toString(), TextFile.read(path), ScenarioSchema.EXPECTATIONS);
            text.root()
                    .items()
                    .forEach((name, item) -> goals.put(name, ScenarioReader.goals((ParsedSection) item.value())));
            return new Expectations(goals);
        } catch (SettingsException e) {
            throw new ScenarioException(YamlText.inWords(path.toString(), e));
        } catch (IOException e) {
            throw new ScenarioException(path + ": " + e.getMessage());
        }
    }

    /** The same scenarios with these goals and no others. */
    public List<ScenarioFile> put(List<ScenarioFile> files) {
        return files.stream()
                .map(file -> file.withGoals(goals.entrySet().stream()
                        .filter(entry -> ScenarioFiles.fits(
                                entry.getKey(), file.scenario().name()))
                        .flatMap(entry -> entry.getValue().stream())
                        .toList()))
                .toList();
    }
}
