// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.NodeLeft;
import io.evenkeel.join.report.SessionsSeen;
import io.evenkeel.join.report.StampedOrder;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The work of other members, as it counts when their reports grow old. */
final class PeersTest {

    private static final long S = 1_000_000_000L;
    private static final long[] KEYS = {-5, 0, 3, 9};

    private final Peers peers = new Peers(1 << 20, 0);

    private static MemberReport report(long member, String name, long sequence, ClusterWork... works) {
        return new MemberReport(member, name, "0.1.0", sequence, 1, false, false, 42, List.of(works), List.of());
    }

    private static ClusterWork work(long[] keys, int... inFlight) {
        return new ClusterWork("shop", keys, inFlight, new int[keys.length], new boolean[keys.length]);
    }

    @Test
    void addsUpByTheKeysOfNodes() {
        peers.hear(report(1, "a", 1, work(new long[] {-5, 3, 4}, 7, 2, 100)), 0);
        peers.hear(report(2, "b", 1, work(new long[] {3, 9}, 1, 5)), 0);

        assertThat(peers.inFlight("shop", KEYS, 0)).containsExactly(7, 0, 3, 5);
        assertThat(peers.inFlight("bank", KEYS, 0)).containsExactly(0, 0, 0, 0);
    }

    @Test
    void aReportChangesTheTasksOfNodesWhereItSaysSomethingElse() {
        peers.hear(report(1, "a", 1, work(new long[] {-5, 3}, 7, 2)), 0);
        assertThat(peers.changed("shop")).as("nobody has asked").isNull();
        assertThat(peers.inFlight("shop", KEYS, 0)).containsExactly(7, 0, 2, 0);
        assertThat(peers.changed("shop")).isNull();

        peers.hear(report(2, "b", 1, work(new long[] {3, 9}, 1, 5)), 0);
        peers.hear(report(1, "a", 2, work(new long[] {0, 3}, 4, 1)), 0);
        assertThat(peers.changed("shop")).isNotNull().satisfies(each -> {
            assertThat(each.places()).as("node 3 has two still").containsExactly(0, 1, 3);
            assertThat(each.inFlight()).containsExactly(0, 4, 5);
        });
        assertThat(peers.changed("shop")).isNull();
        assertThat(peers.inFlight("shop", KEYS, 0)).containsExactly(0, 4, 2, 5);
    }

    @Test
    void tellsWhatAllOthersHaveAtANode() {
        NodeLeft left = new NodeLeft(3, 5, 60);
        ClusterWork work = new ClusterWork("shop", new long[] {3}, new int[] {7}, new int[1], new boolean[1])
                .leaving(List.of(left));
        peers.hear(report(1, "a", 1, work), 0);
        peers.hear(
                report(
                        2,
                        "b",
                        1,
                        new ClusterWork("shop", KEYS, new int[4], new int[4], new boolean[4]).leaving(List.of(left))),
                0);

        assertThat(peers.elsewhere("shop", 3, 42, S)).isEqualTo(new Elsewhere(7, 10, 60, List.of()));
        assertThat(peers.elsewhere("shop", 4, 42, S)).isEqualTo(Elsewhere.NONE);
        assertThat(peers.elsewhere("shop", 4, 43, S).late())
                .as("they do not know all orders")
                .containsExactly("a", "b");
        peers.hear(report(2, "b", 2, work(KEYS, 0, 0, 0, 0).leaving(List.of(left))), S);
        assertThat(peers.elsewhere("shop", 3, 42, 2 * S))
                .as("a was not heard for more than a second")
                .isEqualTo(new Elsewhere(7, 10, 60, List.of("a")));
    }

    @Test
    void addsUpSessionsByTheAgeOfReports() {
        ClusterWork idle = new ClusterWork("shop", new long[] {3}, new int[1], new int[] {400}, new boolean[1]);
        peers.hear(report(1, "a", 1, idle.seeing(new SessionsSeen(100, 2_000, 10, 30, 500))), 0);
        peers.hear(report(2, "b", 1, idle.seeing(new SessionsSeen(300, 4_000, 1, 2, 7))), 0);

        assertThat(peers.sessions("shop", 0)).isEqualTo(new RunningElsewhere(400, 3.5e9, 80));
        assertThat(peers.sessions("shop", 3 * S).running()).isCloseTo(147, Offset.offset(1.0));
        assertThat(peers.sessions("bank", 0)).isEqualTo(new RunningElsewhere(0, 0, 0));
        assertThat(peers.figures("shop")).isEqualTo(new SessionFigures(0, 0, 11, 32, 507));
    }

