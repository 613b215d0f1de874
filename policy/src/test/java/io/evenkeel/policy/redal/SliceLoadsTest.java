// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SliceLoadsTest {

    private static final long S = 1_000_000_000L;
    private static final double ALPHA = 0.9;

    /** Slices of 10 s, the first from 100 s to 110 s. */
    private final SliceLoads loads = new SliceLoads(2, 10 * S);

    SliceLoadsTest() {
        loads.begin(100 * S);
    }

    /** Figure 6: r1 at t1 in c0; with h = 20 s r2 is expected at t2, in c2. */
    @Test
    void aRequestReservesRoomInThePredictedSlice() {
        loads.came(0);
        long reserved = loads.reserve(0, 123 * S);

        assertThat(reserved).isEqualTo(2);
        assertThat(modified(0, 100, 110, 120, 129, 130)).containsExactly(1, 0, 0.9, 0.9, 0);
        assertThat(modified(1, 100, 120)).containsExactly(0, 0);
    }

    /** Figure 6, and section 2.2: r2 comes in c0 already; l becomes 2 and e2 is decremented. */
    @Test
    void anEarlyArrivalCancelsItsReservation() {
        loads.came(0);
        long reserved = loads.reserve(0, 123 * S);
        loads.cancel(0, reserved);
        loads.came(0);

        assertThat(modified(0, 105, 120)).containsExactly(2, 0);
    }

    /** One of two expected requests came: m = 1 + 0.9 * 1. A request that comes after its slice finds nothing. */
    @Test
    void whatIsExpectedCountsLessThanWhatHasComeAndOnlyInItsSlice() {
        long first = loads.reserve(0, 115 * S);
        loads.reserve(0, 112 * S);
        assertThat(loads.advance(110 * S)).isTrue();
        loads.cancel(0, first);
        loads.came(0);
        assertThat(modified(0, 110)).containsExactly(1.9);

        loads.advance(120 * S);
        loads.cancel(0, first);
        assertThat(modified(0, 120)).containsExactly(0);
    }

    /** Figure 5: the slices are a cycle; a slice that begins finds nothing of the one whose place it takes. */
    @Test
    void theSlicesAreACycle() {
        assertThat(loads.reserve(0, 100 * S + SliceLoads.RING * 10 * S)).isEqualTo(SliceLoads.NONE);
        long last = loads.reserve(0, 99 * S + SliceLoads.RING * 10 * S);
        assertThat(last).isEqualTo(SliceLoads.RING - 1);
        loads.cancel(0, SliceLoads.NONE);
        loads.reserve(1, 101 * S);

        loads.advance(110 * S);
        assertThat(loads.reserve(1, 109 * S + SliceLoads.RING * 10 * S)).isEqualTo(SliceLoads.RING);
        loads.advance(100 * S + (SliceLoads.RING - 1) * 10 * S);
        assertThat(modified(0, 2651)).containsExactly(0.9);
        loads.advance(2660 * S);
        assertThat(modified(1, 2660, 2670)).containsExactly(0.9, 0);
        loads.advance(1_000_000 * S);
        assertThat(modified(1, 1_000_000, 1_000_010)).containsExactly(0, 0);
    }

    @Test
    void aSliceIsNewOnceAndTimeMayGoBackALittle() {
        assertThat(loads.advance(109 * S)).isFalse();
        assertThat(loads.advance(131 * S)).isTrue();
        assertThat(loads.beganNs()).isEqualTo(130 * S);
        assertThat(loads.advance(129 * S)).isFalse();
        assertThat(loads.reserve(0, 129 * S)).isEqualTo(3);
    }

    @Test
    void forgetsANode() {
        loads.came(0);
        loads.reserve(0, 110 * S);
        loads.reserve(1, 110 * S);
        loads.forget(0);

        assertThat(modified(0, 100, 110)).containsExactly(0, 0);
        assertThat(modified(1, 110)).containsExactly(0.9);
        loads.cancel(0, 1);
        assertThat(modified(0, 110)).as("never below 0").containsExactly(0);
    }

    private double[] modified(int slot, long... atS) {
        double[] loadsThen = new double[atS.length];
        for (int i = 0; i < atS.length; i++) {
            loadsThen[i] = loads.modified(slot, ALPHA, atS[i] * S);
        }
        return loadsThen;
    }
}
