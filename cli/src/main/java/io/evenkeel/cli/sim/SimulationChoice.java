// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.sim;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.scenario.file.Expectations;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import io.evenkeel.simulator.study.StudiedPolicy;
import io.evenkeel.simulator.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words typed after {@code sim run}, as a study. A scenario among the policies, as in
 * {@code --policy headroom fleet}, is taken for a scenario.
 */
final class SimulationChoice {

    private final PolicyCatalog catalog = PolicyCatalog.load();
    private final Set<String> scenarios = new LinkedHashSet<>();
    private final Set<String> policies = new LinkedHashSet<>();
    private final List<Integer> users;
    private final @Nullable Path expected;

    /**
     * A choice from the typed words.
     *
     * @throws IllegalArgumentException when a policy has no name
     */
    SimulationChoice(
            List<String> scenarioWords, List<String> policyWords, List<Integer> users, @Nullable Path expected) {
        scenarios.addAll(scenarioWords);
        policyWords.stream().map(SimulationChoice::apart).flatMap(List::stream).forEach(word -> {
            if (word.equals("all")) {
                catalog.all().stream().map(PolicyType::name).forEach(policies::add);
            } else {
                (isScenario(word) ? scenarios : policies).add(word);
            }
        });
        this.users = users;
        this.expected = expected;
    }

    /**
     * The study.
     *
     * @throws IllegalArgumentException when a word names nothing
     * @throws io.evenkeel.simulator.scenario.file.ScenarioException when a scenario's file is not there or wrong
     */
    Study study(int seeds, long firstSeed, int threads) {
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException("Which scenario? There are: " + String.join(", ", ScenarioFiles.names())
                    + "; 'all' is all of them, and ./mine.yaml your own");
        }
        List<StudiedPolicy> chosen = policies.stream()
                .map(text -> StudiedPolicy.parse(text, catalog))
                .toList();
        List<ScenarioFile> files = new ArrayList<>();
        scenarios.forEach(word -> files.addAll(ScenarioFiles.named(word)));
        List<ScenarioFile> loaded =
                files.stream().distinct().flatMap(this::withUsers).toList();
        Study study = new Study(
                expected == null ? loaded : Expectations.read(expected).put(loaded), chosen, seeds, firstSeed, threads);
        study.check(catalog);
        return study;
    }

    private Stream<ScenarioFile> withUsers(ScenarioFile file) {
        return users.isEmpty() ? Stream.of(file) : users.stream().map(file::withUsers);
    }

    private boolean isScenario(String word) {
        return catalog.find(word).isEmpty()
                && (ScenarioFiles.names().contains(word) || word.endsWith(".yaml") || word.endsWith(".yml"));
    }

    /** At commas, but not at those between braces. */
    private static List<String> apart(String words) {
        List<String> names = Stream.of(words.split(",(?![^{]*\\})", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "--policy names none; leave it out to compare those that the scenario's file names");
        }
        return names;
    }
}
