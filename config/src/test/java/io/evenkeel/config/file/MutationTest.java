// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * After any change of a valid file, it loads or is refused with problems that have a place in it. {@code -Dseed=} picks
 * another run.
 */
@Tag("thorough")
class MutationTest {

    private static final long SEED = Long.getLong("seed", 1);
    private static final int ROUNDS = 4000;

    /** The key of the example, encrypted again so that its password is tried in no time: it is read in each round. */
    private static final String QUICK_KEY =
            "../../config/src/test/resources/io/evenkeel/config/file/console-key-of-one-round.pem";

    private static final List<String> SNIPPETS = List.of(
            ": ",
            "\n",
            "\t",
            " ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "#",
            "\"",
            "'",
            "&a ",
            "*a",
            "!!int ",
            "!x ",
            "|\n",
            ">\n",
            "? ",
            "---\n",
            "...\n",
            "%YAML 1.1\n",
            "${env:",
            "${",
            "$$",
            "${env:A}",
            "${file:/}",
            "\u0000",
            "\ud83d\ude00",
            "\ufeff",
            "\r\n",
            "\u0085",
            "\u2028",
            "0",
            "-1",
            "1e400",
            "99999999999999999999",
            ".inf",
            "null",
            "~",
            "true",
            "listeners: ",
            "name",
            "<<: ",
            "\ud800");

    @Test
    void neverFailsButWithProblemsInsideTheFile() throws IOException, SettingsException {
        String full =
                Files.readString(Path.of("../examples/config/full.yaml")).replace("tls/console-key.pem", QUICK_KEY);
        assertThat(full).contains("key: " + QUICK_KEY);
        assertThat(new SettingsFile("../examples/config/full.yaml", null, full, MutationTest::variable)
                        .load()
                        .listeners())
                .as("without a change the file is valid")
                .isNotEmpty();
        SplittableRandom random = new SplittableRandom(SEED);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = full;
            for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
                text = edit(text, random);
            }
            String where = "round " + round + " of seed " + SEED;
            try {
                SettingsFile file =
                        new SettingsFile("../examples/config/full.yaml", null, text, MutationTest::variable);
                file.load();
                file.show();
                inside(text, file.warnings(), where);
            } catch (SettingsException e) {
                refused++;
                assertThat(e.problems()).as(where).anyMatch(Problem::isError);
                inside(text, e.problems(), where);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(where + ":\n" + text, e);
            }
        }
        assertThat(refused).as("refused of %d", ROUNDS).isBetween(ROUNDS / 2, ROUNDS - 1);
    }

    private static String variable(String name) {
        return switch (name) {
            case "EVENKEEL_KEY_PASSWORD" -> "change-me";
            case "EVENKEEL_AGENT_SECRET" -> "sixteen characters and more";
            case "EVENKEEL_CLUSTER_KEY", "EVENKEEL_OLD_CLUSTER_KEY" -> "thirty-two characters and some more";
            default -> "a";
        };
    }

    private static void inside(String text, List<Problem> problems, String where) {
        List<String> lines = List.of(text.split("\r\n|[\n\r]", -1));
        for (Problem problem : problems) {
            assertThat(problem.line()).as("%s: line of %s", where, problem).isBetween(1, lines.size());
            String line = lines.get(problem.line() - 1);
            assertThat(problem.excerpt()).as(where).isEqualTo(line);
            assertThat(problem.column())
                    .as("%s: column of %s", where, problem)
                    .isBetween(1, line.codePointCount(0, line.length()) + 1);
            assertThat(problem.render()).as(where).contains("^");
        }
    }

    private static String edit(String text, SplittableRandom random) {
        int at = random.nextInt(text.length());
        int length = Math.min(random.nextInt(1, 12), text.length() - at);
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at) + text.substring(at + length);
            case 1 -> text.substring(0, at) + SNIPPETS.get(random.nextInt(SNIPPETS.size())) + text.substring(at);
            case 2 ->
                text.substring(0, at) + SNIPPETS.get(random.nextInt(SNIPPETS.size())) + text.substring(at + length);
            default -> {
                int from = random.nextInt(text.length());
                yield text.substring(0, at)
                        + text.substring(from, Math.min(text.length(), from + 5 * length))
                        + text.substring(at);
            }
        };
    }
}
