// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.join.report.CutStep;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cuts at all members, without a network: answers come while the request is sent. */
final class GroupCutTest {

    private final Peers peers = new Peers(1, 0);
    private final List<CutStep> sent = new ArrayList<>();

    private void member(long member, String name) {
        peers.hear(new MemberReport(member, name, "", 1, 1, false, false, 0, List.of(), List.of()), 0);
    }

    @Test
    void addsUpWhatAllHaveCutOff() throws InterruptedException {
        member(2, "b");
        member(3, "c");
        List<GroupCut> made = new ArrayList<>();
        GroupCut cut = new GroupCut(
                peers,
                (cluster, node) -> 0,
                step -> {
                    made.get(0).onStep(2, step.answer(4), 0);
                    made.get(0).onStep(3, step.answer(0), 0);
                    made.get(0).onStep(3, new CutStep(step.round() + 1, "shop", "a", 100), 0);
                },
                60_000);
        made.add(cut);

        assertThat(cut.run("shop", "a", 7)).isEqualTo(new CutResult(4, List.of()));
    }

    @Test
    void namesThoseWhoDoNotAnswer() throws InterruptedException {
        member(2, "b");
        member(3, "c");
        List<GroupCut> made = new ArrayList<>();
        GroupCut cut =
                new GroupCut(peers, (cluster, node) -> 0, step -> made.get(0).onStep(3, step.answer(1), 0), 1);
        made.add(cut);

        assertThat(cut.run("shop", "a", 7)).isEqualTo(new CutResult(1, List.of("b")));
    }

    @Test
    void asksNobodyWhenItIsAlone() throws InterruptedException {
        GroupCut cut = new GroupCut(peers, (cluster, node) -> 0, sent::add, 60_000);

        assertThat(cut.run("shop", "a", 7)).isEqualTo(CutResult.NONE);
        assertThat(sent).isEmpty();
    }

    @Test
    void aNodeThatIsNotHereHasNothingInFlight() {
        GroupCut cut = new GroupCut(
                peers,
                (cluster, node) -> {
                    throw new UnknownNameException(node);
                },
                sent::add,
                1);
        cut.onStep(2, new CutStep(7, "shop", "a"), 0);
        cut.turn(0);

        assertThat(sent).containsExactly(new CutStep(7, "shop", "a", 0));
    }

    private final List<String> carriedOut = new ArrayList<>();

    private GroupCut waiting() {
        return new GroupCut(
                peers,
                (cluster, node) -> {
                    carriedOut.add(node);
                    return 0;
                },
                sent::add,
                1);
    }

    @Test
    void aMemberThatAsksWithoutEndTakesNoPlaceOfAnother() {
        member(2, "b");
        member(3, "c");
        GroupCut cut = waiting();
        for (int i = 0; i < 1_000; i++) {
            cut.onStep(2, new CutStep(i, "shop", "of b " + i), 0);
        }
        cut.onStep(3, new CutStep(7, "shop", "of c"), 0);
        for (int i = 0; i < 1_000; i++) {
            cut.onStep(100 + i, new CutStep(i, "shop", "of an invented one"), 0);
        }
        cut.turn(0);

        assertThat(carriedOut).hasSize(2 * GroupCut.MOST_OF_MEMBER + 1).contains("of c");
        assertThat(carriedOut.get(0)).as("its oldest ones made room").isEqualTo("of b 980");
    }

    @Test
    void manyWhoAskTakeNoPlaceOfOneWhoAsksOnce() {
        member(2, "b");
        GroupCut cut = waiting();
        cut.onStep(2, new CutStep(7, "shop", "of b"), 0);
        for (int i = 3; i < 200; i++) {
            member(i, "m" + i);
            for (int j = 0; j < 5; j++) {
                cut.onStep(i, new CutStep(j, "shop", "of m" + i), 0);
            }
        }
        cut.turn(0);

        assertThat(carriedOut).hasSize(GroupCut.MOST_WAITING).contains("of b");
    }

    @Test
    void answersOfThoseWhoWereNotAskedDoNotCountAndTheSumHasABound() throws InterruptedException {
        member(2, "b");
        member(3, "c");
        List<GroupCut> made = new ArrayList<>();
        GroupCut cut = new GroupCut(
                peers,
                (cluster, node) -> 0,
                step -> {
                    made.get(0).onStep(9, step.answer(5), 0);
                    made.get(0).onStep(2, step.answer(Integer.MAX_VALUE), 0);
                    made.get(0).onStep(3, step.answer(Integer.MAX_VALUE), 0);
                },
                60_000);
        made.add(cut);

        CutResult result = cut.run("shop", "a", 7);
        assertThat(result.silent()).isEmpty();
        assertThat(result.and(1_000).inFlight()).isEqualTo(1_000_001_000);
    }

    @Test
    void aRequestThatCannotBeSentTakesNoPlaceForEver() throws InterruptedException {
        member(2, "b");
        List<GroupCut> made = new ArrayList<>();
        GroupCut cut = new GroupCut(
                peers,
                (cluster, node) -> 0,
                step -> {
                    if (step.round() < 200) {
                        throw new IllegalStateException("no way");
                    }
                    made.get(0).onStep(2, step.answer(4), 0);
                },
                60_000);
        made.add(cut);
        for (int i = 1; i < 200; i++) {
            long round = i;
            assertThatThrownBy(() -> cut.run("shop", "a", round)).isInstanceOf(IllegalStateException.class);
        }

        assertThat(cut.run("shop", "a", 200)).isEqualTo(new CutResult(4, List.of()));
    }
}
