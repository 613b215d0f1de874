// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import org.junit.jupiter.api.Test;

/**
 * The rule of paper 1, appendix A.1.2: a circle for each class of requests, and the node with the shortest queue of the
 * class. Nodes A and B; request class 1 takes 1 ms and request class 2 takes 100 ms, with the same work in all.
 */
class CapPolicyTest {

    private static final int LIGHT = 1;
    private static final int HEAVY = 2;

    private final Trial trial = new Trial("cap", 2);

    CapPolicyTest() {
        learn(LIGHT, 100, 1);
        learn(HEAVY, 1, 100);
        trial.at(1_100);
        trial.run(0, Outcome.FAILED, 1);
    }

    private void learn(int requestClass, int answers, double ms) {
        trial.task.requestClass(requestClass);
        for (int i = 0; i < answers; i++) {
            trial.run(i % 2, ms);
        }
    }

    /** Starts requests of these classes and leaves them in their nodes, as letters. */
    private String start(int... requestClasses) {
        StringBuilder letters = new StringBuilder();
        for (int requestClass : requestClasses) {
            trial.task.requestClass(requestClass);
            letters.append(trial.placements(1));
        }
        return letters.toString();
    }

    /** Round robin would give all heavy ones to B. */
    @Test
    void heavyRequestsInStepWithLightOnesAreSharedOut() {
        String nodes = start(LIGHT, HEAVY, LIGHT, HEAVY, LIGHT, HEAVY, LIGHT, HEAVY);

        assertThat(nodes.replaceAll(".(.)", "$1")).isEqualTo("ABAB");
        assertThat(nodes.replaceAll("(.).", "$1")).isIn("ABAB", "BABA");
    }

    /** A has ten light requests and no heavy one. */
    @Test
    void onlyTheQueueOfTheClassCounts() {
        trial.task.requestClass(LIGHT);
        for (int i = 0; i < 10; i++) {
            trial.start(0);
        }
        trial.task.requestClass(HEAVY);
        trial.start(1);

        assertThat(trial.choose()).isZero();
        assertThat(trial.score(0)).isZero();
        assertThat(trial.score(1)).isEqualTo(1);
        assertThat(trial.why(0)).isEqualTo("least tasks of class 4 of 4: requests like this one take 100 ms");
        trial.task.requestClass(LIGHT);
        assertThat(trial.choose()).isEqualTo(1);
    }

    @Test
    void anEndMakesRoomInItsClass() {
        trial.task.requestClass(HEAVY);
        int first = trial.start(0);
        trial.start(1);
        trial.start(1);
        assertThat(trial.choose()).isZero();
        trial.start(0);
        trial.start(0);
        assertThat(trial.choose()).isEqualTo(1);

        trial.finish(0, Outcome.FAILED, 3, first);
        trial.finish(0, Outcome.FAILED, 3, first);
        assertThat(trial.choose()).isZero();
    }

    @Test
    void unknownRequestsAreLight() {
        trial.task.requestClass(7);
        trial.start(1);

        assertThat(trial.choose()).isZero();
        assertThat(trial.why(0)).startsWith("least tasks of class 1 of 4, as nobody knows");
    }

    @Test
    void aNodeOfTwiceTheWeightGetsTwiceAsMany() {
        trial.nodes.weight(0, 2);
        String nodes = start(HEAVY, HEAVY, HEAVY, HEAVY, HEAVY, HEAVY);

        assertThat(nodes.replace("B", "")).hasSize(4);
    }

    @Test
    void tasksOfThePolicyBeforeEndInTheirQueue() {
        trial.task.requestClass(0).asking(9);
        int memo = trial.start(0);
        Trial next = new Trial("cap", 2);

        assertThat(next.policy.inherits(trial.policy)).isTrue();
        next.task.requestClass(0).asking(9);
        assertThat(next.choices(1)).isEqualTo("B");
        Policy policy = next.policy;
        next.task.memo(memo);
        policy.onFinish(next.task, 0, Outcome.FAILED, 1, next.nodes);
        assertThat(next.score(0)).isZero();
    }
}
