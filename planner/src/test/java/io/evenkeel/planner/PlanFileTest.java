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
        NodeKind kind = new Demand(100.0, 8.0, 2, 80.0, 10, null, null, null, null).kind("n", 1);
        assertThat(kind.otherMs()).isCloseTo(12, within(1e-9));
        assertThat(new Demand(100.0, null, 2, 80.0, 10, null, null, null, null)
                        .kind("n", 1)
                        .cpuMs())
                .isCloseTo(20, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes: []                                     | nodes is a list",
                "node: []                                      | node is not known here; there are arrival-variation, nodes",
                "nodes: [{cpu: 8}]                             | nodes[0].cpu is not known here",
                "nodes: [{cpu-ms: fast}]                       | nodes[0].cpu-ms is a number, not 'fast'",
                "nodes: [{cpu-ms: 8, cores: 1.5}]              | nodes[0].cores is a whole number",
                "nodes: [{cpu-ms: 8, cores: 0}]                | cores must be 1 or more, not 0",
                "nodes: [{cores: 2}]                           | nodes[0]: what does a request need",
                "nodes: [{cpu-ms: 8, jdbc: 10}]                | jdbc-ms",
                "nodes: [{cpu-ms: 8, queue: 10}]               | workers",
                "nodes: [{service-ms: 8, jdbc-ms: 10}]         | cannot be below",
                "nodes: [{other-ms: 8}]                        | nothing bounds the node",
                "nodes: [{name: a, cpu-ms: 8}, {name: a, cpu-ms: 9}] | nodes[1].name",
                "nodes: [{cpu-ms: 8, cpu-ms: 9}]               | duplicate key cpu-ms",
                "nodes: [                                      | is not YAML",
                "arrival-variation: -1                         | nodes is a list"
            })
    void namesThePlaceOfAnError(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(PlanException.class).hasMessageContaining(message);
    }
}
