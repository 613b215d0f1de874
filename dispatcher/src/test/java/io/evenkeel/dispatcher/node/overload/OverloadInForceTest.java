// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.policy.columns.NodeArrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverloadInForceTest {

    private static final int GOLD = 1;
    private static final long MS = 1_000_000;

    private final NodeArrays arrays = new NodeArrays(4);

    private static OverloadSettings gold(boolean admitSessions) {
        QueueClass gold = new QueueClass("gold", null, null, null, null, SessionKind.ANY, List.of(), 0.5, 0);
        return new OverloadSettings(admitSessions, List.of(gold), null, null);
    }

    private static ClassCounts ofGold(OverloadInForce overload) {
        return overload.counts(number -> 0, List.of(), 0).classes().get(GOLD);
    }

    @Test
    void admitsAllAndCountsNothingWithoutRules() {
        OverloadInForce overload = new OverloadInForce(OverloadSettings.NONE, arrays, 0);

        assertThat(overload.isOff()).isTrue();
        assertThat(overload.admits(0, true, -1, 0)).isTrue();
        overload.granted(0, 0, true, 1);
        overload.left(0, WithoutNode.QUEUE_LATE, 7, 0, true, 1);

        assertThat(overload.counts(number -> 7, List.of(), 1)).isEqualTo(OverloadCounts.NONE);
        assertThat(overload.retryAfterS(true, 100, 1)).isEqualTo(1);
        assertThat(overload.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void countsByClassUnderTheRulesThatCome() {
        OverloadInForce overload = new OverloadInForce(OverloadSettings.NONE, arrays, 0);
        overload.granted(GOLD, 0, true, 1);

        overload.follow(gold(false), 2);
        overload.granted(GOLD, 1, true, 3);
        overload.left(GOLD, WithoutNode.CLIENT_GONE, 7, 1, true, 3);

        assertThat(ofGold(overload).admitted()).isEqualTo(1);
        assertThat(ofGold(overload).without()).containsEntry(WithoutNode.CLIENT_GONE, 1L);
    }

    @Test
    void keepsItsCountsWhileTheRulesStayTheSame() {
        OverloadInForce overload = new OverloadInForce(gold(false), arrays, 0);
        overload.granted(GOLD, 0, true, 1);

        overload.follow(gold(false), 2);
        assertThat(ofGold(overload).admitted()).isEqualTo(1);

        overload.follow(gold(true), 3);
        assertThat(ofGold(overload).admitted()).isZero();
    }

    @Test
    void forgetsTheRulesThatGo() {
        OverloadInForce overload = new OverloadInForce(gold(false), arrays, 0);

        overload.follow(OverloadSettings.NONE, 1);

        assertThat(overload.isOff()).isTrue();
        assertThat(overload.counts(number -> 0, List.of(), 1)).isEqualTo(OverloadCounts.NONE);
    }

    @Test
    void aTaskForWhichThereIsNoMemorySaysNothingOfThePatienceOfClients() {
        OverloadInForce overload =
                new OverloadInForce(new OverloadSettings(false, List.of(), null, null, false, false, true), arrays, 0);
        for (int i = 0; i < 64; i++) {
            overload.left(0, WithoutNode.MEMORY_FULL, 100 + i, 0, true, 320 * MS);
        }
        assertThat(overload.admits(0, false, -1, 320 * MS)).isTrue();
        assertThat(overload.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }

    /** Other threads read it without the gate, so it is told again with each task that is admitted. */
    @Test
    void tellsThePatienceOfClientsUntilTheRulesGo() {
        OverloadInForce overload =
                new OverloadInForce(new OverloadSettings(false, List.of(), null, null, false, false, true), arrays, 0);
        for (int i = 0; i < 32; i++) {
            overload.left(0, WithoutNode.CLIENT_GONE, 7, 0, true, 320 * MS);
        }
        assertThat(overload.admits(0, false, -1, 320 * MS)).isTrue();
        assertThat(overload.patienceNs()).as("of one client").isEqualTo(Long.MAX_VALUE);
        for (int i = 0; i < 32; i++) {
            overload.left(0, WithoutNode.CLIENT_GONE, 100 + i, 0, true, 320 * MS);
        }
        assertThat(overload.admits(0, false, -1, 320 * MS)).isTrue();
        assertThat(overload.patienceNs()).isEqualTo(325 * MS);

        overload.follow(OverloadSettings.NONE, 400 * MS);
        assertThat(overload.patienceNs()).isEqualTo(Long.MAX_VALUE);
    }
}
