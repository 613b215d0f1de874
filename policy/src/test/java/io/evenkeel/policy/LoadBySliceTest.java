// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LoadBySliceTest {

    private static LoadBySlice of(long lengthNs, long leftNs, int came, int expected, double running, int ended) {
        return new LoadBySlice(
                lengthNs,
                leftNs,
                new int[came],
                new int[][] {new int[2], new int[expected]},
                new double[] {0, running},
                new int[ended]);
    }

    private static void refused(
            String why, long lengthNs, long leftNs, int came, int expected, double running, int ended) {
        assertThatThrownBy(() -> of(lengthNs, leftNs, came, expected, running, ended))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void hasAnEntryForEachNodeInEachList() {
        refused("lengths", 5, 5, 1, 2, 0, 2);
        refused("lengths", 5, 5, 3, 2, 0, 2);
        refused("lengths", 5, 5, 2, 1, 0, 2);
        refused("lengths", 5, 5, 2, 2, 0, 0);
        assertThat(of(5, 5, 2, 2, 0, 2).isIdle(1)).isTrue();
    }

    @Test
    void aSliceHasALengthAndAnEnd() {
        refused("slice", 0, 0, 2, 2, 0, 2);
        refused("slice", -5, -5, 2, 2, 0, 2);
        refused("slice", 5, 0, 2, 2, 0, 2);
        refused("slice", 5, 6, 2, 2, 0, 2);
        assertThat(of(5, 1, 2, 2, 0, 2).leftNs()).isEqualTo(1);
    }

    @Test
    void tasksInFlightAreANumber() {
        for (double each : new double[] {-0.01, Double.NaN, Double.POSITIVE_INFINITY}) {
            refused("in flight", 5, 5, 2, 2, each, 2);
        }
        LoadBySlice told = LoadBySlice.empty(5, 5, 2, 1);
        told.running()[0] = -1;
        assertThatThrownBy(told::checked).as("filled in since").isInstanceOf(IllegalArgumentException.class);
        told.running()[0] = 1;
        assertThat(told.checked().running()).containsExactly(1, 0);
    }
}