    /** 5 came to node 3 in a slice that ends in 0.3 s; 4 are expected in it, 6 in the next, 8 in the one after. */
    private static ClusterWork slicing(long lengthNs) {
        NodeSlices slices = new NodeSlices(
                lengthNs, 3 * S / 10, new int[] {5}, new int[][] {{4}, {6}, {8}}, new double[] {2.5}, new int[] {7});
        return new ClusterWork("shop", new long[] {3}, new int[1], new int[1], new boolean[1]).slicing(slices);
    }

    /** Requests that came and that are expected, mean tasks in flight and tasks that ended, at node 3. */
    private double[] bySlice(long nowNs) {
        double[] figures = new double[4];
        double[][] sums = peers.bySlice("shop", KEYS, S, nowNs);
        for (int figure = 0; figure < 4; figure++) {
            assertThat(sums[figure][0] + sums[figure][1] + sums[figure][3])
                    .as("of other nodes")
                    .isZero();
            figures[figure] = sums[figure][2];
        }
        return figures;
    }

    @Test
    void addsUpTheSlicesThatHoldTheMomentByTheAgeOfReports() {
        peers.hear(report(1, "a", 1, slicing(S)), 0);
        peers.hear(report(2, "b", 1, slicing(S)), 0);
        assertThat(bySlice(0)).containsExactly(10, 8, 5, 14);
        assertThat(bySlice(3 * S / 10 - 1)).containsExactly(10, 8, 5, 14);
        assertThat(bySlice(3 * S / 10)).as("a new slice").containsExactly(0, 12, 5, 14);

        double share = Math.exp(-0.5);
        assertThat(bySlice(2 * S)[1]).as("late, two slices on").isCloseTo(16 * share, Offset.offset(1e-9));
        assertThat(bySlice(2 * S)[3]).isCloseTo(14 * share, Offset.offset(1e-9));
        assertThat(bySlice(3 * S)[1]).as("nothing was told of that slice").isZero();
        assertThat(bySlice(10 * S)).as("gone").containsExactly(0, 0, 0, 0);
        peers.hear(report(1, "a", 2, slicing(S)), 9 * S);
        assertThat(bySlice(9 * S)[0]).as("it counts at once").isEqualTo(5);
    }

    @Test
    void slicesOfAnotherLengthDoNotCount() {
        peers.hear(report(1, "a", 1, slicing(2 * S)), 0);
        peers.hear(report(2, "b", 1, work(new long[] {3}, 7)), 0);

        assertThat(bySlice(0)).containsExactly(0, 0, 0, 0);
        assertThat(peers.inFlight("shop", KEYS, 0)).containsExactly(0, 0, 7, 0);
    }

    @Test
    void keepsTheSlicesOfNodesThatAreHere() {
        NodeSlices slices = new NodeSlices(
                S, S, new int[] {1, 5, 2}, new int[][] {{1, 4, 2}}, new double[] {1, 2.5, 1}, new int[] {1, 7, 2});
        peers.here(Map.of("shop", KEYS));
        peers.hear(report(1, "a", 1, work(new long[] {-7, 3, 4}, 0, 0, 0).slicing(slices)), 0);

        assertThat(bySlice(0)).containsExactly(5, 4, 2.5, 7);
        assertThat(peers.reports().get(0).clusters().get(0).slices())
                .isNotNull()
                .satisfies(kept -> assertThat(kept.came()).containsExactly(5));
    }

    @Test
    void oneOfThoseWhoKnowEachOtherSpeaks() {
        Peers five = new Peers(5, 0);
        assertThat(five.speaks(S)).as("it has just begun").isFalse();
        assertThat(five.speaks(5 * S)).as("it is alone").isTrue();
        five.hear(report(9, "c", 1), 5 * S);
        five.hear(report(2, "a", 1), 6 * S);

        assertThat(five.speaks(10 * S)).as("a has just come").isTrue();
        assertThat(five.speaks(11 * S)).as("a speaks").isFalse();
    }

