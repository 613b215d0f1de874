// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class RateWindowTest {

    private static final long SECOND_NS = 1_000_000_000;

    private final RateWindow rates = new RateWindow(2 * SECOND_NS);

    @Test
    void aSteadyRateIsRightFromTheFirstStepHoweverUnevenTheSteps() {
        for (long stepNs : new long[] {100_000_000, 350_000_000, 5 * SECOND_NS}) {
            step(stepNs, 40 * stepNs / SECOND_NS, 0);
            assertThat(rates.perSecond(Ledger.ARRIVALS)).isCloseTo(40, within(0.5));
            step(1_000_000, 0, 0);
        }
    }

    /** After one length of silence, e to the minus first is left. */
    @Test
    void aRateFadesWithItsLength() {
        for (int i = 0; i < 100; i++) {
            step(SECOND_NS, 100, 0);
        }
        step(2 * SECOND_NS, 0, 0);

        assertThat(rates.perSecond(Ledger.ARRIVALS)).isCloseTo(100 / Math.E, within(10.0));
    }

    @Test
    void aMeanLastsUntilItsEventsHaveFaded() {
        step(SECOND_NS, 0, 2);
        assertThat(rates.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS)).isEqualTo(10);

        step(8 * SECOND_NS, 0, 0);
        assertThat(rates.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS)).isCloseTo(10, within(1e-6));

        step(8 * SECOND_NS, 0, 0);
        assertThat(rates.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS)).isNaN();
    }

    @Test
    void nothingIsKnownBeforeTheFirstStep() {
        assertThat(rates.perSecond(Ledger.ARRIVALS)).isNaN();
        assertThat(rates.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS)).isNaN();
    }

    private void step(long stepNs, long arrivals, long completionsOf10Ns) {
        long[] growth = new long[Ledger.SUMS];
        growth[Ledger.ARRIVALS] = arrivals;
        growth[Ledger.COMPLETIONS] = completionsOf10Ns;
        growth[Ledger.RESPONSE_NS] = 10 * completionsOf10Ns;
        rates.add(growth, stepNs);
    }
}
