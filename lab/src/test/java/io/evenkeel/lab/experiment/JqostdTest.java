// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.lab.server.Capacity;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JqostdTest {

    @Test
    void capacitiesAreThoseOfTable9() {
        assertThat(Jqostd.scenarios())
                .extracting(scenario -> scenario.nodes().get(2).capacity())
                .containsExactly(
                        new Capacity(512, 12, 12, 10),
                        new Capacity(256, 12, 12, 10),
                        new Capacity(512, 6, 12, 10),
                        new Capacity(512, 12, 12, 5),
                        new Capacity(256, 6, 12, 5));
        assertThat(Jqostd.scenarios())
                .allSatisfy(scenario -> assertThat(scenario.nodes().subList(0, 2))
                        .extracting(node -> node.capacity())
                        .containsOnly(new Capacity(512, 12, 12, 10)));
    }

    @Test
    void publishedFiguresAreThoseOfTables10To14() {
        assertThat(Jqostd.published()).hasSize(9 * 5);
        assertThat(Jqostd.published("jqostd-heap", "jqostd-v1")).isEqualTo(new Published(234_651, 792.74, 0, 27.54));
        assertThat(Jqostd.published("jqostd-all", "least-loaded"))
                .isEqualTo(new Published(201_294, 627.08, 2232, 60.39));
        assertThat(Jqostd.published("jqostd-all", "headroom")).isNull();
    }

    @Test
    void scenariosAreCalledByEitherName() {
        Scenario heap = Jqostd.scenarios().get(1);
        assertThat(heap.isCalled("heap")).isTrue();
        assertThat(heap.isCalled("jqostd-heap")).isTrue();
        assertThat(heap.isCalled("jqostd")).isFalse();
    }

    @Test
    void noPolicyIsAlwaysFirst() {
        ExperimentPlan plan = new ExperimentPlan(Jqostd.scenarios(), List.of("a", "b", "c"), 30, Pace.QUICK, 3, 1);
        assertThat(plan.order(0)).containsExactly("a", "b", "c");
        assertThat(plan.order(1)).containsExactly("b", "c", "a");
        Set<String> first =
                List.of(0, 1, 2).stream().map(i -> plan.order(i).get(0)).collect(Collectors.toSet());
        assertThat(first).hasSize(3);
    }

    @Test
    void theFullPaceIsThePapers() {
        assertThat(Pace.FULL.ramp().arrival(29)).hasSeconds(90);
        assertThat(Pace.FULL.hold()).hasSeconds(120);
    }
}
