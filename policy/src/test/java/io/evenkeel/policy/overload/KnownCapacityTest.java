// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Sample;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeRank;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KnownCapacityTest {

    private static final long S = 1_000_000_000;

    private final NodeArrays arrays = new NodeArrays(3);
    private final KnownCapacity capacity = new KnownCapacity(arrays, 0);

    KnownCapacityTest() {
        for (int slot = 0; slot < 3; slot++) {
            arrays.join(slot, slot + 1);
            arrays.limit(slot, Integer.MAX_VALUE);
            arrays.rank(slot, NodeRank.TAKES, true);
        }
        arrays.relist();
    }

    @SuppressWarnings("EnumOrdinal") // as in the columns
    private void reports(int slot, double perSecond, long takenNs) {
        double[] row = new double[Sample.values().length];
        Arrays.fill(row, Double.NaN);
        row[Sample.CAPACITY_PER_S.ordinal()] = perSecond;
        arrays.sample(slot, row, 0, takenNs);
    }

    @Test
    void isUnknownWithoutAgents() {
        assertThat(capacity.perSecond(S)).isZero();
    }

    @Test
    void nodesWithoutAReportCountAsTheMean() {
        reports(0, 100, S);
        reports(1, 50, S);
        assertThat(capacity.perSecond(S)).isEqualTo(225);
    }

    @Test
    void isLookedAtTenTimesASecondAndForgetsOldReports() {
        reports(0, 100, S);
        reports(1, 100, 5 * S);
        assertThat(capacity.perSecond(5 * S)).isEqualTo(300);
        reports(0, 400, 5 * S);
        assertThat(capacity.perSecond(5 * S + 1)).as("within 100 ms").isEqualTo(300);
        assertThat(capacity.perSecond(6 * S)).isEqualTo(750);
        assertThat(capacity.perSecond(16 * S))
                .as("all are older than ten seconds")
                .isZero();
    }

    @Test
    void nodesThatTakeNoTasksDoNotCount() {
        reports(0, 100, S);
        reports(1, 60, S);
        arrays.rank(0, NodeRank.OUT, true);
        arrays.relist();
        assertThat(capacity.perSecond(S)).isEqualTo(120);
    }
}
