// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanFileTest {

    @TempDir
    Path folder;

    private Fleet read(String text) throws IOException {
        return PlanFile.read(Files.writeString(folder.resolve("plan.yaml"), text));
    }

    @Test
    void readsKindsOfNodes() throws IOException {
        Fleet fleet = read("""
                arrival-variation: 1.5
                nodes:
                  - {name: big, count: 2, cpu-ms: 8, cores: 4, jdbc-ms: 80, jdbc: 20, workers: 24, queue: 24, variation: 0.5}
                  - {service-ms: 9.6}
                """);
        assertThat(fleet.nodes()).isEqualTo(3);
        assertThat(fleet.arrivalVariation()).isEqualTo(1.5);
        assertThat(fleet.kinds().get(0).room()).isEqualTo(48);
        assertThat(fleet.kinds().get(1).name()).isEqualTo("node2");
        assertThat(fleet.kinds().get(1).capacityPerSecond()).isCloseTo(1000 / 9.6, within(1e-9));
    }

    /** The rest of the service time is neither processor nor JDBC. */
    @Test
    void theServiceTimeIsAllOfIt() {
        NodeKind kind = new GivenFigures(100.0, 8.0, 2, 80.0, 10, null, null, null, null).kind("n", 1);
        assertThat(kind.otherMs()).isCloseTo(12, within(1e-9));
        assertThat(new GivenFigures(100.0, null, 2, 80.0, 10, null, null, null, null)
                        .kind("n", 1)
                        .cpuMs())
                .isCloseTo(20, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes: []                               | 1:8  | a plan needs 'nodes', a list with at least one entry",
                "arrival-variation: 2                    | 1:1  | a plan needs 'nodes', a list with at least one entry",
                "node: []                                | 1:1  | unknown key 'node'",
                "nodes: [{cpu: 8}]                       | 1:10 | unknown key 'cpu'",
                "nodes: [{cpu-ms: fast}]                 | 1:18 | 'cpu-ms' must be a number",
                "nodes: [{cpu-ms: 8, cores: 1.5}]        | 1:28 | 'cores' must be a whole number",
                "nodes: [{cpu-ms: 8, cores: 0}]          | 1:28 | cores must be 1 or more, not 0",
                "nodes: [{cpu-ms: 8, count: 0}]          | 1:28 | count must be 1 or more, not 0",
                "nodes: [{cores: 2}]                     | 1:9  | what does a request need",
                "nodes: [{cpu-ms: 8, jdbc: 10}]          | 1:27 | say with jdbc-ms how long a request holds one",
                "nodes: [{cpu-ms: 8, queue: 10}]         | 1:28 | say with workers how many there are",
                "nodes: [{service-ms: 8, jdbc-ms: 10}]   | 1:22 | cannot be below",
                "nodes: [{other-ms: 8}]                  | 1:9  | nothing bounds the node",
                "nodes: [{name: a, cpu-ms: 8}, {name: a, cpu-ms: 9}] | 1:38 | there is another kind of nodes 'a' above",
                "nodes: [{cpu-ms: 8, cpu-ms: 9}]         | 1:21 | key 'cpu-ms' is given twice",
                "nodes: [                                | 1:9  | not valid YAML",
                "{nodes: [{cpu-ms: 8}], arrival-variation: -1} | 1:43 | arrival"
            })
    void namesThePlaceOfAnError(String text, String place, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("plan.yaml:" + place + "\n")
                .hasMessageContaining(message);
    }
}
