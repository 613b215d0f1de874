// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The scenarios that come with the program, in the order in which people should meet them, and files of users. */
public final class ScenarioFiles {

    private static final List<String> NAMES = List.of(
            "jqostd-baseline",
            "jqostd-heap",
            "jqostd-threads",
            "jqostd-jdbc",
            "jqostd-all",
            "scaling-equal",
            "scaling-unequal",
            "redal",
            "broker-equal",
            "broker-unequal",
            "mixed-speeds",
            "fleet",
            "black-hole",
            "overload",
            "light",
            "light-unequal",
            "light-speeds",
            "surge",
            "bimodal",
            "pareto",
            "slow-endpoint",
            "cached-pages",
            "hot-page",
            "one-at-a-time",
            "two-resources",
            "specialists",
            "dynamic-pages",
            "long-polls",
            "websockets",
            "pauses",
            "no-agent",
            "lying-agent",
            "frozen-agent");

    private ScenarioFiles() {}

    /** The names of all that come with the program. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * The scenarios that a word means: a name, {@code all}, a glob over the names such as {@code jqostd-*}, or the path
     * of a file, which has a slash or ends in {@code .yaml} or {@code .yml}.
     *
     * @throws IllegalArgumentException when a word that is not a path names no scenario
     * @throws ScenarioException when a file is not there or wrong
     */
    public static List<ScenarioFile> named(String word) {
        if (word.contains("/") || word.endsWith(".yaml") || word.endsWith(".yml")) {
            return List.of(file(Path.of(word)));
        }
        List<ScenarioFile> found = new ArrayList<>();
        for (String name : NAMES) {
            if (fits(word, name)) {
                found.add(shipped(name));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no scenario '%s'; there are: %s; a file of your own has a path, such as ./%s.yaml"
                            .formatted(word, String.join(", ", NAMES), word.matches("[a-z0-9-]+") ? word : "mine"));
        }
        return found;
    }

    /**
     * True when a name, a glob or {@code all} means a scenario; of a glob's signs only stars and question marks count.
     */
    static boolean fits(String word, String name) {
        String glob = word.equals("all") ? "*" : word.replaceAll("[{\\[\\\\]", "\\\\$0");
        return FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(name));
    }

    /**
     * One that comes with the program.
     *
     * @throws IllegalArgumentException when there is none of this name
     */
    public static ScenarioFile shipped(String name) {
        String file = name + ".yaml";
        try (InputStream in = ScenarioFiles.class.getResourceAsStream("/io/evenkeel/simulator/scenario/" + file)) {
            if (in == null) {
                throw new IllegalArgumentException(
                        "there is no scenario '%s'; there are: %s".formatted(name, String.join(", ", NAMES)));
            }
            return ScenarioReader.read(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One that a program has written.
     *
     * @param name name of the file in messages
     * @throws ScenarioException when the text is wrong
     */
    public static ScenarioFile of(String name, String text) {
        return ScenarioReader.read(name, text);
    }

    /**
     * A user's own.
     *
     * @throws ScenarioException when it cannot be read, or is wrong
     */
    public static ScenarioFile file(Path path) {
        try {
            return ScenarioReader.read(path.toString(), TextFile.read(path));
        } catch (IOException e) {
            throw new ScenarioException(path + ": " + e.getMessage());
        }
    }
}