    @Test
    void theNewestReportCounts() {
        peers.hear(report(1, "a", 1, work(new long[] {3}, 7)), 0);
        assertThat(peers.hear(report(1, "a", 3, work(new long[] {3}, 9)), S / 5))
                .isEqualTo(Peers.Heard.NEWER);
        assertThat(peers.hear(report(1, "a", 2, work(new long[] {3}, 1)), S / 5))
                .isEqualTo(Peers.Heard.LEFT_OUT);

        assertThat(peers.inFlight("shop", KEYS, S / 5)).containsExactly(0, 0, 9, 0);
    }

    @Test
    void aLateMemberCountsLessAndLessAndThenNoMore() {
        peers.hear(report(1, "a", 1, work(new long[] {3}, 100)), 0);

        assertThat(peers.inFlight("shop", KEYS, S)[2]).isEqualTo(100);
        assertThat(peers.inFlight("shop", KEYS, 3 * S)[2]).isEqualTo(37);
        assertThat(peers.inFlight("shop", KEYS, 5 * S)[2]).isEqualTo(14);
        assertThat(peers.inFlight("shop", KEYS, 10 * S)[2]).isZero();
        assertThat(peers.sweep(9 * S)).isEmpty();
        assertThat(peers.sweep(10 * S)).containsExactly("a");
        assertThat(peers.view(10 * S)).isEmpty();
    }

    @Test
    void oneThatIsHeardAgainCountsAtOnce() {
        peers.hear(report(1, "a", 1, work(new long[] {3}, 100)), 0);
        peers.hear(report(1, "a", 50, work(new long[] {3}, 80)), 9 * S);

        assertThat(peers.inFlight("shop", KEYS, 9 * S)[2]).isEqualTo(80);
    }

    @Test
    void aMemberThatWasStartedAgainTakesItsOldPlace() {
        peers.hear(report(1, "a", 900, work(new long[] {3}, 100)), 0);
        assertThat(peers.hear(report(2, "a", 1, work(new long[] {3}, 1)), S)).isEqualTo(Peers.Heard.NEW);

        assertThat(peers.inFlight("shop", KEYS, S)[2]).isEqualTo(1);
    }

    @Test
    void goodbyeEndsAtOnce() {
        peers.hear(report(1, "a", 1, work(new long[] {3}, 100)), 0);
        MemberReport goodbye = new MemberReport(1, "a", "", 2, 1, true, true, 0, List.of(), List.of());

        assertThat(peers.hear(goodbye, S)).isEqualTo(Peers.Heard.GOODBYE);
        assertThat(peers.inFlight("shop", KEYS, S)[2]).isZero();
    }

    @Test
    void takesNoMoreMembersThanItHasRoomFor() {
        for (int i = 0; i < 300; i++) {
            peers.hear(report(i, "m" + i, 1), 0);
        }

        assertThat(peers.view(0)).hasSize(200);
    }

    @Test
    void keepsOfReportsWhatTheySayOfNodesThatAreHere() {
        NodeLeft left = new NodeLeft(3, 5, 60);
        ClusterWork shop = work(new long[] {3, 4}, 7, 100).leaving(List.of(left, new NodeLeft(4, 1, 1)));
        ClusterWork bank = new ClusterWork("bank", new long[] {3}, new int[] {9}, new int[1], new boolean[1]);
        StampedOrder order =
                new StampedOrder("shop", "n", new NodeOrder(AdminState.DRAIN, null, null, Double.NaN, 1), 1, 1);
        peers.hear(report(1, "a", 1, shop, bank), 0);
        peers.here(Map.of("shop", KEYS));
        peers.hear(
                new MemberReport(2, "b", "0.1.0", 1, 1, false, false, 42, List.of(shop, shop, bank), List.of(order)),
                0);

        assertThat(peers.reports()).hasSize(2).allSatisfy(each -> {
            assertThat(each.orders()).isEmpty();
            assertThat(each.clusters()).singleElement().satisfies(kept -> {
                assertThat(kept.cluster()).isEqualTo("shop");
                assertThat(kept.keys()).containsExactly(3);
                assertThat(kept.inFlight()).containsExactly(7);
                assertThat(kept.left()).containsExactly(left);
            });
        });
        assertThat(peers.inFlight("shop", KEYS, 0)).containsExactly(0, 0, 14, 0);
        assertThat(peers.view(0).get(0).inFlight())
                .as("in all nodes that it has")
                .isEqualTo(116);
    }

