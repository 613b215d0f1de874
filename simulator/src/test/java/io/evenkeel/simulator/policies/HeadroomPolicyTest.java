// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.Sample;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class HeadroomPolicyTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private final Trial trial = new Trial("headroom", 2).at(0);

    /** Takes a node through probation, so that its service time is this. */
    private void teach(int slot, double ms) {
        for (int i = 0; i < 8; i++) {
            trial.run(slot, ms);
        }
    }

    /** s = 10 ms: 10 (1 + 0)^2, 10 (1 + 2)^2; a session 10 (1 + 2). */
    @Test
    void ranksByMarginalCongestion() {
        teach(0, 10);
        assertThat(trial.score(0)).isEqualTo(10, EXACT);

        trial.nodes.inFlight(0, 2);
        assertThat(trial.score(0)).isEqualTo(90, EXACT);

        trial.task.placesSession(true);
        assertThat(trial.score(0)).isEqualTo(30, EXACT);
    }

    /** 3 (1 + n)^2 against 30: the fast node is better up to n = 2, where 27 < 30. */
    @Test
    void fillsTheFastNodeUntilTheSlowOneIsBetter() {
        teach(0, 3);
        teach(1, 30);
        for (int n = 0; n < 3; n++) {
            trial.nodes.inFlight(0, n);
            assertThat(trial.choices(1)).isEqualTo("A");
        }

        trial.nodes.inFlight(0, 3);
        assertThat(trial.choices(1)).isEqualTo("B");
    }

    /** 40 ms with 3 others before it is 40 / 4 alone; after 2 s the gain is 1 - 1/e: 20 + 0.632121 (10 - 20). */
    @Test
    void takesContentionOutOfWhatItLearns() {
        teach(0, 20);
        trial.nodes.inFlight(0, 3);
        int memo = trial.start(0);
        assertThat(memo).isEqualTo(3);

        trial.at(2_000).finish(0, Outcome.SUCCEEDED, 40, memo);

        trial.nodes.inFlight(0, 0);
        assertThat(trial.score(0)).isEqualTo(13.678794411714422, EXACT);
    }

    @Test
    void aFailureMultipliesTheScore() {
        teach(0, 10);
        teach(1, 10);
        trial.run(0, Outcome.FAILED, 0.1);
        assertThat(trial.score(0)).isEqualTo(12, EXACT);

        for (int i = 0; i < 100; i++) {
            trial.run(0, Outcome.FAILED, 0.1);
        }
        assertThat(trial.score(0)).as("64 times the median").isEqualTo(640, EXACT);
    }

    @Test
    void aNewNodeCountsAsTheMedianOfItsPeers() {
        teach(0, 10);

        assertThat(trial.score(1)).isEqualTo(10, EXACT);
    }

    @Test
    void aNewNodeHasAtMostAFairShareUntilItHasAnswered() {
        teach(0, 10);
        trial.nodes.inFlight(0, 1).inFlight(1, 2);
        assertThat(trial.choices(1)).as("the mean is 1.5").isEqualTo("A");

        trial.nodes.inFlight(0, 4);
        assertThat(trial.choices(1)).as("the mean is 3").isEqualTo("B");
    }

    @Test
    void oneSlowAnswerOfAColdServerDoesNotStick() {
        trial.run(0, 500).run(1, 80);
        for (int i = 0; i < 7; i++) {
            trial.run(0, 2).run(1, 2);
        }

        assertThat(trial.choices(4)).isEqualTo("ABAB");
    }

    /** 10 and 20 ms: 8 turns to 1; 3, 6 and 15 ms: 125 to 15.6 to 1. */
    @Test
    void nodesWithRoomToSpareTakeTurnsByTheCubeOfTheirSpeed() {
        teach(0, 10);
        teach(1, 20);
        assertThat(trial.counts(90)[1]).isBetween(9, 10);

        Trial three = new Trial("headroom", 3).at(0);
        for (int i = 0; i < 8; i++) {
            three.run(0, 3).run(1, 6).run(2, 15);
        }
        int[] counts = three.counts(1_000);
        assertThat(counts[1]).isBetween(109, 111);
        assertThat(counts[2]).isBetween(6, 7);
    }

    /** k = 4: one task leaves room to spare, 10 (1 + 1/4)^2 = 15.6 against 20, 2.1 turns to 1; two tasks do not. */
    @Test
    void aNodeWithoutRoomToSpareTakesNoTurn() {
        teach(0, 10);
        teach(1, 20);
        trial.report(0, Sample.PARALLELISM, 4).report(1, Sample.PARALLELISM, 4);
        trial.nodes.inFlight(0, 1);
        assertThat(trial.counts(90)[1]).isBetween(28, 29);

        trial.nodes.inFlight(0, 2);
        assertThat(trial.counts(9)).as("A is busy, 22.5 against 20").containsExactly(0, 9);
        assertThat(trial.why(1)).isEqualTo("the only node with room to spare");
    }

    /** 10 (1 + 1)^2 = 40 against 20 (1 + 1)^2 = 80. */
    @Test
    void whenTheBestHasNoRoomToSpareTheLeastScoreCounts() {
        teach(0, 10);
        teach(1, 20);
        trial.nodes.inFlight(0, 1).inFlight(1, 1);

        assertThat(trial.counts(9)).containsExactly(9, 0);
        assertThat(trial.why(0)).isEqualTo("least score: the best node has no room to spare");
    }

    @Test
    void aSessionIsPlacedWithoutTurns() {
        teach(0, 10);
        teach(1, 20);
        trial.task.placesSession(true);

        assertThat(trial.counts(90)).containsExactly(90, 0);
        assertThat(trial.why(0)).contains("a session cannot move later");
    }

    @Test
    void saysWhoseTurnItIs() {
        teach(0, 10);
        teach(1, 20);

        assertThat(trial.choose()).isZero();
        assertThat(trial.why(0)).isEqualTo("the best of 2 nodes with room to spare; none of them is owed a turn");

        while (trial.choose() == 0) {
            // B earns a ninth with each.
        }
        assertThat(trial.why(1))
                .isEqualTo(
                        "its turn: 2 nodes have room to spare, and by its speed this one is to get 11 % of their tasks");
    }

    /** k = 4. A, with a task, would get the fifth turn; now the task is in B, so A is the best and owed one. */
    @Test
    void saysThatTheBestWasOwedItsTurn() {
        teach(0, 10);
        teach(1, 10);
        trial.report(0, Sample.PARALLELISM, 4).report(1, Sample.PARALLELISM, 4);
        trial.nodes.inFlight(0, 1);
        assertThat(trial.choices(4)).isEqualTo("BBBB");

        trial.nodes.inFlight(0, 0).inFlight(1, 1);
        assertThat(trial.choices(1)).isEqualTo("A");
        assertThat(trial.why(0))
                .isEqualTo(
                        "its turn: 2 nodes have room to spare, and by its speed this one is to get 79 % of their tasks");
    }

    @Test
    void nodesThatFailAllTakeNoTurns() {
        teach(0, 10);
        teach(1, 10);
        for (int i = 0; i < 12; i++) {
            trial.run(0, Outcome.FAILED, 1);
        }

        assertThat(trial.counts(20)).containsExactly(0, 20);
    }

    /**
     * 12 workers, 300 long polls in flight of which none holds a worker; after ten samples less than one of them
     * counts.
     */
    @Test
    void tasksThatHoldNoWorkerAreNoWork() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(0, 150).othersInFlight(0, 150);
        trial.nodes
                .sample(0, Sample.WORKERS_MAX, 12)
                .sample(0, Sample.PARALLELISM, 12)
                .sample(0, Sample.IN_FLIGHT, 300);
        for (int i = 0; i < 10; i++) {
            trial.at(100 * i).report(0, Sample.WORKERS_BUSY, 0);
        }

        assertThat(trial.reason(0)).isEmpty();
        assertThat(trial.score(0)).isEqualTo(10, within(0.7));
        assertThat(trial.counts(20)[0]).isBetween(8, 12);
    }

    /**
     * A poll that ends takes itself off, and its minute is not a service time: 12 in flight of which 10 are parked, so
     * 2 at work, and still 2 when one poll has ended. B had no sample, so there it is a long task.
     */
    @Test
    void aParkedTaskThatEndsIsNoMissingWork() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(0, 12);
        park(12, 2, 0, 100);
        trial.at(60_000);
        park(12, 2, 60_000, 100);
        assertThat(trial.score(0)).isEqualTo(10 * 3 * 3, within(0.2));

        trial.at(60_050).finish(0, Outcome.SUCCEEDED, 60_000, 11);
        assertThat(trial.score(0)).as("11 in flight, 9 parked").isEqualTo(10 * 3 * 3, within(0.2));

        trial.nodes.inFlight(1, 1);
        trial.finish(1, Outcome.SUCCEEDED, 60_000, 0);
        assertThat(trial.score(1)).as("counts 3 times its own").isEqualTo(29, within(1.0));
    }

    /** A task that began after the last sample was in none: what ends is work, however long it took. */
    @Test
    void aLongTaskThatNoSampleSawWasNotParked() {
        teach(0, 10);
        trial.nodes.inFlight(0, 12);
        park(12, 6, 0, 100);
        trial.at(2_000).finish(0, Outcome.SUCCEEDED, 1_000, 0);

        assertThat(trial.score(0))
                .as("11 in flight, 6 parked, 30 ms at a gain of 0.63: 22.6 (1 + 5)^2; else 10 (1 + 6)^2")
                .isBetween(800.0, 830.0);
    }

    /**
     * After seven polls of a path its tasks count as parked from their start, and so until they end, whatever comes of
     * them.
     */
    @Test
    void aPathWhoseTasksParkIsKnown() {
        polls();
        assertThat(trial.nodes.inFlight(0)).isEqualTo(1);
        assertThat(trial.score(0)).isEqualTo(10, within(0.1));

        int first = trial.start(0);
        int second = trial.start(0);
        int third = trial.start(0);
        assertThat(trial.score(0)).as("three polls more").isEqualTo(10, within(0.1));

        trial.finish(0, Outcome.FAILED, 5, first).finish(0, Outcome.ABANDONED, 30_000, second);
        assertThat(trial.score(0))
                .as("one fault, and who went away says nothing")
                .isEqualTo(12, within(0.1));
        trial.task.memo(third);
        trial.nodes.tunnel(0);
        trial.policy.onTunnel(trial.task, 0, 10_000_000, trial.nodes);
        assertThat(trial.score(0)).as("a tunnel").isEqualTo(12, within(0.1));

        trial.task.asking(1);
        trial.start(0);
        assertThat(trial.score(0)).as("a page").isEqualTo(12 * 2 * 2, within(0.5));
    }

    /** Node A and a path that is known to park, with one poll in flight, which samples show. */
    private void polls() {
        teach(0, 10);
        trial.task.asking(4711);
        trial.nodes.inFlight(0, 8);
        park(8, 0, 0, 100);
        for (int i = 0; i < 7; i++) {
            trial.at(1_000 + i).finish(0, Outcome.SUCCEEDED, 60_000, 7);
        }
    }

    /** The sample alone, 4 in flight and none at work, would make 2 of the 4 parked: 10 (1 + 2)^2. */
    @Test
    void aSuccessorKnowsWhatIsParkedAndWhatParks() {
        polls();
        int poll = trial.start(0);
        trial.start(0);
        trial.start(0);
        trial.nodes.sample(0, Sample.IN_FLIGHT, 4);
        Policy next = PolicyCatalog.load()
                .find("headroom")
                .orElseThrow()
                .create(16, new SplittableRandom(Trial.SEED), Map.of("answers", 1.0));
        next.onJoin(0, trial.nodes, 0);
        next.onJoin(1, trial.nodes, 0);
        next.onSample(0, trial.nodes, trial.task.nowNs());
        assertThat(next.inherits(trial.policy)).isTrue();
        assertThat(next.score(trial.task, 0, trial.nodes)).isEqualTo(10, within(0.1));

        trial.nodes.finish(0);
        trial.task.memo(poll);
        next.onFinish(trial.task, 0, Outcome.ABANDONED, 5_000_000, trial.nodes);
        assertThat(next.score(trial.task, 0, trial.nodes)).as("one ended").isEqualTo(10, within(0.1));

        trial.nodes.start(0);
        next.onStart(trial.task, 0, trial.nodes);
        assertThat(next.score(trial.task, 0, trial.nodes)).as("one began").isEqualTo(10, within(0.1));
    }

    /** Without samples nothing would tell that a path parks no more, so polls are work: 10 (1 + 2)^2, 10 (1 + 3)^2. */
    @Test
    void aNodeThatReportsNoMoreHasNoParkedTasks() {
        polls();
        int poll = trial.start(0);
        trial.at(20_000).choose();
        assertThat(trial.score(0)).isEqualTo(90, within(0.1));

        assertThat(trial.start(0)).as("the tasks before it").isEqualTo(2);
        assertThat(trial.score(0)).isEqualTo(160, within(0.1));

        trial.finish(0, Outcome.ABANDONED, 5, poll);
        assertThat(trial.score(0)).isEqualTo(90, within(0.1));
    }

    /** A path that parks no more: its answers are short, so its tasks are work again. */
    @Test
    void aPathWhoseTasksParkNoMoreIsForgotten() {
        aPathWhoseTasksParkIsKnown();
        trial.task.asking(4711).connection(false);
        for (int i = 0; i < 7; i++) {
            trial.run(0, 10);
        }
        double before = trial.score(0);
        trial.start(0);

        assertThat(trial.score(0)).isGreaterThan(2 * before);
    }

    /** Gives a number of equal samples, ten in a millisecond. */
    private void park(int inFlight, int busy, int fromMs, int samples) {
        trial.nodes.sample(0, Sample.PARALLELISM, 1).sample(0, Sample.IN_FLIGHT, inFlight);
        for (int i = 0; i < samples; i++) {
            trial.at(fromMs + 0.1 * i).report(0, Sample.WORKERS_BUSY, busy);
        }
    }

    /**
     * 12 workers and 300 tunnels: the node counts as idle, and the 101 teaches its speed, the length of the tunnel does
     * not.
     */
    @Test
    void tunnelsAreNoWork() {
        teach(0, 10);
        teach(1, 10);
        trial.report(0, Sample.WORKERS_MAX, 12);
        for (int i = 0; i < 300; i++) {
            trial.tunnel(0, 10);
        }
        assertThat(trial.reason(0)).isEmpty();
        assertThat(trial.score(0)).isEqualTo(10, EXACT);
        assertThat(trial.counts(20)).containsExactly(10, 10);

        trial.task.connection(true);
        trial.at(60_000).nodes.start(0);
        trial.finish(0, Outcome.SUCCEEDED, 60_000, 0);
        assertThat(trial.score(0)).as("after a minute").isEqualTo(10, EXACT);
    }

    /** Gain 0.632121 after 2 s: the head came after 20 ms, the body took a slow client a minute. */
    @Test
    void whatASlowClientTakesToReadTellsNothingOfTheNode() {
        teach(0, 10);
        trial.task.headNs(20_000_000);
        trial.at(2_000).run(0, 60_000);

        assertThat(trial.score(0)).isEqualTo(16.321205588285576, EXACT);
    }

    /** A reports k = 8, B nothing: 4 tasks of B are half of its k too, 10 (1 + 4/8)^2. */
    @Test
    void aNodeWithoutAnAgentHasTheMeanKOfTheOthers() {
        teach(0, 10);
        teach(1, 10);
        trial.report(0, Sample.PARALLELISM, 8);
        trial.nodes.inFlight(1, 4);
        assertThat(trial.score(1)).isEqualTo(22.5, EXACT);

        trial.at(10_001).choose();
        assertThat(trial.score(1)).as("nobody reports any more").isEqualTo(250, EXACT);
    }

    /**
     * 80 ms counts half as much every 2 s. B's share of a round is about (10 / score)^3 = 2^(1.5 t - 9), and at ten
     * rounds a second that comes to a turn after 3.8 s.
     */
    @Test
    void doubtsAnEstimateThatNobodyRefreshes() {
        teach(0, 10);
        teach(1, 80);
        StringBuilder turns = new StringBuilder();
        for (int ms = 0; ms <= 6_000; ms += 100) {
            turns.append(trial.at(ms).choices(1));
            trial.run(0, 10);
        }
        assertThat(turns.indexOf("B")).isBetween(36, 41);

        trial.run(1, 80);
        assertThat(trial.score(1)).as("the estimate itself is kept").isEqualTo(80, EXACT);
    }

    /** 1 + 2 / (1 * 0.5) = 5. */
    @Test
    void aColdNodeCanDoLessAtOnce() {
        teach(0, 10);
        trial.nodes.inFlight(0, 2).warmShare(0, 0.5);

        assertThat(trial.score(0)).isEqualTo(250, EXACT);
    }

    @Test
    void aClientThatLeavesAFrozenNodeTellsThatItIsSlow() {
        teach(0, 10);
        trial.at(2_000).run(0, Outcome.ABANDONED, 5);
        assertThat(trial.score(0)).as("it left early").isEqualTo(10, EXACT);

        trial.at(4_000).run(0, Outcome.ABANDONED, 1_000);
        assertThat(trial.score(0)).as("counts 3 times its own").isEqualTo(27.293294335267746, EXACT);
    }

    @Test
    void theLengthOfAConnectionSaysNothing() {
        teach(0, 10);
        trial.task.connection(true);
        trial.at(2_000).run(0, 60_000);

        assertThat(trial.score(0)).isEqualTo(10, EXACT);
    }

    /** k = 4: 10 (1 + 4/4)^2 = 40. Heap 0.875: 1 + 4 (0.125 / 0.25)^2 = 2. Others' tasks count. */
    @Test
    void usesWhatAgentsReport() {
        teach(0, 10);
        trial.nodes.inFlight(0, 3).othersInFlight(0, 1).sample(0, Sample.PARALLELISM, 4);
        trial.policy.onSample(0, trial.nodes, 0);
        assertThat(trial.score(0)).isEqualTo(40, EXACT);

        trial.nodes.sample(0, Sample.HEAP_AFTER_GC_SHARE, 0.875);
        trial.policy.onSample(0, trial.nodes, 0);
        assertThat(trial.score(0)).isEqualTo(80, EXACT);
    }

    /**
     * 10 (1 + 8)^2 = 810 against 10: a session is not moved for that, but where its node is at its limit of 5 tasks.
     */
    @Test
    void aSessionLeavesAHomeThatTakesNoFurtherWork() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(1, 8).home(1);
        assertThat(trial.choices(1)).as("busy").isEqualTo("B");
        assertThat(trial.why(1)).isEqualTo("the session's node, which has room");

        trial.report(1, Sample.WORKERS_MAX, 4);
        assertThat(trial.choices(1)).as("at its limit").isEqualTo("A");

        trial.nodes.inFlight(0, 4);
        trial.report(0, Sample.WORKERS_MAX, 4);
        assertThat(trial.choices(1))
                .as("at its limit, but no other is much better")
                .isEqualTo("B");
        assertThat(trial.why(1)).isEqualTo("the session's node, as no other is four times as good");
    }

    @Test
    void holdsWhenEveryNodeIsVetoed() {
        trial.report(0, Sample.HEAP_AFTER_GC_SHARE, 0.95);
        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.reason(0)).isEqualTo("heap after collection above 93 %");

        trial.nodes.inFlight(1, 5);
        trial.report(1, Sample.WORKERS_MAX, 4);
        assertThat(trial.choose()).isEqualTo(Policy.HOLD);
        assertThat(trial.reason(1)).isEqualTo("held back at 5 tasks");

        trial.at(10_001);
        assertThat(trial.choices(1)).as("samples too old to veto").isEqualTo("A");
        assertThat(trial.reason(0)).isEqualTo("sample older than 10s, does not count");
    }

    @Test
    void aFullAcceptQueueIsAVetoAndAnUnknownOneIsNot() {
        trial.nodes.sample(0, Sample.QUEUE_MAX, 12);
        trial.report(0, Sample.QUEUE_USED, 12);
        assertThat(trial.choices(2)).isEqualTo("BB");
        assertThat(trial.reason(0)).isEqualTo("accept queue full");

        trial.report(0, Sample.QUEUE_USED, 11);
        assertThat(trial.choices(1)).isEqualTo("A");

        trial.report(0, Sample.QUEUE_USED, Double.NaN);
        assertThat(trial.choices(2)).contains("A");
    }

    @Test
    void aJdbcPoolThatIsExhaustedForLongIsAVeto() {
        trial.nodes.sample(0, Sample.JDBC_MAX, 5).sample(0, Sample.JDBC_ACTIVE, 5);
        for (int ms = 0; ms <= 2_000; ms += 500) {
            trial.at(ms).report(0, Sample.JDBC_WAITERS, 5);
            assertThat(trial.reason(0)).as("after %d ms", ms).isEmpty();
        }
        trial.at(2_500).report(0, Sample.JDBC_WAITERS, 5);
        assertThat(trial.reason(0)).isEqualTo("JDBC pool exhausted for more than 2 s");
        assertThat(trial.choices(2)).isEqualTo("BB");

        trial.at(3_000).report(0, Sample.JDBC_WAITERS, 4);
        assertThat(trial.reason(0)).as("fewer waiters than connections").isEmpty();

        trial.at(3_500).report(0, Sample.JDBC_WAITERS, 5);
        assertThat(trial.reason(0)).as("the time begins again").isEmpty();
    }

    /** 5 waiters at 50 a second wait 0.1 s; at 2 a second 2.5 s. */
    @Test
    void aJdbcPoolThatIsBusyButMovesIsNoVeto() {
        trial.nodes
                .sample(0, Sample.JDBC_MAX, 5)
                .sample(0, Sample.JDBC_ACTIVE, 5)
                .sample(0, Sample.JDBC_WAITERS, 5);
        for (int ms = 0; ms <= 6_000; ms += 500) {
            trial.at(ms).report(0, Sample.THROUGHPUT_PER_S, 50);
        }
        assertThat(trial.reason(0)).isEmpty();

        for (int ms = 6_500; ms <= 9_000; ms += 500) {
            trial.at(ms).report(0, Sample.THROUGHPUT_PER_S, 2);
        }
        assertThat(trial.reason(0)).isEqualTo("JDBC pool exhausted for more than 2 s");
    }

    /** k = 12 / 2 = 6 with 3 tasks: 10 (1 + 3/6)^2 = 22.5; k is never above the workers: 10 (1 + 3/12)^2 = 15.625. */
    @Test
    void kIsHalfTheWorkersUntilTheAgentKnowsItAndNeverAboveThem() {
        teach(0, 10);
        trial.nodes.inFlight(0, 3);
        trial.report(0, Sample.WORKERS_MAX, 12);
        assertThat(trial.score(0)).isEqualTo(22.5, EXACT);

        trial.report(0, Sample.PARALLELISM, 100);
        assertThat(trial.score(0)).isEqualTo(15.625, EXACT);
    }

    /** Mean of the fresh: B's 2 tasks at k = 1. At 3 s + 3 s A's 6 are 2 + 4 / e = 3.47: 10 (1 + 3.47)^2. */
    @Test
    void othersTasksDriftToTheMeanOnceTheSampleIsThreeSecondsOld() {
        teach(0, 10);
        trial.nodes.othersInFlight(0, 6).othersInFlight(1, 2);
        trial.report(0, Sample.PARALLELISM, 1).report(1, Sample.PARALLELISM, 1);
        trial.choose();
        assertThat(trial.score(0)).isEqualTo(490, EXACT);

        trial.at(3_000);
        trial.choose();
        assertThat(trial.score(0)).as("not yet").isEqualTo(490, EXACT);

        trial.at(6_000).report(1, Sample.PARALLELISM, 1);
        trial.choose();
        double others = 2 + 4 / Math.E;
        assertThat(trial.score(0)).isEqualTo(10 * (1 + others) * (1 + others), EXACT);
    }

    /** 10 (1 + 2 * 0 + 3)^2; the own share of 0 makes ω 2. */
    @Test
    void countsTheTasksOfJoinedDispatchersInNodesThatDoNotReport() {
        teach(0, 10);
        trial.nodes.peersInFlight(0, 3).othersInFlight(0, 3);
        trial.choose();
        assertThat(trial.score(0)).isEqualTo(160, EXACT);

        trial.at(1_000);
        trial.nodes.peersInFlight(0, 0).othersInFlight(0, 0);
        trial.choose();
        assertThat(trial.score(0)).as("they have gone").isEqualTo(10, EXACT);
    }

    /** Three of four tasks are theirs, so ω is 2, and each of theirs counts three times. */
    @Test
    void tasksThatJoinedDispatchersTellCountMoreThanOwnOnes() {
        teach(0, 10);
        trial.nodes.inFlight(0, 1).peersInFlight(0, 3).othersInFlight(0, 3);
        tellUntil(20_000);
        assertThat(trial.score(0)).isCloseTo(10 * (1 + 2 + 9) * (1 + 2 + 9), within(1.0));

        trial.nodes.inFlight(0, 2);
        assertThat(trial.score(0)).as("own ones at once").isCloseTo(10 * (1 + 4 + 9) * (1 + 4 + 9), within(1.0));
    }

    /** One step of 0.05 a tenth of a second: after 2 s, 1 - 0.95^20 = 64 % of the way from 3 to 13. */
    @Test
    void whatJoinedDispatchersTellIsAMean() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(0, 1).peersInFlight(0, 3).othersInFlight(0, 3);
        trial.nodes.inFlight(1, 1).peersInFlight(1, 3).othersInFlight(1, 3);
        tellUntil(20_000);
        trial.nodes
                .peersInFlight(0, 13)
                .othersInFlight(0, 13)
                .peersInFlight(1, 0)
                .othersInFlight(1, 0);
        for (int ms = 20_100; ms <= 22_000; ms += 100) {
            trial.at(ms);
            trial.choose();
        }
        double left = Math.pow(0.95, 20);
        double busy = 1 + 2 + 3 * (13 - 10 * left);
        assertThat(trial.score(0)).isCloseTo(10 * busy * busy, within(1.0));
        double quiet = 1 + 2 + 3 * 3 * left;
        assertThat(trial.score(1)).as("0 is a figure, too").isCloseTo(10 * quiet * quiet, within(1.0));
    }

    private void tellUntil(int endMs) {
        for (int ms = 100; ms <= endMs; ms += 100) {
            trial.at(ms);
            trial.choose();
        }
    }

    /**
     * Equal shares: D comes to 2, and what this dispatcher sends the other one sends too. ω comes to 2 at an own share
     * of 0.5.
     */
    @Test
    void whereSamplesAreOldWhenTheyComeOthersAreTakenToSendAsMuch() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(0, 4).inFlight(1, 4).othersInFlight(0, 4).othersInFlight(1, 4);
        for (int ms = 0; ms <= 10_000; ms += 100) {
            trial.at(ms);
            if (ms % 1_000 == 0) {
                trial.nodes.sample(0, Sample.PARALLELISM, 1).sampleAgeNs(0, 200_000_000);
                trial.nodes.sample(1, Sample.PARALLELISM, 1).sampleAgeNs(1, 200_000_000);
                trial.report(0).report(1);
            }
            trial.choose();
        }
        assertThat(trial.score(0)).as("own 4 * 2, others 4").isEqualTo(10 * 13 * 13, within(1.0));

        trial.nodes.inFlight(0, 6);
        assertThat(trial.score(0)).as("own 6 * 2, others 4 + 2").isEqualTo(10 * 19 * 19, within(2.0));
    }

    @Test
    void whereSamplesAreFreshWhenTheyComeTheyAreTakenAsTheyAre() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(0, 4).inFlight(1, 4).othersInFlight(0, 4).othersInFlight(1, 4);
        for (int ms = 0; ms <= 10_000; ms += 100) {
            trial.at(ms);
            if (ms % 1_000 == 0) {
                trial.report(0, Sample.PARALLELISM, 1).report(1, Sample.PARALLELISM, 1);
            }
            trial.choose();
        }

        trial.nodes.inFlight(0, 6);
        assertThat(trial.score(0)).as("own 6 * 2, others 4").isEqualTo(10 * 17 * 17, within(2.0));
    }

    /**
     * Every fifth task fails, as in overload, where servers refuse some: that is what limits are for, and no reason to
     * keep tasks back.
     */
    @Test
    void aNodeThatAnswersMostIsNotWaitedOut() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(1, 5);
        trial.report(1, Sample.WORKERS_MAX, 4);
        for (int i = 0; i < 100; i++) {
            trial.at(10 * i).run(0, i % 5 == 0 ? Outcome.FAILED : Outcome.SUCCEEDED, 10);
        }
        assertThat(trial.choose()).isZero();
    }

    /**
     * B is at its limit of 5 tasks and A free: one failure is not a reason to wait, twelve are, except when B is
     * vetoed.
     */
    @Test
    void waitsForASoundNodeRatherThanTakeOneThatFailsAll() {
        teach(0, 10);
        teach(1, 10);
        trial.nodes.inFlight(1, 5);
        trial.report(1, Sample.WORKERS_MAX, 4);
        trial.run(0, Outcome.FAILED, 1);
        assertThat(trial.choose()).isZero();

        for (int i = 0; i < 11; i++) {
            trial.run(0, Outcome.FAILED, 1);
        }
        assertThat(trial.choose()).isEqualTo(Policy.HOLD);
        assertThat(trial.reason(0)).isEqualTo("has failed the last twelve or more");

        trial.report(1, Sample.HEAP_AFTER_GC_SHARE, 0.95);
        assertThat(trial.choose()).isZero();
    }

    @Test
    void takesTheAgentsWordForANodeThatHasNotAnsweredForFifteenSeconds() {
        teach(0, 10);
        teach(1, 80);
        for (int ms = 0; ms <= 15_000; ms += 1_000) {
            trial.at(ms).report(1, Sample.SERVICE_MS, 20);
            trial.run(0, 10);
            trial.choose();
        }
        assertThat(trial.score(1)).as("80 ms, doubted down to the least").isEqualTo(10, within(0.01));

        trial.at(15_100);
        trial.choose();
        trial.run(1, Outcome.FAILED, 1);
        assertThat(trial.score(1)).as("20 ms and one failure").isEqualTo(24, EXACT);
    }

    @Test
    void looksAt64OfMoreThan512NodesAndAtAllWhenNoneOfThoseMay() {
        Trial many = new Trial("headroom", 600).at(0);
        assertThat(Arrays.stream(many.counts(5_000)).filter(times -> times > 0).count())
                .as("nodes that were chosen")
                .isGreaterThan(500);

        for (int slot = 0; slot < 600; slot++) {
            if (slot != 7) {
                many.report(slot, Sample.HEAP_AFTER_GC_SHARE, 0.99);
            }
        }
        assertThat(many.counts(20)[7]).isEqualTo(20);
    }
}
