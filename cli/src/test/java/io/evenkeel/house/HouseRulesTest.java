// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of CONTRIBUTING.md that a machine can check, over every file of the source tree. */
final class HouseRulesTest {

    private static final int MOST_LINES = 400;
    private static final int MOST_COLUMNS = 120;
    private static final int MOST_FILES = 15;
    private static final int LEAST_PACKAGE_WORDS = 12;

    private static final String LICENCE = "// SPDX-License-Identifier: Apache-2.0\n";

    /** The engine's transport is the one that the setting names; an admitted client of a listener is a guest, too. */
    private static final Set<String> TWICE = Set.of("EngineSettings.Transport", "Admission.Guest");

    /** Names of nested types that are natural more than once: each is that of the type around it, and read with it. */
    private static final Set<String> NATURAL = Set.of("Kind", "Mode");

    private static final Pattern NESTED =
            Pattern.compile("^ +\\b(?!private )[a-z -]*\\b(?:class|interface|enum|record) (\\w+)", Pattern.MULTILINE);

    private static final SourceTree TREE = SourceTree.ofThisBuild();

    @Test
    void theTreeIsSeen() {
        assertThat(TREE.mainJava()).hasSizeGreaterThan(50);
        assertThat(TREE.testJava()).isNotEmpty();
    }

    @Test
    void javaFilesBeginWithTheLicence() {
        assertThat(breaking(TREE.java(), file -> !SourceTree.text(file).startsWith(LICENCE)))
                .isEmpty();
    }

    @Test
    void mainFilesEndAt400Lines() {
        assertThat(breaking(
                        TREE.mainJava(), file -> SourceTree.text(file).lines().count() > MOST_LINES))
                .isEmpty();
    }

    @Test
    void noSimpleNameStandsForTwoTypes() {
        Map<String, List<String>> places = product().stream()
                .map(HouseRulesTest::shown)
                .collect(Collectors.groupingBy(
                        file -> file.substring(file.lastIndexOf('/') + 1), TreeMap::new, Collectors.toList()));
        places.values().removeIf(files -> files.size() == 1);

        assertThat(places).isEmpty();
    }

    /** A name that is searched for is one concept; private details of a class are no concepts. */
    @Test
    void noNestedTypeHasTheNameOfAFile() {
        List<Path> files = product();
        Set<String> names = files.stream().map(HouseRulesTest::simpleName).collect(Collectors.toSet());

        assertThat(files.stream()
                        .flatMap(file -> NESTED.matcher(SourceTree.text(file))
                                .results()
                                .filter(type -> names.contains(type.group(1)))
                                .map(type -> simpleName(file) + "." + type.group(1)))
                        .filter(type -> !TWICE.contains(type)))
                .isEmpty();
    }

