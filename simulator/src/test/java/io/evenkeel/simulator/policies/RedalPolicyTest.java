// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.SliceFigure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RedalPolicyTest {

    private static final Map<String, Double> SLICES_OF_10_S = Map.of("slice", 10.0);

    private final Trial trial = new Trial("redal", 3, SLICES_OF_10_S);

    /** Figures 2 and 3: ten sessions, one a minute; those with a capital last three minutes, the others one. */
    @Test
    void roundRobinWithAffinityLoadsTheServersAsInFigures2And3() {
        List<int[]> active = sessions("round-robin");

        assertThat(active.get(0)).as("server 1").containsExactly(1, 0, 1, 1, 2, 0, 1, 0, 1, 1, 1, 0);
        assertThat(active.get(1)).as("server 2").containsExactly(0, 1, 0, 1, 0, 1, 1, 2, 1, 2, 0, 0);
    }

    /** The sessions of figures 2 and 3: no server has two while the other has none. */
    @Test
    void redalPlacesTheSameSessionsWithoutTheImbalance() {
        List<int[]> active = sessions("redal");

        for (int minute = 0; minute < 12; minute++) {
            int one = active.get(0)[minute];
            int two = active.get(1)[minute];
            assertThat(Math.abs(one - two))
                    .as("minute %s: %s and %s", minute, one, two)
                    .isLessThan(2);
        }
    }

    /**
     * Active sessions by server and minute, when each session sends a request every 10 s and stays where it began
     * unless the policy decides otherwise.
     */
    private static List<int[]> sessions(String name) {
        String sequence = "ssSssSsSSs";
        Trial two = new Trial(name, 2, name.equals("redal") ? SLICES_OF_10_S : Map.of());
        List<int[]> active = List.of(new int[12], new int[12]);
        int[] home = new int[10];
        for (int second = 0; second < 12 * 60; second += 10) {
            two.at(second * 1000.0);
            for (int k = 0; k < 10; k++) {
                int age = second - 60 * k;
                int lasts = sequence.charAt(k) == 'S' ? 180 : 60;
                if (age >= 0 && age < lasts) {
                    two.task.session(k + 1).placesSession(age == 0).thinkNs(age == 0 ? -1 : 10_000_000_000L);
                    two.nodes.home(age == 0 ? -1 : home[k]);
                    home[k] = age == 0 || two.policy.decidesHomes() ? two.choose() : home[k];
                    two.run(home[k], 0);
                    active.get(home[k])[second / 60] += age % 60 == 0 ? 1 : 0;
                }
            }
        }
        return active;
    }

    /** Figure 6: r1 at t1 in c0, h = 20 s, so e2 of its server is 1; r2 comes early, and it is 0 again. */
    @Test
    void aRequestReservesAndAnEarlyOneTakesBack() {
        learnGap(20);
        at(100, 1).run(0, 0);
        assertThat(trial.score(0)).as("c0: l").isEqualTo(1);
        assertThat(trial.at(115_000).score(0)).as("c1").isZero();
        assertThat(trial.at(125_000).score(0)).as("c2: alpha * e").isEqualTo(0.9, within(1e-9));

        at(101, 1).run(0, 0);
        assertThat(trial.at(101_000).score(0)).as("c0: l").isEqualTo(2);
        double h = 20_000 * 1.0 / 2 + 1000 * 1.0 / 2;
        assertThat(trial.at(101_000 + h).score(0)).as("the slice of r3").isEqualTo(0.9, within(1e-9));
        assertThat(trial.at(125_000).score(0)).as("c2 is free again").isZero();
    }

    /** Its session was on node 1, and it comes to node 2, in time: node 1 does not expect it any more. */
    @Test
    void aRequestThatComesElsewhereTakesItsReservationBackToo() {
        learnGap(20);
        at(100, 1).run(1, 0);
        assertThat(trial.at(121_000).score(1)).isEqualTo(0.9, within(1e-9));
        at(121, 1).run(2, 0);
        assertThat(trial.score(1)).isZero();
        assertThat(trial.score(2)).isEqualTo(1);
    }

    /** Node 1 has a request, node 2 expects one, node 0 has neither. */
    @Test
    void aNewSessionGoesToTheLeastModifiedLoad() {
        learnGap(20);
        at(100, 1).run(2, 0);
        at(120, 2).run(1, 0);
        trial.task.session(3);
        assertThat(trial.choices(2)).isEqualTo("AA");
        at(120, 3).run(0, 0);
        trial.task.session(4);
        assertThat(trial.choices(2)).isEqualTo("CC");
    }

    @Test
    void aSessionStaysOnItsNodeWhileThatIsLight() {
        trial.at(100_000).run(1, 0).run(1, 0);
        trial.nodes.home(1);
        assertThat(trial.choices(3)).isEqualTo("BBB");
        assertThat(trial.why(1)).isEqualTo("the session's node, which is lightly loaded");

        trial.nodes.eligible(1, false);
        assertThat(trial.choose()).as("it drains and keeps its sessions").isEqualTo(1);
    }

    /** Node 1 works on more and more and does no more. Node 2 has had a request in this slice. */
    @Test
    void aSessionLeavesAHeavyNodeForTheLeastLoadedLightOne() {
        saturate(1);
        trial.run(2, 0);
        trial.nodes.home(1);

        assertThat(trial.choices(2)).isEqualTo("AA");
        assertThat(trial.reason(1)).isEqualTo("heavily loaded: its throughput does not grow with its load");
        assertThat(trial.reason(0)).isEmpty();
        assertThat(trial.why(0)).isEqualTo("the session's node is heavily loaded; least expected load");
    }

    /** All three are heavy; nodes 0 and 1 have had a request in this slice. */
    @Test
    void ofHeavyNodesTheLeastLoadedTakesTheTaskUnlessSessionsAreToStay() {
        saturate(0, 1, 2);
        trial.run(0, 0).run(1, 0);
        trial.nodes.home(1);
        assertThat(trial.choose()).isEqualTo(2);

        Policy staying = next(Map.of("slice", 10.0, "all-full", 1.0));
        staying.inherits(trial.policy);
        assertThat(staying.choose(trial.task, trial.nodes)).isEqualTo(1);
        assertThat(staying.why(trial.task, 1, trial.nodes)).isEqualTo("the session's node, as no node has room");
        trial.nodes.home(-1);
        assertThat(staying.choose(trial.task, trial.nodes)).as("a new session").isEqualTo(2);
    }

    /** Joined dispatchers: 3 requests have come to node 0, and 2 are expected at node 1; node 2 has nothing. */
    @Test
    void loadsAndReservationsOfOtherDispatchersCountAsItsOwn() {
        trial.nodes.peersBySlice(0, SliceFigure.CAME, 3).peersBySlice(1, SliceFigure.EXPECTED, 2);

        assertThat(trial.score(0)).isEqualTo(3);
        assertThat(trial.score(1)).as("alpha * e").isEqualTo(1.8, within(1e-9));
        assertThat(trial.choices(2)).isEqualTo("CC");
        at(100, 3).run(2, 0).run(2, 0);
        assertThat(trial.choose()).as("the least of 3, 1.8 and 2").isEqualTo(1);
    }

    /**
     * Node 0 does 30 tasks in a slice for this dispatcher and 60 for others, so it has room for 90; 30 of here and 40
     * of others have come. Nodes 1 and 2 have done 60 in each slice, and as many have come.
     */
    @Test
    void aNodeHasRoomForWhatItDoesForAllDispatchers() {
        trial.nodes.peersBySlice(0, SliceFigure.RUNNING, 60).peersBySlice(0, SliceFigure.ENDED, 60);
        for (int slice = 0; slice < 4; slice++) {
            double began = trial.task.nowNs() / 1e6;
            start(0, 30);
            start(1, 60);
            start(2, 60);
            trial.at(began + 9999);
            finish(0, 30);
            finish(1, 60);
            finish(2, 60);
            trial.at(began + 10_000);
        }
        start(0, 30);
        start(1, 60);
        start(2, 60);
        trial.nodes.peersBySlice(0, SliceFigure.CAME, 40);

        assertThat(trial.score(0)).isEqualTo(70);
        assertThat(trial.choices(3))
                .as("the others are full, by what they have done")
                .isEqualTo("AAA");
    }

    /** Slices of 10 s: three requests of sessions come to node 0 at 100 s, and the next are expected 20 s later. */
    @Test
    void tellsItsOwnLoadAndNothingOfOthers() {
        learnGap(20);
        trial.nodes.peersBySlice(0, SliceFigure.CAME, 5).peersBySlice(0, SliceFigure.EXPECTED, 5);
        at(100, 1).run(0, 0);
        at(100, 2).run(0, 0);
        at(104, 3).start(0);

        LoadBySlice told = told(106);
        assertThat(told.lengthNs()).isEqualTo(10_000_000_000L);
        assertThat(told.leftNs()).isEqualTo(4_000_000_000L);
        assertThat(told.came()).startsWith(3, 0, 0);
        assertThat(told.expected()[0]).startsWith(0, 0, 0);
        assertThat(told.figure(SliceFigure.EXPECTED, 0, 3_000_000_000L)).isZero();
        assertThat(told(116).expected()[1][0]).as("the next slice but one").isEqualTo(3);
        assertThat(told(116).came()[0]).as("none in the slice that has begun").isZero();
        assertThat(told(116).ended()[0]).as("in the slice that is over").isEqualTo(2);
        assertThat(told(116).running()[0]).as("one for 6 of 10 s").isEqualTo(0.6, within(1e-9));
        assertThat(told(126).running()[0]).as("that one still runs").isEqualTo(1);
        assertThat(told(126).ended()[0]).isZero();
        trial.at(111_000).run(1, 0);
        assertThat(told(111).running()[0])
                .as("the same, once the slice was ended")
                .isEqualTo(0.6, within(1e-9));
        assertThat(told(111).ended()).startsWith(2, 0, 0);
    }

    private LoadBySlice told(int second) {
        return Objects.requireNonNull(trial.policy.bySlice(trial.nodes, second * 1_000_000_000L));
    }

    /** Node 1 is heavy. The others have done 30 and 60 tasks in each slice, and 30 and 40 have come in this one. */
    @Test
    void aNodeGetsNoMoreThanItHasDoneInASliceWhileAnotherHasRoom() {
        saturate(1);
        for (int slice = 0; slice < 4; slice++) {
            double began = trial.task.nowNs() / 1e6;
            start(0, 30);
            start(2, 60);
            trial.at(began + 9999);
            finish(0, 30);
            finish(2, 60);
            trial.at(began + 10_000);
        }
        start(0, 30);
        start(2, 40);
        trial.nodes.home(1);

        assertThat(trial.score(0)).isEqualTo(30);
        assertThat(trial.score(2)).isEqualTo(40);
        assertThat(trial.choose()).isEqualTo(2);
    }

    private void start(int slot, int tasks) {
        for (int k = 0; k < tasks; k++) {
            trial.start(slot);
        }
    }

    private void finish(int slot, int tasks) {
        for (int k = 0; k < tasks; k++) {
            trial.finish(slot, Outcome.SUCCEEDED, 9999, 0);
        }
    }

    /** 10 to 14 tasks in flight, one more in each slice, of which none ends. Ends at the beginning of a slice. */
    private void saturate(int... slots) {
        trial.task.session(0);
        for (int tasks = 10; tasks < 15; tasks++) {
            for (int slot : slots) {
                start(slot, tasks == 10 ? 10 : 1);
            }
            trial.at(trial.task.nowNs() / 1e6 + 10_000);
        }
        trial.choose();
    }

    /** Two dispatchers: the first request here tells of 8 s since the answer, and answers take 2 s. */
    @Test
    void theCookieTellsTheThinkTimeOfASessionThatWasElsewhere() {
        trial.at(90_000).run(0, 2000);
        trial.task.thinkNs(8_000_000_000L);
        at(100, 5).run(0, 0);

        assertThat(trial.at(110_000).score(0)).as("expected at 110 s").isEqualTo(0.9, within(1e-9));
    }

    /** The session that an answer begins has reserved already; its second request comes at once. */
    @Test
    void aSessionIsKnownFromItsFirstAnswerOn() {
        learnGap(20);
        trial.at(100_000).task.session(0).placesSession(true);
        int memo = trial.start(0);
        trial.task.session(77);
        trial.finish(0, Outcome.SUCCEEDED, 0, memo);
        assertThat(trial.at(121_000).score(0)).isEqualTo(0.9, within(1e-9));

        at(101, 77).run(0, 0);
        assertThat(trial.at(121_000).score(0)).isZero();
    }

    /** Node 0 leaves and another one takes its slot: the reservation of the old one must not be taken from it. */
    @Test
    void aNodeHasNothingOfTheOneWhoseSlotItHas() {
        learnGap(20);
        at(100, 1).run(0, 0);
        trial.policy.onJoin(0, trial.nodes, 100_000_000_000L);
        assertThat(trial.score(0)).isZero();
        at(100, 2).run(0, 0);
        at(101, 1).run(1, 0);

        assertThat(trial.at(121_000).score(0)).as("that of session 2").isEqualTo(0.9, within(1e-9));
    }

    /** A request that fails on node 0 goes to node 1: only node 1 expects the next one, and h is what it was. */
    @Test
    void aRetryTakesTheReservationAlong() {
        learnGap(20);
        at(100, 1).run(0, Outcome.FAILED, 0);
        trial.task.attempt(1);
        at(100, 1).run(1, 0);

        assertThat(trial.at(121_000).score(0)).isZero();
        assertThat(trial.score(1)).isEqualTo(0.9, within(1e-9));
    }

    /** An hour passes between two requests: a new visit, of which the mean gap hears nothing. */
    @Test
    void aLongSilenceIsNoThinkTime() {
        learnGap(20);
        at(100, 1).run(0, 0);
        at(3700, 1).run(0, 0);

        assertThat(trial.at(3_720_000).score(0)).isEqualTo(0.9, within(1e-9));
    }

    @Test
    void anotherAlphaKeepsWhatWasLearned() {
        learnGap(20);
        at(100, 1).run(0, 0);
        Policy next = next(Map.of("slice", 10.0, "alpha", 0.5));

        assertThat(next.inherits(trial.policy)).isTrue();
        assertThat(next.score(trial.at(121_000).task, 0, trial.nodes)).isEqualTo(0.5, within(1e-9));
        assertThat(next(Map.of("slice", 5.0)).inherits(trial.policy)).isFalse();
        assertThat(next(Map.of()).inherits(new Trial("random", 3).policy)).isFalse();
    }

    private static Policy next(Map<String, Double> options) {
        return PolicyCatalog.load().find("redal").orElseThrow().create(16, new SplittableRandom(1), options);
    }

    /** Two requests of another session, a time apart, on node 2; both are over long before 100 s. */
    private void learnGap(int seconds) {
        at(0, 99).run(2, 0);
        at(seconds, 99).run(2, 0);
    }

    private Trial at(int second, long session) {
        trial.task.session(session);
        return trial.at(second * 1000.0);
    }

    @Test
    void equalsTakeTurns() {
        assertThat(trial.choices(6)).isEqualTo("ABCABC");
    }
}