    @Test
    void sumsOfWhatMembersTellHaveABound() {
        for (int i = 1; i <= 3; i++) {
            peers.hear(report(i, "m" + i, 1, work(new long[] {3}, Integer.MAX_VALUE)), 0);
        }

        assertThat(peers.elsewhere("shop", 3, 42, 0).inFlight()).isEqualTo(1_000_000_000);
    }

    @Test
    void anOpinionIsCountedWhileItIsFresh() {
        ClusterWork ill =
                new ClusterWork("shop", new long[] {3, 9}, new int[2], new int[2], new boolean[] {true, false});
        peers.hear(report(1, "a", 1, ill), 0);
        peers.hear(report(2, "b", 1, ill), S);

        assertThat(peers.against("shop", 3, S)).isEqualTo(2);
        assertThat(peers.against("shop", 3, 2 * S)).isEqualTo(1);
        assertThat(peers.against("shop", 9, S)).isZero();
        assertThat(peers.against("bank", 3, S)).isZero();
    }

    @Test
    void tellsByTheDigestThatAMemberKnowsOtherOrders() {
        peers.hear(report(1, "a", 1), 0);

        assertThat(peers.differs(42, 0)).isFalse();
        assertThat(peers.differs(43, 0)).isTrue();
        assertThat(peers.differs(43, 5 * S))
                .as("nobody knows what one that is late knows")
                .isFalse();
    }

    @Test
    void lateIsWhatComesBeyondAFifthOfASecond() {
        for (int i = 0; i < 100; i++) {
            peers.hear(report(1, "a", i + 1), i * S / 2);
        }

        assertThat((double) peers.view(100 * S / 2).get(0).lateMs()).isCloseTo(300, Offset.offset(2.0));
    }

    /** Members of the first versions do not say when their reports are due; all send one each 200 ms. */
    @Test
    void aMemberOfAnEarlierVersionIsNotLate() {
        for (int i = 0; i < 100; i++) {
            peers.hear(report(1, "a", i + 1), i * S / 5);
        }

        assertThat(peers.view(20 * S).get(0).lateMs()).isZero();
    }

    @Test
    void whenAReportIsLateItsMemberSays() {
        for (long i = 0; i < 100; i++) {
            peers.hear(report(1, "a", i + 1).due(50), i * S / 20);
            peers.hear(report(2, "b", i + 1).due(50), i * 3 * S / 20);
            peers.hear(report(3, "c", i + 1).due(150), i * 3 * S / 20);
        }

        assertThat(peers.view(15 * S)).extracting(MemberView::name).containsExactly("a", "b", "c");
        assertThat(peers.view(15 * S)).extracting(MemberView::everyMs).containsExactly(50, 50, 150);
        assertThat(peers.view(15 * S).get(0).lateMs()).isZero();
        assertThat((double) peers.view(15 * S).get(1).lateMs())
                .as("two of three did not come")
                .isCloseTo(100, Offset.offset(2.0));
        assertThat(peers.view(15 * S).get(2).lateMs()).isZero();
    }

    @Test
    void aTimeThatGrowsIsNoLateness() {
        peers.hear(report(1, "a", 1).due(50), 0);
        peers.hear(report(1, "a", 2).due(50), S / 20);
        peers.hear(report(1, "a", 3).due(200), S / 4);
        peers.hear(report(1, "a", 4).due(50), 3 * S / 10);

        assertThat(peers.view(S).get(0).lateMs()).isZero();
    }

    @Test
    void countsMembers() {
        peers.hear(report(1, "a", 1), 0);
        peers.hear(report(2, "b", 1), 9 * S);
        assertThat(peers.count()).isEqualTo(2);
        peers.sweep(10 * S);
        assertThat(peers.count()).isEqualTo(1);
    }
}