    @Test
    void noTwoNestedTypesShareAName() {
        Map<String, List<String>> places = product().stream()
                .flatMap(file ->
                        NESTED.matcher(SourceTree.text(file)).results().map(type -> Map.entry(type.group(1), file)))
                .filter(type -> !NATURAL.contains(type.getKey()))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey,
                        TreeMap::new,
                        Collectors.mapping(type -> simpleName(type.getValue()), Collectors.toList())));
        places.values().removeIf(files -> files.size() == 1);

        assertThat(places).isEmpty();
    }

    /** The agent's classes for javax and jakarta are the same ones, and examples are programs of their own. */
    private static List<Path> product() {
        return TREE.mainJava().stream()
                .filter(file ->
                        !shown(file).startsWith("examples/") && !shown(file).contains("/javax/"))
                .filter(file -> !file.endsWith("package-info.java"))
                .toList();
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    /** Records and enums are not counted: a page of data says no more than a list of fields. */
    @Test
    void packagesHoldAtMost15FilesThatDoSomething() {
        Pattern data = Pattern.compile("^public (record|enum) |^(record|enum) ", Pattern.MULTILINE);

        Map<String, Long> crowded = TREE.mainJava().stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .filter(file -> !isListOfPolicies(file))
                .filter(file -> !data.matcher(SourceTree.text(file)).find())
                .collect(Collectors.groupingBy(file -> shown(file.getParent()), TreeMap::new, Collectors.counting()));
        crowded.values().removeIf(count -> count <= MOST_FILES);

        assertThat(crowded).isEmpty();
    }

    /** Examples are the code of a user, who need not keep these rules. */
    @Test
    void packagesSayWhatTheyAreFor() {
        List<Path> packages =
                TREE.mainJava().stream().map(Path::getParent).distinct().toList();

        assertThat(breaking(
                        packages,
                        folder -> !shown(folder).startsWith("examples/")
                                && !explainsItself(folder.resolve("package-info.java"))))
                .isEmpty();
    }

    @Test
    void namesSayWhatAThingDoes() {
        Pattern empty = Pattern.compile("(Util|Utils|Helper|Manager|Impl|Base|Common)(?![a-z])");

        assertThat(breaking(
                        TREE.java(),
                        file -> empty.matcher(file.getFileName().toString()).find()))
                .isEmpty();
    }

    /** A question word stands for a noun that the reader has to guess. */
    @Test
    void javadocsDoNotBeginWithAQuestionWord() {
        Pattern question = Pattern.compile(
                "/[*][*]\\s*([*] )?\\s*(What|Who|Whose|Whom|Whether|How|Where|When|Why|Which|Whence)\\b");

        assertThat(breaking(
                        TREE.java(),
                        file -> question.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** A pronoun or an adverb in front hides the noun, too: the reader has to look for what "it" is. */
    @Test
    void javadocsBeginWithTheNounOrAVerb() {
        Pattern hidden = Pattern.compile("/[*][*]\\s*([*] )?\\s*(It|As|Every|Nothing|For|There|From|By|This|With)\\b");

        assertThat(breaking(
                        TREE.mainJava(),
                        file -> hidden.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** Words that a reader whose first language is another one has to look up, although plain ones say the same. */
    @Test
    void wordsArePlain() {
        Pattern rare = Pattern.compile("\\b(ane[w]|whoeve[r]|whenc[e]|deares[t]|deare[r]|in vai[n])\\b");

        assertThat(breaking(
                        TREE.files(),
                        file -> !file.endsWith(".git-blame-ignore-revs")
                                && rare.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** The formatter leaves comments alone. */
    @Test
    void commentsEndAtColumn120() {
        assertThat(breaking(
                        TREE.java(),
                        file -> SourceTree.text(file)
                                .lines()
                                .anyMatch(line -> line.length() > MOST_COLUMNS && isComment(line.strip()))))
                .isEmpty();
    }

    private static boolean isComment(String line) {
        return line.startsWith("*") || line.startsWith("/*") || line.startsWith("//");
    }

    @Test
    void nothingIsLeftForLater() {
        Pattern later = Pattern.compile("\\b(TO[D]O|FIX[M]E)\\b");

        assertThat(breaking(
                        TREE.files(),
                        file -> later.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    @Test
    void noFileKnowsTheMachineItWasWrittenOn() {
        Pattern machine = Pattern.compile("[/]root/|[/]tmp/wt|[/]work/(main|shared)|[/]home/[a-z]+/");

        assertThat(breaking(
                        TREE.files(),
                        file -> machine.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    @Test
    void everyTestIsRunByTheBuild() {
        Pattern test = Pattern.compile("^ +@(Parameterized|Repeated)?Test(Factory)?\\b", Pattern.MULTILINE);
        Pattern runnable = Pattern.compile("(Test|IT|Contract|Benchmark)\\.java$");

        assertThat(breaking(
                        TREE.testJava(),
                        file -> test.matcher(SourceTree.text(file)).find()
                                && !runnable.matcher(file.toString()).find()))
                .isEmpty();
    }

    @Test
    void unitTestsDoNotSleep() {
        Pattern sleep = Pattern.compile("\\bThread\\.sle[e]p\\b|\\bTimeUnit\\.[A-Z]+\\.sle[e]p\\b|\\bparkNano[s]\\b");

        assertThat(breaking(
                        TREE.testJava(),
                        file -> file.toString().endsWith("Test.java")
                                && sleep.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** A latch that nobody opens is a sleep in disguise. */
    @Test
    void nobodyWaitsForALatchThatNobodyOpens() {
        Pattern latch = Pattern.compile("new CountDownLatc[h][(][0-9]+[)]\\s*[.]await[(]");

        assertThat(breaking(
                        TREE.testJava(),
                        file -> latch.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** The kit knows how long and how often to wait: an effect is awaited, and only a peer's pace is a time. */
    @Test
    void testsOfTheDispatcherWaitByTheKit() {
        Pattern wait = Pattern.compile("\\bThread\\.sle[e]p\\b|\\bTimeUnit\\.[A-Z]+\\.sle[e]p\\b|\\bparkNano[s]\\b");

        assertThat(breaking(
                        TREE.testJava(),
                        file -> shown(file).startsWith("dispatcher/")
                                && !shown(file).endsWith("/kit/Until.java")
                                && wait.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** A branch that is never taken would prove nothing, in silence. Targets of a fuzzer must follow any input. */
    @Test
    void testsAssertUnderNoCondition() {
        assertThat(breaking(
                        TREE.testJava(),
                        file -> file.toString().matches(".*(Test|IT)[.]java")
                                && ConditionalAssertions.isIn(SourceTree.text(file))))
                .isEmpty();
    }

    @Test
    void testsExpectOneStatus() {
        Pattern several = Pattern.compile("status[A-Za-z]*[(][)][^;]*[.](isIn|isNotIn|isBetween)[(]");

        assertThat(breaking(
                        TREE.testJava(),
                        file -> several.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    /** A test that would need one is tagged, with a note of its owner; there is to be none. */
    @Test
    void noTestHasASecondTry() {
        Pattern again = Pattern.compile("rerunFailing[T]ests|@Retryin[g]Test|@Tag[(]\"flak[y]\"[)]");

        assertThat(breaking(
                        TREE.files(),
                        file -> again.matcher(SourceTree.text(file)).find()))
                .isEmpty();
    }

    private static boolean isListOfPolicies(Path file) {
        return shown(file.getParent()).endsWith("policy/builtin");
    }

    private static boolean explainsItself(Path packageInfo) {
        if (!Files.exists(packageInfo)) {
            return false;
        }
        String text = SourceTree.text(packageInfo);
        Matcher comment = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL).matcher(text);
        return text.contains("@NullMarked")
                && comment.find()
                && comment.group(1).split("\\s+").length >= LEAST_PACKAGE_WORDS;
    }

    private static List<String> breaking(List<Path> files, Predicate<Path> broken) {
        return files.stream().filter(broken).map(HouseRulesTest::shown).sorted().toList();
    }

    private static String shown(Path file) {
        return TREE.root().relativize(file).toString();
    }
}
