// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files that the forge and the Maven wrapper read: well-formed, pinned, and in agreement with the README. */
final class ForgeTest {

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    private static final Pattern JAVA_VERSIONS = Pattern.compile("checked on Java ((?:\\d+, )*\\d+ and \\d+)");
    private static final Pattern USES = Pattern.compile("uses: *(.*)");
    private static final Pattern PINNED = Pattern.compile("actions/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");

    private static Map<String, String> forgeFiles() {
        Map<String, String> texts = new TreeMap<>();
        for (Path file : TREE.files()) {
            String name = TREE.root().relativize(file).toString();
            if (name.startsWith(".github/") && name.endsWith(".yml")) {
                texts.put(name, SourceTree.text(file));
            }
        }
        return texts;
    }

    private static String text(String name) {
        return SourceTree.text(TREE.root().resolve(name));
    }

    private static Object read(String text) {
        return new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    private static Object at(Object value, String... keys) {
        Object found = value;
        for (String key : keys) {
            assertThat(found).isInstanceOf(Map.class);
            found = ((Map<?, ?>) found).get(key);
        }
        return found;
    }

    @Test
    void everyFileOfTheForgeIsYaml() {
        assertThat(forgeFiles())
                .containsKeys(
                        ".github/workflows/ci.yml", ".github/workflows/slow.yml", ".github/ISSUE_TEMPLATE/bug.yml");
        assertThat(forgeFiles())
                .allSatisfy((name, text) -> assertThat(read(text)).isInstanceOf(Map.class));
    }

    /** A tag can be moved to other code; a commit cannot. */
    @Test
    void actionsArePinnedByTheCommitOfARelease() {
        List<String> used = forgeFiles().values().stream()
                .flatMap(text -> USES.matcher(text).results().map(found -> found.group(1)))
                .toList();

        assertThat(used).isNotEmpty().allMatch(action -> PINNED.matcher(action).matches());
    }

    @Test
    void changesAreCheckedOnTheVersionsThatTheReadmeNames() {
        String named = JAVA_VERSIONS
                .matcher(text("README.md"))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        Object checked = at(read(text(".github/workflows/ci.yml")), "jobs", "build", "strategy", "matrix", "java");

        assertThat(checked).isEqualTo(List.of(named.split(", | and ", -1)));
    }

    @Test
    void theOldestVersionRunsWhatTheBuildServerRuns() {
        Object oldest = at(read(text(".github/workflows/ci.yml")), "jobs", "build", "strategy", "matrix", "include");

        assertThat(oldest)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("java", "17", "command", ".ci/run"));
        assertThat(TREE.root().resolve(".ci/run")).isExecutable();
        assertThat(text("pom.xml")).contains("<maven.compiler.release>17</maven.compiler.release>");
    }

    @Test
    void partsOfTheSlowSetThatTheForgeRunsAreThere() {
        List<String> parts = Pattern.compile("run: \\.ci/slow (.+)")
                .matcher(text(".github/workflows/slow.yml"))
                .results()
                .map(MatchResult::group)
                .flatMap(line -> Pattern.compile(" ").splitAsStream(line).skip(2))
                .toList();

        assertThat(parts)
                .isNotEmpty()
                .allSatisfy(part -> assertThat(TREE.root().resolve(".ci/slow.d").resolve(part))
                        .isExecutable());
    }

    @Test
    void theWrapperKnowsTheSumsOfTheMavenThatItFetches() throws IOException {
        Properties wrapper = new Properties();
        wrapper.load(new StringReader(text(".mvn/wrapper/maven-wrapper.properties")));

        assertThat(wrapper.getProperty("distributionUrl"))
                .matches("https://repo\\.maven\\.apache\\.org/maven2/org/apache/maven/apache-maven/"
                        + "(\\d+\\.\\d+\\.\\d+)/apache-maven-\\1-bin\\.zip");
        assertThat(wrapper.getProperty("distributionSha256Sum")).matches("[0-9a-f]{64}");
        assertThat(wrapper.getProperty("distributionSha256SumOfTar"))
                .as("the sum where there is no unzip")
                .matches("[0-9a-f]{64}");
        assertThat(text("mvnw")).contains("distributionSha256Sum=\"${distributionSha256SumOfTar:?");
        assertThat(Files.isExecutable(TREE.root().resolve("mvnw"))).isTrue();
    }

    @Test
    void commitsThatBlameLeavesOutAreNamedInFull() {
        assertThat(text(".git-blame-ignore-revs").lines()).allMatch(line -> line.matches("|#.*|[0-9a-f]{40}"));
    }
}
