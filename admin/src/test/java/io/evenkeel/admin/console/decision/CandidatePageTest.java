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

class CandidatePageTest {

    /** Node {@code i} has score {@code all - i}; every tenth drains, and the last has no score. */
    private static DecisionRow row(int all, String chosen, String other) {
        List<Candidate> candidates = IntStream.range(0, all)
                .mapToObj(i -> new Candidate(
                        "n" + i,
                        i % 10 == 0 ? NodeState.DRAIN : NodeState.UP,
                        i % 10 != 0,
                        0,
                        0,
                        1,
                        i == all - 1 ? Double.NaN : all - i,
                        -1,
                        0,
                        Map.of(),
                        ""))
                .toList();
        return new DecisionRow(new Decision(1, "headroom", 0, chosen, "", "", candidates), other, "n7", List.of());
    }

    @Test
    void fewAreAllShownInTheirOwnOrder() {
        CandidatePage page = CandidatePage.of(row(100, "n50", "least-connections"), 60);
        assertThat(page.numbers()).isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(page.isPart()).isFalse();
    }

    @Test
    void ofManyTheChosenAndTheOtherPolicysAreFirstThenTheBest() {
        CandidatePage page = CandidatePage.of(row(1000, "n50", "least-connections"), 0);
        assertThat(page.numbers()).hasSize(100).startsWith(50, 7, 998, 997, 996, 995, 994, 993, 992, 991, 989);
        assertThat(page.isPart()).isTrue();
        assertThat(page.to()).isEqualTo(100);
        assertThat(CandidatePage.of(row(1000, "n50", ""), 0).numbers())
                .as("no other policy was asked")
                .startsWith(50, 998, 997);
    }

    @Test
    void thoseWithoutAScoreAndThoseThatCouldNotTakeItAreLast() {
        CandidatePage page = CandidatePage.of(row(1000, "n50", ""), 900);
        assertThat(page.from()).isEqualTo(900);
        assertThat(page.numbers())
                .as("900 could take it, one drains and was chosen all the same")
                .startsWith(999, 990, 980)
                .endsWith(10, 0);
        assertThat(CandidatePage.of(row(1000, "n50", ""), 123_456)).isEqualTo(page);
    }

    @Test
    void everyNodeIsOnOnePage() {
        DecisionRow row = row(250, "n50", "least-connections");
        assertThat(IntStream.of(0, 100, 200)
                        .mapToObj(from -> CandidatePage.of(row, from).numbers())
                        .flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 250).boxed().toList());
        assertThat(CandidatePage.of(row, 200).to()).isEqualTo(250);
    }
}
