// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The column <i>not</i> of GLOSSARY.md against the names of types and the documentation.
 *
 * <p>A word with brackets behind it, or with a row of its own, means something else somewhere and is not checked.
 */
final class GlossaryTest {

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    private static final Pattern ROW =
            Pattern.compile("^\\| \\*\\*(.+?)\\*\\* \\| (.*) \\| ?(.*?) ?\\|$", Pattern.MULTILINE);
    private static final Pattern BRACKETED = Pattern.compile("([^,(]+)\\([^)]*\\)");
    private static final Pattern TYPE = Pattern.compile(
            "^ *(?:(?:public|protected|private|static|abstract|final|sealed|non-sealed|strictfp) )*"
                    + "(?:class|record|enum|interface|@interface) ([A-Z]\\w*)",
            Pattern.MULTILINE);
    private static final Pattern CODE =
            Pattern.compile("(?s)^ *```.*?^ *```|`[^`\n]*`|\\]\\([^)]*\\)", Pattern.MULTILINE);

    private final String glossary = SourceTree.text(TREE.root().resolve("GLOSSARY.md"));

    @Test
    void aWordHasOneRow() {
        assertThat(words()).doesNotHaveDuplicates().hasSizeGreaterThan(80);
        assertThat(glossary.lines().filter(line -> line.startsWith("| **"))).hasSameSizeAs(words());
        assertThat(avoided()).contains("redispatch", "half-open").doesNotContain("server", "probe");
    }

    @Test
    void rowsAreInAlphabeticalOrder() {
        assertThat(words()).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
    }

    @Test
    void typesAreNotNamedByAnAvoidedWord() {
        List<String> avoided = avoided();
        Map<String, String> breaches = new TreeMap<>();
        for (Path file : TREE.mainJava()) {
            if (shown(file).startsWith("examples/")) {
                continue;
            }
            found(TYPE, SourceTree.text(file), found -> found.group(1)).stream()
                    .forEach(type -> avoided.stream()
                            .filter(word -> ("-" + partsOf(type) + "-").matches(".*-" + dashed(word) + "s?-.*"))
                            .forEach(word -> breaches.put(shown(file) + ": " + type, word)));
        }
        assertThat(breaches).isEmpty();
    }

    /** Code and the targets of links are left out. */
    @Test
    void documentsDoNotUseAnAvoidedWord() {
        List<String> avoided = avoided();
        Set<String> breaches = new TreeSet<>();
        for (Path file : documents()) {
            String text = CODE.matcher(SourceTree.text(file)).replaceAll(" ");
            for (String word : avoided) {
                Matcher used = Pattern.compile("(?i)\\b" + Pattern.quote(word).replace(" ", "\\E\\s+\\Q") + "s?\\b")
                        .matcher(text);
                if (used.find()) {
                    breaches.add(shown(file) + ": " + used.group());
                }
            }
        }
        assertThat(breaches).isEmpty();
    }

    /** Pages about the present. Decisions and changes are history, and experiments speak with the papers' words. */
    private static List<Path> documents() {
        return TREE.files().stream()
                .filter(file -> shown(file)
                        .matches("(README|ARCHITECTURE|CONTRIBUTING)\\.md|docs/(guides/|reference/)?[a-z-]+\\.md"))
                .filter(file -> !file.endsWith("experiments.md"))
                .toList();
    }

    private List<String> words() {
        return found(ROW, glossary, row -> row.group(1));
    }

    /** The words of the column that are checked. */
    private List<String> avoided() {
        Set<String> own = Set.copyOf(words());
        List<String> avoided = new ArrayList<>();
        Set<String> elsewhere = new TreeSet<>();
        for (String cell : found(ROW, glossary, row -> row.group(3))) {
            elsewhere.addAll(found(BRACKETED, cell, found -> found.group(1).strip()));
            for (String word : BRACKETED.matcher(cell).replaceAll("").split(",", -1)) {
                if (!word.isBlank() && !own.contains(word.strip())) {
                    avoided.add(word.strip());
                }
            }
        }
        avoided.removeAll(elsewhere);
        return avoided;
    }

    private static List<String> found(Pattern pattern, String text, Function<MatchResult, String> part) {
        return pattern.matcher(text).results().map(part).toList();
    }

    /** {@code HTTPServerPort2} as {@code http-server-port2}. */
    private static String partsOf(String type) {
        return Pattern.compile("[A-Z]+(?![a-z])|[A-Z][a-z0-9]*")
                .matcher(type)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("-"))
                .toLowerCase(Locale.ROOT);
    }

    private static String dashed(String word) {
        return word.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String shown(Path file) {
        return TREE.root().relativize(file).toString();
    }
}
