// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The rules of paper 1, appendix A.2.1, and of the work it quotes, on nodes A, B, C with thresholds 25 and 65 and 20 s.
 */
class LardPolicyTest {

    private final Trial trial = new Trial("lard", 3);

    private void load(int a, int b, int c) {
        trial.nodes.inFlight(0, a).inFlight(1, b).inFlight(2, c);
    }

    private String ask(long path) {
        trial.task.asking(path);
        return trial.choices(1);
    }

    @Test
    void aNewPathGoesToTheLeastLoadedNode() {
        load(5, 3, 4);

        assertThat(ask(1)).isEqualTo("B");
        assertThat(trial.why(1)).contains("no node that may take it has served this path");
    }

    @Test
    void laterRequestsForThePathGoThereThoughOthersHaveLess() {
        load(5, 3, 4);
        ask(1);
        load(0, 60, 0);

        assertThat(ask(1)).isEqualTo("B");
        assertThat(trial.why(1)).isEqualTo("the least loaded node that has served this path");
        assertThat(trial.reason(0)).isEqualTo("has not served this path lately");
    }

    /** Above 65 while another has less than 25: that one joins, and the less loaded of the two is chosen. */
    @Test
    void aNodeWithTooMuchToDoIsHelpedByOneWithLittle() {
        load(5, 3, 4);
        ask(1);

        load(25, 66, 26);
        assertThat(ask(1)).as("none has less than 25").isEqualTo("B");
        load(24, 65, 26);
        assertThat(ask(1)).as("65 is not too much").isEqualTo("B");
        load(24, 66, 26);
        assertThat(ask(1)).isEqualTo("A");
        assertThat(trial.why(0)).contains("too many tasks");

        load(30, 29, 0);
        assertThat(ask(1)).as("of A and B").isEqualTo("B");
        load(29, 30, 0);
        assertThat(ask(1)).as("of A and B").isEqualTo("A");
    }

    @Test
    void atTwiceTheThresholdAnyOtherHelps() {
        load(5, 3, 4);
        ask(1);

        load(100, 129, 101);
        assertThat(ask(1)).isEqualTo("B");
        load(100, 130, 101);
        assertThat(ask(1)).isEqualTo("A");
    }

    /** Unchanged for longer than 20 s, the set loses its most loaded node. */
    @Test
    void aSetThatRestsShrinks() {
        load(5, 3, 4);
        ask(1);
        load(0, 66, 1);
        ask(1);

        trial.at(20_000);
        load(3, 4, 0);
        assertThat(ask(1)).isEqualTo("A");
        trial.at(20_001);
        assertThat(ask(1)).as("B leaves").isEqualTo("A");
        load(9, 0, 0);
        assertThat(ask(1)).as("B is not of the set").isEqualTo("A");
    }

    @Test
    void theLastNodeOfASetStays() {
        load(5, 3, 4);
        ask(1);
        load(0, 9, 0);

        trial.at(60_000);
        assertThat(ask(1) + ask(1)).isEqualTo("BB");
    }

    @Test
    void aPathWhoseNodesAreAwayIsNewAndTheyKeepIt() {
        load(5, 3, 4);
        ask(1);
        trial.nodes.eligible(1, false);
        assertThat(ask(1)).isEqualTo("C");

        trial.nodes.eligible(1, true);
        load(0, 3, 4);
        assertThat(ask(1)).isEqualTo("B");
    }

    @Test
    void aNodeThatJoinsHasServedNothing() {
        load(5, 3, 4);
        ask(1);
        trial.nodes.leave(1);
        trial.policy.onLeave(1, trial.nodes, 0);
        trial.nodes.join(1);
        trial.policy.onJoin(1, trial.nodes, 0);
        load(1, 2, 3);

        assertThat(ask(1)).isEqualTo("A");
    }

    /** Eight places for each group of paths: with 8 in all, a ninth path takes the place of the first. */
    @Test
    void thePathWantedLongestAgoIsForgotten() {
        Trial small = new Trial("lard", 3, Map.of("paths", 8.0));
        small.nodes.inFlight(0, 0).inFlight(1, 1).inFlight(2, 1);
        for (long path = 1; path <= 9; path++) {
            small.task.asking(path);
            assertThat(small.choose()).isZero();
        }
        small.nodes.inFlight(0, 2);

        small.task.asking(2);
        assertThat(small.choose()).as("known").isZero();
        small.task.asking(1);
        assertThat(small.choose()).as("forgotten").isNotZero();
    }

    @Test
    void aWarmerNodeAndOneOfMoreWeightHaveLessLoad() {
        trial.nodes.weight(0, 2).warmShare(2, 0.5);
        load(7, 4, 2);

        assertThat(ask(1)).isEqualTo("A");
    }

    @Test
    void otherThresholdsKeepWhatWasLearned() {
        load(5, 3, 4);
        ask(1);
        Trial next = new Trial("lard", 3, Map.of("high", 10.0));

        assertThat(next.policy.inherits(trial.policy)).isTrue();
        next.task.asking(1);
        assertThat(next.choose()).isEqualTo(1);
        assertThat(new Trial("lard", 3, Map.of("paths", 8.0)).policy.inherits(trial.policy))
                .isFalse();
    }

    @Test
    void unknownPathsGoToTheLeastLoadedNode() {
        load(5, 3, 4);

        assertThat(ask(0)).isEqualTo("B");
    }
}
