// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.node.NodeWork;
import org.junit.jupiter.api.Test;

/** Rates out of counts. */
final class OwnRatesTest {

    private static final long TURN = 200_000_000L;

    private static NodeWork work(long[] keys, long... started) {
        int count = keys.length;
        return new NodeWork(keys, new int[count], new int[count], started, new boolean[count]);
    }

    @Test
    void comesToTheRateOfTheLastSeconds() {
        OwnRates rates = new OwnRates();
        int[] last = {};
        for (int i = 0; i < 100; i++) {
            last = rates.after(work(new long[] {4, 8}, 10L * i, 3L * i), i * TURN);
        }

        assertThat(last).containsExactly(500, 150);
    }

    @Test
    void aNodeThatCameBackBeginsAgain() {
        OwnRates rates = new OwnRates();
        rates.after(work(new long[] {4}, 1_000), 0);

        assertThat(rates.after(work(new long[] {4, 9}, 3, 50), TURN)).containsExactly(0, 0);
    }
}
