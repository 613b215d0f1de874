// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metrics that dashboards, rules and alerts ask for, and those of the reference and of the rules themselves. */
final class OpsNamesTest {

    private static final Path ROOT = SourceTree.ofThisBuild().root();
    private static final Pattern NAME = Pattern.compile("(?<![\\w:])(?:evenkeel|jvm|process|system)_[a-z0-9_]+");
    private static final Pattern RECORDED = Pattern.compile("(?<![\\w:])(?:cluster|node):evenkeel_[a-z0-9_:]+");
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");
    private static final List<String> PARTS = List.of("_bucket", "_sum", "_count");

    @Test
    void everyNameIsInTheReference() throws IOException {
        Set<String> known = reference();
        assertThat(known).hasSizeGreaterThan(100);

        for (Path file : files()) {
            String text = SourceTree.text(file);
            Set<String> unknown = new TreeSet<>();
            for (Matcher each = NAME.matcher(text); each.find(); ) {
                if (!isKnown(each.group(), known)) {
                    unknown.add(each.group());
                }
            }
            assertThat(unknown)
                    .as("%s: names that docs/reference/metrics.md does not have", file)
                    .isEmpty();
        }
    }

    @Test
    void everyRecordedNameHasARule() throws IOException {
        String rules = SourceTree.text(ROOT.resolve("ops/prometheus/recording.yml"));
        Set<String> made = new TreeSet<>();
        for (Matcher each = Pattern.compile("record: (\\S+)").matcher(rules); each.find(); ) {
            made.add(each.group(1));
        }
        assertThat(made).isNotEmpty();

        for (Path file : files()) {
            Set<String> used = new TreeSet<>();
            for (Matcher each = RECORDED.matcher(SourceTree.text(file)); each.find(); ) {
                used.add(each.group());
            }
            assertThat(made).as("%s: names that no rule records", file).containsAll(used);
        }
    }

    @Test
    void everyAlertIsTested() {
        String tests = SourceTree.text(ROOT.resolve("ops/prometheus/rules-test.yml"));
        Matcher alerts =
                Pattern.compile("- alert: (\\S+)").matcher(SourceTree.text(ROOT.resolve("ops/prometheus/alerts.yml")));

        assertThat(alerts.results().map(each -> each.group(1)))
                .isNotEmpty()
                .allMatch(alert -> Pattern.compile("alertname: " + alert + "\\s+exp_alerts:\\s+- exp_labels")
                        .matcher(tests)
                        .find());
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT.resolve("ops"))) {
            return all.filter(file -> file.toString().matches(".*\\.(json|yml)"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isKnown(String name, Set<String> known) {
        if (known.contains(name)) {
            return true;
        }
        for (String part : PARTS) {
            if (name.endsWith(part) && known.contains(name.substring(0, name.length() - part.length()))) {
                return true;
            }
        }
        return known.stream()
                .anyMatch(each -> each.endsWith("*") && name.startsWith(each.substring(0, each.length() - 1)));
    }

    /** The names of the reference: in full, after a comma with their last words alone, or as the beginning of many. */
    private static Set<String> reference() {
        Set<String> names = new TreeSet<>();
        for (String line : SourceTree.text(ROOT.resolve("docs/reference/metrics.md"))
                .lines()
                .toList()) {
            String prefix = "";
            String first = line.startsWith("|") ? line.split("\\|", 3)[1] : line;
            for (Matcher each = WORD.matcher(first); each.find(); ) {
                String word = each.group(1).replaceAll("\\{[^}]*=.*", "");
                if (word.startsWith("_")) {
                    word = prefix + word;
                } else {
                    Matcher begins =
                            Pattern.compile("evenkeel_(\\{[^}]*\\}|[a-z0-9]+)").matcher(word);
                    prefix = begins.lookingAt() ? begins.group() : "";
                }
                names.addAll(expanded(word));
            }
        }
        return names;
    }

    private static List<String> expanded(String word) {
        Matcher choice = Pattern.compile("\\{([a-z,]+)\\}").matcher(word);
        if (!choice.find()) {
            return List.of(word);
        }
        return Stream.of(choice.group(1).split(","))
                .map(each -> choice.replaceFirst(each))
                .toList();
    }
}
