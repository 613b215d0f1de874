// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The work of other members, as it counts when their reports grow old. */
final class PeersTest {

    private static final long S = 1_000_000_000L;
    private static final long[] KEYS = {-5, 0, 3, 9};

    private final Peers peers = new Peers();

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
}
