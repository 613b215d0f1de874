// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleAgesTest {

    private final SampleAges ages = new SampleAges();

    private void look(String node, long... agesMs) {
        for (long ageMs : agesMs) {
            ages.look(List.of(
                    new Decision.Candidate(node, NodeState.UP, true, 0, 0, 1, Double.NaN, ageMs, 0, Map.of(), "")));
        }
    }

    @Test
    void tellsTheAgeOfTheMiddleLook() {
        look("a", 900, 10, 30);
        look("b", 40, 20, 40, 10);
        assertThat(ages.medianMs("a")).isEqualTo(30);
        assertThat(ages.medianMs("b")).isEqualTo(20);
    }

    @Test
    void countsLooksWithASampleOnly() {
        look("a", -1, -1, -1, 70);
        look("b", -1);
        assertThat(ages.medianMs("a")).isEqualTo(70);
        assertThat(ages.medianMs("b")).isNull();
        assertThat(ages.medianMs("never heard of")).isNull();
    }
}
