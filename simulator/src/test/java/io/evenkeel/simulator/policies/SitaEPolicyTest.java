// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Sample;
import org.junit.jupiter.api.Test;

/**
 * The rule of paper 1, appendix A.1.2, and of the work it quotes: intervals of size with equal work, a node for each.
 * Nodes A, B, C; request classes 1, 2, 3 with answers of one length each.
 */
class SitaEPolicyTest {

    private final Trial trial = new Trial("sita-e", 3);

    /** Answers of a class, alone on a node. */
    private void learn(int requestClass, int answers, double ms) {
        trial.task.requestClass(requestClass);
        for (int i = 0; i < answers; i++) {
            trial.run(i % 3, ms);
        }
    }

    /** The choices for a class after everything was learned: the intervals are made at the first end a second later. */
    private String choices(int requestClass, int count) {
        trial.at(trial.task.nowNs() / 1e6 + 1_000);
        trial.run(0, Outcome.FAILED, 1);
        trial.task.requestClass(requestClass);
        return trial.choices(count);
    }

    /** Equal work: 100 answers of 1 ms, 10 of 10 ms, 1 of 100 ms. */
    @Test
    void eachNodeGetsAnIntervalWithTheSameWork() {
        learn(3, 1, 100);
        learn(1, 100, 1);
        learn(2, 10, 10);

        assertThat(choices(1, 4)).isEqualTo("AAAA");
        assertThat(choices(2, 4)).isEqualTo("BBBB");
        assertThat(choices(3, 4)).isEqualTo("CCCC");
        assertThat(trial.reason(1)).isEqualTo("takes requests from 9.44 ms on");
        assertThat(trial.why(2)).isEqualTo("requests like this one take 100 ms, a size of this node");
    }

    /** 200 of 300 ms of work are of one size, so two of three nodes take it, in turns. */
    @Test
    void aSizeWithMoreWorkThanOneShareIsSplit() {
        learn(1, 100, 1);
        learn(2, 2, 100);

        assertThat(choices(1, 4)).isEqualTo("AAAA");
        choices(2, 0);
        int[] counts = trial.counts(100);
        assertThat(counts[0]).isZero();
        assertThat(counts[1]).isBetween(48, 52);
        assertThat(counts[2]).isBetween(48, 52);
    }

    /** A and B have half of the weight together, so the small half of the work is theirs. */
    @Test
    void sharesFollowWeights() {
        trial.nodes.weight(2, 2);
        learn(1, 100, 1);
        learn(2, 1, 100);

        choices(1, 0);
        int[] small = trial.counts(100);
        assertThat(small[0]).isBetween(48, 52);
        assertThat(small[2]).isZero();
        trial.task.requestClass(2);
        assertThat(trial.counts(100)[2]).isEqualTo(100);
    }

    @Test
    void theRestShareTheIntervalsOfANodeThatIsAway() {
        learn(1, 100, 1);
        learn(2, 1, 100);
        trial.nodes.eligible(0, false);

        assertThat(choices(1, 4)).isEqualTo("BBBB");
        assertThat(choices(2, 4)).isEqualTo("CCCC");
    }

    @Test
    void unknownSizesAreSharedByAll() {
        learn(1, 100, 1);
        choices(5, 0);
        int[] counts = trial.counts(300);

        assertThat(counts[0]).isBetween(96, 104);
        assertThat(counts[1]).isBetween(96, 104);
        assertThat(counts[2]).isBetween(96, 104);
        assertThat(trial.why(0)).contains("nobody knows how long requests like this one take");
    }

    /** Each path has a size of its own in a cluster without request classes. */
    @Test
    void pathsHaveSizesWithoutClasses() {
        trial.task.asking(7);
        learn(0, 100, 1);
        trial.task.asking(8);
        learn(0, 1, 100);
        trial.nodes.eligible(1, false);

        trial.task.asking(7);
        assertThat(choices(0, 4)).isEqualTo("AAAA");
        trial.task.asking(8);
        assertThat(choices(0, 4)).isEqualTo("CCCC");
    }

    /** Tasks that failed, or that a client did not wait for, have no size: class 2 stays unknown. */
    @Test
    void onlyAnswersTellASize() {
        trial.task.requestClass(2);
        trial.run(0, Outcome.FAILED, 0.001).run(0, Outcome.ABANDONED, 900);
        trial.task.connection(true);
        trial.run(0, 5_000);
        trial.task.connection(false);
        learn(1, 1, 1);

        choices(2, 0);
        assertThat(trial.why(0)).startsWith("its turn");
    }

    /** 10 ms alone, and 40 ms as the last of four: (10 + 40 / 16) / (1 + 1 / 16). */
    @Test
    void theTimeOfATaskThatBeganAloneSaysMost() {
        trial.task.requestClass(1);
        int[] memos = {trial.start(0), trial.start(0), trial.start(0), trial.start(0)};
        trial.finish(0, Outcome.SUCCEEDED, 10, memos[0]);
        trial.finish(0, Outcome.SUCCEEDED, 40, memos[3]);
        choices(1, 0);

        assertThat(trial.why(0)).startsWith("requests like this one take 11.8 ms");
    }

    /** Four at a time on a node that can work on four are alone, as its agent says. */
    @Test
    void aNodeThatWorksOnSeveralAtOnceIsNotShared() {
        trial.nodes.sample(0, Sample.PARALLELISM, 4);
        trial.task.requestClass(1);
        int[] memos = {trial.start(0), trial.start(0), trial.start(0), trial.start(0)};
        trial.finish(0, Outcome.SUCCEEDED, 10, memos[0]);
        trial.finish(0, Outcome.SUCCEEDED, 30, memos[3]);
        choices(1, 0);

        assertThat(trial.why(0)).startsWith("requests like this one take 20.0 ms");
    }

    /** The head of an answer counts, as its end may wait for a slow client. */
    @Test
    void aSlowClientDoesNotMakeARequestLarge() {
        trial.task.requestClass(1).headNs(5_000_000);
        trial.run(0, 90_000);
        choices(1, 0);

        assertThat(trial.why(0)).startsWith("requests like this one take 5.00 ms");
    }

    /** Ten windows later one answer outweighs a hundred. */
    @Test
    void whatWasLearnedFades() {
        learn(1, 100, 1);
        choices(1, 0);
        trial.at(600_000);
        learn(1, 1, 50);
        choices(1, 0);

        assertThat(trial.why(0)).startsWith("requests like this one take 49.8 ms");
    }

    @Test
    void anotherWindowKeepsTheSizesOfPaths() {
        trial.task.asking(7);
        learn(0, 1, 20);
        choices(0, 0);
        Policy next = new Trial("sita-e", 3).policy;

        assertThat(next.inherits(trial.policy)).isTrue();
        assertThat(next.why(trial.task, 0, trial.nodes)).startsWith("requests like this one take 20.0 ms");
    }
}
