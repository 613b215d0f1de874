// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {

    @TempDir
    Path folder;

    private static CommandLineRun plan(String line) {
        return CommandLineRun.of(("plan " + line).split(" +"));
    }

    private static JsonNode json(String line) {
        CommandLineRun run = plan(line + " -o json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    private static JsonNode first(JsonNode rows, String question) {
        for (JsonNode row : rows) {
            if (row.path("question").asString("").equals(question)) {
                return row;
            }
        }
        throw new AssertionError("no " + question + " in " + rows);
    }

    @Test
    void saysHowManyServersARateNeeds() {
        CommandLineRun run = plan("--service-ms 9.6 --rate 300/s --p95 50ms");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("p95<50ms at 300/s: 4 nodes (M/M/4). Without any balancing it would be 7 (M/M/1^7).")
                .contains("The bottleneck of 'node' is cpu");
    }

    @Test
    void saysTheHighestRateWithinALimit() {
        JsonNode row = first(json("--service-ms 9.6 --servers 3 --p95 50ms"), "highest-rate");
        assertThat(row.path("ratePerSecond").asDouble(0)).isBetween(241.0, 243.0);
        assertThat(row.path("model").asString("")).isEqualTo("M/M/3");
    }

    @Test
    void saysWhatADeathBrings() {
        CommandLineRun run = plan("--service-ms 9.6 --servers 4 --rate 350/s --without 1");
        assertThat(run.out())
                .contains("Without 1 of 'node' the other 3 nodes are overloaded at 350/s: they can do 313/s");
        JsonNode row = first(json("--service-ms 9.6 --servers 4 --rate 350/s --without 1"), "without");
        assertThat(row.path("nodes").asInt(0)).isEqualTo(3);
        assertThat(row.path("meanMs").isNull()).isTrue();
        assertThat(row.path("utilizationShare").asDouble(0)).isGreaterThan(1);
    }

    /**
     * 82 % of the nodes' capacity is 80 % of the JDBC connections, because 12 workers keep at most 97.6 % of ten
     * connections taken.
     */
    @Test
    void aResourceAndItsNodesAreBusyByFiguresThatAgree() {
        String line =
                "--cpu-ms 8 --cores 2 --jdbc-ms 80 --jdbc 10 --workers 12 --queue 12 --servers 5 --rate 500/s --p95 350ms";
        assertThat(plan(line).out())
                .containsPattern("answer +pools, balanced +5 +500/s +500/s +609.9/s +82.0 %")
                .contains(
                        "jdbc: 80 ms on 10, 80 % busy at 500/s and never more than 97.6 %, because workers do not keep"
                                + " it filled; twice as much of it lifts the capacity from 610/s to 666/s.");
        JsonNode row = first(json(line), "response");
        assertThat(row.path("capacityPerSecond").asDouble(0)
                        * row.path("utilizationShare").asDouble(0))
                .isCloseTo(500, within(1.0));
        assertThat(plan("--service-ms 9.6 --servers 4 --rate 300/s").out()).doesNotContain("never more than");
    }

    @Test
    void saysWhatUsersGet() {
        JsonNode rows = json(
                "--cpu-ms 8 --cores 2 --jdbc-ms 80 --jdbc 10 --workers 12 --queue 12 --servers 3 --users 200 --think 1s");
        JsonNode row = first(rows, "users");
        assertThat(row.path("users").asInt(0)).isEqualTo(200);
        assertThat(row.path("throughputPerSecond").asDouble(0)).isBetween(180.0, 184.0);
        assertThat(first(rows, "bottleneck").path("case").asString("")).startsWith("twice the jdbc");
    }

    /** Every row of every form has its model. */
    @Test
    void everyFigureNamesItsModel() {
        JsonNode rows = json(
                "--cpu-ms 8 --cores 2 --jdbc-ms 80 --jdbc 10 --workers 12 --queue 12 --servers 3 --rate 200/s --p95 400ms"
                        + " --without 1 --variation 0.5 --users 20");
        assertThat(rows.size()).isGreaterThan(10);
        for (JsonNode row : rows) {
            assertThat(row.path("model").asString("")).isNotEmpty();
        }
    }

    @Test
    void csvHasAHeadingLine() {
        assertThat(plan("--service-ms 9.6 --servers 3 --rate 200/s -o csv").out())
                .startsWith("question,case,model,nodes,ratePerSecond,users,");
    }

    @Test
    void readsNodesFromAFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("plan.yaml"),
                "nodes: [{name: big, cpu-ms: 8, cores: 4}, {name: small, count: 2, cpu-ms: 8}]");
        CommandLineRun run = plan("-f " + file + " --rate 300/s --without 1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("without 1 of 'big'", "without 1 of 'small'", "M/M/4^1 + M/M/1^2");
    }

    @Test
    void endsWith99WhenTheExpectedDoesNotHold() {
        String nodes = "--service-ms 9.6 --servers 4 --rate 300/s ";
        assertThat(plan(nodes + "--expect p95<50ms").exitCode()).isEqualTo(ExitCode.OK);
        CommandLineRun run = plan(nodes + "--expect p95<30ms,mean<20ms");
        assertThat(run.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(run.out())
                .contains("MISSED  response: p95<30ms is 37.3 ms", "held    response: mean<20ms is 13.5 ms");
        CommandLineRun forScripts = plan(nodes + "--expect p95<30ms -o json");
        assertThat(forScripts.exitCode()).isEqualTo(ExitCode.THRESHOLD);
        assertThat(forScripts.err()).contains("MISSED");
        assertThat(JsonMapper.shared().readTree(forScripts.out()).isArray()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                                | nothing to answer: give a rate",
                "--service-ms 9.6                                | nothing to answer: give a rate",
                "--rate 300/s                                    | what does a request need",
                "--service-ms -3 --rate 30/s                     | service-ms must be 0 or more, not -3",
                "--cpu-ms -3 --rate 30/s                         | cpu-ms must be 0 or more",
                "--service-ms 9.6 --rate fast                    | 'fast' is not a rate; write 300/s",
                "--service-ms 9.6 --rate 0/s                     | a rate must be above 0",
                "--service-ms 9.6 --rate 300/s --p95 soon        | is not a time",
                "--service-ms 9.6 --rate 300/s --servers 0       | --servers must be 1 or more",
                "--service-ms 9.6 --rate 300/s --expect p95      | is not a goal; write",
                "--service-ms 9.6 --p95 50ms --servers 2 --expect p95<50ms | --expect needs a load",
                "--service-ms 9.6 --rate 300/s --model magic     | there is no model 'magic'; there are pooled",
                "--service-ms 9.6 --rate 30/s --model pools      | says nothing about these nodes",
                "--service-ms 9.6 --rate 300/s --p95 5ms         | no number of nodes keeps p95<5ms",
                "--service-ms 9.6 --servers 2 --rate 30/s --without 2 | let fewer die",
                "-f nowhere.yaml --rate 3/s                      | cannot be read: nowhere.yaml: there is no such file",
                "-f x.yaml --service-ms 3 --rate 3/s             | the nodes are in x.yaml",
                "--service-ms 9.6 --users 0                      | users must be 1 or more"
            })
    void argumentsThatMakeNoSenseSaySo(String line, String message) {
        CommandLineRun run = plan(line == null ? "" : line);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(message).contains("plan --help");
        assertThat(run.out()).isEmpty();
    }
}
