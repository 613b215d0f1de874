// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Decision.Candidate;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionRowTest {

    private static Candidate candidate(String name, boolean eligible, double score) {
        return new Candidate(
                name, eligible ? NodeState.UP : NodeState.DOWN, eligible, 0, 0, 1, score, -1, 0, Map.of(), "");
    }

    private static String scores(int all) {
        List<Candidate> candidates = IntStream.range(0, all)
                .mapToObj(number -> candidate("n" + number, number % 2 == 1, 1000 - number))
                .toList();
        return new DecisionRow(new Decision(1, "headroom", 0, "n1", "", "", candidates)).scores();
    }

    @Test
    void namesAllOfFewNodesInTheirOrder() {
        assertThat(scores(3)).isEqualTo("n0 down · n1 999 · n2 down");
    }

    @Test
    void namesTheBestOfManyNodes() {
        assertThat(scores(600)).isEqualTo("n599 401 · n597 403 · n595 405 · and 597 more");
    }

    @Test
    void namesThoseThatCouldTakeTheTaskBeforeOthers() {
        List<Candidate> candidates = IntStream.range(0, 9)
                .mapToObj(number -> candidate("n" + number, number == 5, number))
                .toList();

        assertThat(new DecisionRow(new Decision(1, "headroom", 0, "n5", "", "", candidates)).scores())
                .isEqualTo("n5 5 · n0 down · n1 down · and 6 more");
    }
}
