// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimCommandTest {

    private static final String FILE = """
            name: mine
            what: a small cluster for a few seconds
            servers: {name: small, count: 2, workers: 4, queue: 4}
            work: {cpu: exponential(5ms)}
            load: {users: 6}
            measure: {for: 5s}
            policies: [round-robin, least-connections]
            """;

    @TempDir
    private Path folder;

    private String mine = "";

    @BeforeEach
    void aFileOfOnesOwn() throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, FILE);
        mine = file.toString();
    }

    @Test
    void theScenariosOfTheSurfaceAreListed() {
        CommandLineRun run = CommandLineRun.of("sim", "list", "-o", "csv");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines().skip(1).map(line -> line.split(",", -1)[0]))
                .contains(
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
                        "fleet",
                        "black-hole",
                        "overload");
    }

    @Test
    void whatIsShownCanBeRun() throws IOException {
        CommandLineRun shown = CommandLineRun.of("sim", "show", "broker-equal");
        Path copy = folder.resolve("copy.yaml");
        Files.writeString(copy, shown.out().replace("for: 5m", "for: 1s").replace("warm-up: 30s", "warm-up: 0s"));
        CommandLineRun run =
                CommandLineRun.of("sim", "run", copy.toString(), "--policy", "random", "--seeds", "1", "-o", "csv");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.out().lines()).hasSize(2);
    }

    @Test
    void jsonHasTheKeysOfTheSurfaceFirst() {
        CommandLineRun run = CommandLineRun.of(
                "sim", "run", mine, "--policy", "random", "--policy", "headroom", "--seeds", "2", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        JsonNode cells = JsonMapper.shared().readTree(run.out());
        assertThat(cells).hasSize(2);
        List<String> keys = new ArrayList<>(cells.get(0).propertyNames());
        assertThat(keys.subList(0, 10))
                .containsExactly(
                        "scenario",
                        "users",
                        "policy",
                        "failureShare",
                        "throughputPerSecond",
                        "meanMs",
                        "p50Ms",
                        "p99Ms",
                        "oracleThroughputPerSecond",
                        "oracleP99Ms");
        JsonNode cell = cells.get(1);
        assertThat(cell.get("scenario").asString()).isEqualTo("mine");
        assertThat(cell.get("users").asInt()).isEqualTo(6);
        assertThat(cell.get("policy").asString()).isEqualTo("headroom");
        assertThat(cell.get("throughputPerSecond").asDouble()).isPositive();
        assertThat(cell.get("oracleP99Ms").asDouble()).isPositive();
    }

    @Test
    void theSameSeedGivesTheSameBytesWhateverTheThreads() {
        String one = CommandLineRun.of(
                        "sim", "run", mine, "--seeds", "3", "--seed", "9", "--threads", "1", "-o", "json")
                .out();
        assertThat(CommandLineRun.of("sim", "run", mine, "--seeds", "3", "--seed", "9", "--threads", "3", "-o", "json")
                        .out())
                .isEqualTo(one);
        assertThat(CommandLineRun.of("sim", "run", mine, "--seeds", "3", "--seed", "10", "-o", "json")
                        .out())
                .isNotEqualTo(one);
    }

    @Test
    void policiesMayBeWrittenInAnyUsualWay() {
        for (String words : List.of(
                "--policy random --policy headroom FILE",
                "--policy random,headroom FILE",
                "FILE --policy random headroom",
                "--policy random headroom FILE")) {
            List<String> args = new ArrayList<>(List.of("sim", "run", "--seeds", "1", "-o", "csv"));
            args.addAll(List.of(words.replace("FILE", mine).split(" ", -1)));
            CommandLineRun run = CommandLineRun.of(args.toArray(String[]::new));
            assertThat(run.out().lines().skip(1).map(line -> line.split(",", -1)[2]))
                    .as(words)
                    .containsExactly("random", "headroom");
        }
    }

    @Test
    void moreThanOneNumberOfUsersGivesACellForEach() {
        CommandLineRun run = CommandLineRun.of(
                "sim", "run", mine, "--users", "2,4", "--policy", "random", "--seeds", "1", "-o", "csv");
        assertThat(run.out().lines().skip(1).map(line -> line.split(",", -1)[1]))
                .containsExactly("2", "4");
    }

    @Test
    void aMissedGoalEndsWith99AndIsSaid() throws IOException {
        Path goals = folder.resolve("goals.yaml");
        Files.writeString(goals, "mi*: {random: {failures: 0, throughput: 200%}}");
        CommandLineRun run = CommandLineRun.of(
                "sim", "run", mine, "--policy", "random", "--seeds", "1", "--expect", goals.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(run.out())
                .contains("held    mine with 6 users: random's failures are 0 %, at most 0 %")
                .containsPattern(
                        "MISSED  mine with 6 users: random's throughput is .* of the oracle's, at least 200 %");
        CommandLineRun other = CommandLineRun.of(
                "sim", "run", mine, "--policy", "headroom", "--seeds", "1", "--expect", goals.toString());
        assertThat(other.exitCode()).as("no goal is about headroom").isEqualTo(ExitCode.OK);
    }

    @Test
    void theFolderHasWhatScriptsAndPagesNeed() {
        Path out = folder.resolve("out");
        CommandLineRun run =
                CommandLineRun.of("sim", "run", mine, "--seeds", "2", "--out", out.toString(), "-o", "json");
        assertThat(out.resolve("cells.json")).hasContent(run.out());
        assertThat(out.resolve("cells.csv")).content().startsWith("scenario,users,policy,failureShare,");
        assertThat(out.resolve("table.md"))
                .content()
                .startsWith("| scenario | users | policy | failed % | requests/s |");
    }

    @Test
    void aTraceTellsWhatEachServerAnsweredInTime() {
        Path trace = folder.resolve("trace.csv");
        CommandLineRun.of(
                "sim", "run", mine, "--policy", "random", "--seeds", "1", "--users", "1", "--trace", trace.toString());
        assertThat(trace)
                .content()
                .startsWith("scenario,users,policy,seed,second,server,answered,failed\r\nmine,1,random,1,0,small1,");
        // one user who needs 5 ms for a request, in two servers: some 200 in a second, of which small1 has about half
        assertThat(trace).content().containsPattern("mine,1,random,1,3,all,(1[5-9]|2[0-4])[0-9],0\r\n");
    }

    /**
     * Words of a file can be misspelt like those on the command line, and a goal about an unknown policy would always
     * hold.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            policies: [headrom]                 | scenario 'mine': there is no policy 'headrom'; there are:
            policies: []                        | scenario 'mine' names no policies; give some, or add 'policies:
            goals: {headrom: {failures: 0}}     | scenario 'mine': there is no policy 'headrom'; there are:
            weighted: [weighted-robin]          | scenario 'mine': there is no policy 'weighted-robin'; there are:
            """)
    void policiesThatAFileMisspellsAreRefused(String line, String message) throws IOException {
        String key = line.substring(0, line.indexOf(':') + 1);
        Path file = folder.resolve("wrong.yaml");
        String kept = FILE.lines().filter(each -> !each.startsWith(key)).collect(Collectors.joining("\n"));
        Files.writeString(file, kept + "\n" + line + "\n");
        CommandLineRun run = CommandLineRun.of("sim", "run", file.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message);
    }

    @Test
    void aFileInAnotherEncodingIsRefusedWithThePlace() throws IOException {
        Path file = folder.resolve("latin.yaml");
        Files.writeString(file, FILE.replace("a small", "a café's"), StandardCharsets.ISO_8859_1);
        for (String[] line :
                new String[][] {{"sim", "run", file.toString()}, {"sim", "run", mine, "--expect", file.toString()}}) {
            CommandLineRun run = CommandLineRun.of(line);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err())
                    .isEqualTo(
                            "evenkeel: " + file
                                    + ": line 2, column 12 is not UTF-8, which begins with the byte 0xE9; save the file as UTF-8\n");
        }
    }

    @Test
    void aTraceThatCannotBeWrittenIsNamed() {
        String nowhere = folder.resolve("no/where.csv").toString();
        CommandLineRun run = CommandLineRun.of("sim", "run", mine, "--seeds", "1", "--trace", nowhere);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("cannot write " + nowhere + ": there is no folder for it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | sim                                         | Which command? There are: list, show, run
            2 | sim run                                     | Which scenario? There are: jqostd-baseline,
            2 | sim run fleets                              | there is no scenario 'fleets'; there are: jqostd-baseline,
            2 | sim show fleets                             | there is no scenario 'fleets'; there are: jqostd-baseline,
            1 | sim run ./missing.yaml                      | ./missing.yaml: there is no such file
            2 | sim run fleet --policy best                 | there is no policy 'best'; there are: adaptive,
            2 | sim run fleet --policy headroom{x=1}        | policy 'headroom' has no parameter 'x'; it has
            2 | sim run fleet --users 5                     | scenario 'fleet' has no users: its load is open
            2 | sim run jqostd-all --users 0                | 'users' is from 1 to 1000000, was 0
            2 | sim run fleet --seeds 0                     | --seeds takes 1 to 10000
            2 | sim run fleet --policy ,                    | --policy names none; leave it out
            1 | sim run fleet --out /dev/null               | cannot write /dev/null: a file is in its place
            1 | sim run fleet --expect missing.yaml         | missing.yaml: there is no such file
            """)
    void whatMakesNoSenseIsRefusedBeforeAnythingRuns(int exitCode, String line, String message) {
        CommandLineRun run = CommandLineRun.of(line.split(" +"));
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.err()).contains(message);
    }
}
