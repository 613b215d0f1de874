// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bounds on the cost of checking a text. */
class BoundsTest {

    private static final String LISTENERS = "listeners: [{name: web, address: \"127.0.0.1:0\", cluster: shop}]\n";

    private static List<Problem> check(String text) {
        return SettingsFile.of(text, "x.yaml").check();
    }

    private static String lines(int count, String line) {
        return IntStream.range(0, count).mapToObj(line::formatted).collect(Collectors.joining());
    }

    @Test
    void keepsTheFirstHundredProblemsAndCountsTheOthers() {
        List<Problem> problems =
                check(LISTENERS + "clusters: {shop: {nodes: [\"127.0.0.1:1\"]}}\n" + lines(60_000, "k%d: 1\n"));

        assertThat(problems).hasSize(101);
        assertThat(problems.get(0).line()).isEqualTo(3);
        assertThat(problems.get(99).line()).isEqualTo(102);
        assertThat(problems.get(100).render())
                .isEqualTo("error: and 59900 more errors, not shown\n  --> x.yaml\n   = correct those above first");
        assertThat(Problem.render(problems)).endsWith("\n60000 problems (60000 errors, 0 warnings)");
    }

    @Test
    void refusesAFileThatIsLargerThanAnyConfigurationBeforeItIsRead(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("shop.yaml");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(40L << 20);
        }

        assertThat(SettingsFile.open(file).check())
                .extracting(Problem::message)
                .containsExactly("the file cannot be read: it has 41,943,040 bytes; a configuration has at most 16 MB");
    }

    @Test
    void refusesATextWithMoreCharactersThanTheParserTakes() {
        assertThat(check("# " + "x".repeat(3 << 20)))
                .extracting(Problem::message)
                .containsExactly("the file has more than 3145728 characters");
    }

    @Test
    void showsAnErrorAmongManyWarnings() {
        String unused = lines(500, "  c%d: {nodes: [\"127.0.0.1:1\"]}\n");
        List<Problem> problems =
                check(LISTENERS + "clusters:\n" + unused + "  shop: {nodes: [\"127.0.0.1:1\"], policy: none-such}\n");

        assertThat(problems).hasSize(101);
        assertThat(problems).filteredOn(Problem::isError).hasSize(1);
        assertThat(problems.get(100).message()).isEqualTo("and 401 more warnings, not shown");
        assertThat(Problem.render(problems)).endsWith("501 problems (1 error, 500 warnings)");
    }

    /** An expression with a repeated group takes a frame of the stack for each round. */
    @Test
    void looksAtValuesOfAnyLength() throws SettingsException {
        String shop = "clusters: {shop: {nodes: [\"127.0.0.1:1\"]}}\n";
        String token = "x:y ".repeat(20_000);
        SettingsFile file = SettingsFile.of(LISTENERS + shop + "admin: {token: \"" + token + "z\"}\n", "x.yaml");

        assertThat(file.load().admin().token()).hasSize(80_001);
        assertThat(check(LISTENERS + shop + "admin: {token: \"" + " ".repeat(40_000) + "\"}\n"))
                .extracting(Problem::message)
                .containsExactly("'token' must be a text that is not empty");
        assertThat(check(LISTENERS.replace(
                                "cluster: shop", "routes: [{cluster: shop, host: " + "a.".repeat(50_000) + "}]")
                        + shop))
                .extracting(Problem::message)
                .containsExactly("'host' must be a host name such as shop.example.org or *.example.org");
        SettingsFile shown = SettingsFile.of(
                LISTENERS + shop.replace("nodes:", "health: {path: /, host: \"" + "a:".repeat(20_000) + "a\"}, nodes:"),
                "x.yaml");
        assertThat(shown.show()).contains("host: \"a:a:a:");
    }

    @Test
    void takesTenThousandNodes() throws SettingsException {
        String nodes = lines(10_000, "      - name: n%1$d\n        address: 10.0.0.1:%1$d\n        weight: 2\n")
                .replace(":0\n", ":10001\n");

        assertThat(SettingsFile.of(LISTENERS + "clusters:\n  shop:\n    nodes:\n" + nodes, "x.yaml")
                        .load()
                        .clusters()
                        .values())
                .singleElement()
                .satisfies(shop -> assertThat(shop.nodes()).hasSize(10_000));
    }

    @Test
    void refusesWhatWouldTakeAllMemory() {
        assertThat(check(LISTENERS + "x: [" + "1, ".repeat(200_000) + "1]\n"))
                .extracting(Problem::message)
                .containsExactly("not valid YAML: more than 150000 values");
        assertThat(check("\n".repeat(250_001)))
                .extracting(Problem::message)
                .containsExactly("the file has more than 250000 lines");
        assertThat(check(LISTENERS + "clusters: {shop: {nodes: [" + "\"127.0.0.1:1\", ".repeat(31_000) + "]}}\n"))
                .extracting(Problem::message)
                .containsExactly("the file has more than 30000 sections");
    }

    @Test
    void countsWhatAnAliasRepeats() {
        String many = "a: &a [" + "1, ".repeat(1_000) + "]\n" + "b: [" + "*a, ".repeat(150) + "]\n";

        assertThat(check(many)).extracting(Problem::message).containsExactly("not valid YAML: more than 150000 values");
    }

    @Test
    void cutsLongWordsInMessages() {
        List<Problem> problems =
                check("a: &a \"" + "x".repeat(1_000_000) + "\"\nlisteners: [" + "*a, ".repeat(300) + "]\n");

        assertThat(problems)
                .allSatisfy(each -> assertThat(each.message().length()).isLessThan(502));
        assertThat(problems.get(problems.size() - 1).message()).contains("more errors, not shown");
    }
}
