// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ListenerSharesTest {

    private static final double NEAR = 0.01;

    @Test
    void givesAllOfAListenerToItsOnlyClusterEvenWhenNothingEndsThere() {
        double[][] parts = ListenerShares.divide(
                new double[] {40, 7}, new double[] {0, 90}, new boolean[][] {{true, false}, {false, true}});
        assertThat(parts[0]).containsExactly(40, 0);
        assertThat(parts[1]).containsExactly(0, 7);
    }

    @Test
    void dividesAListenerByTheRatesOfItsClusters() {
        double[][] parts = ListenerShares.divide(
                new double[] {100}, new double[] {30, 70, 5}, new boolean[][] {{true, true, false}});
        assertThat(parts[0]).containsExactly(new double[] {30, 70, 0}, within(NEAR));
    }

    @Test
    void findsTheOnlyDivisionThatFitsBothTotals() {
        double[][] parts = ListenerShares.divide(
                new double[] {60, 40}, new double[] {25, 75}, new boolean[][] {{true, true}, {false, true}});
        assertThat(parts[0]).containsExactly(new double[] {25, 35}, within(NEAR));
        assertThat(parts[1]).containsExactly(new double[] {0, 40}, within(NEAR));
    }

    @Test
    void leavesAListenerWithoutRoutesEmpty() {
        assertThat(ListenerShares.divide(new double[] {3}, new double[] {4}, new boolean[][] {{false}})[0])
                .containsExactly(0);
    }
}
