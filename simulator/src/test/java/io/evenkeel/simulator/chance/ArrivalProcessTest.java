// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArrivalProcessTest {

    private static final int ARRIVALS = 200_000;
    private static final long SEED = 5;

    /**
     * The time of n independent gaps has a standard error of variation / sqrt(n) of its mean, and five of them are
     * allowed: 5 / 447 = 0.0112 at variation 1. The MMPP: counts over a long time t have a variance of λt + 2 (λ1 -
     * λ2)² p q t τ with τ = 1 / (1/10 + 1/2) s; at 200/s with levels 165.5 and 372.4, p q = 5/36:
     * λ + 2 · 42 800 · 0.139 · 1.667 = 20 000 t, t = 1000 s: sd 4 470 of 200 000, five are 0.112.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "constant; 0.000001",
                "poisson; 0.0112",
                "weibull(0.7); 0.0164",
                "hyperexponential(4); 0.0448",
                "pareto(2.5); 0.0101",
                "mmpp(0.8, 1.8, 10s, 2s); 0.112",
            })
    void hasItsMeanRate(String text, double tolerance) {
        ArrivalProcess process = ArrivalProcess.parse(text, 200);
        SplittableRandom random = new SplittableRandom(SEED);
        double sumNs = 0;
        for (int i = 0; i < ARRIVALS; i++) {
            long gapNs = process.nextNs(random);
            assertThat(gapNs).isNotNegative();
            sumNs += gapNs;
        }

        assertThat(sumNs / ARRIVALS).isCloseTo(5e6, within(5e6 * tolerance));
    }

    @Test
    void constantArrivalsDoNotDrift() {
        ArrivalProcess process = ArrivalProcess.parse("constant", 3);
        long sumNs = 0;
        for (int i = 0; i < 3000; i++) {
            sumNs += process.nextNs(new SplittableRandom(SEED));
        }

        assertThat(sumNs).isBetween(999_999_999_998L, 1_000_000_000_002L);
    }

    /**
     * A level of 0 for 1 s and of 2 for 1 s at a mean rate of 100/s is 200/s in bursts: gaps of 5 ms inside a burst, a
     * pause of at least none and 1 s on average after about 200 of them. A Poisson process has gaps above 100 ms with
     * probability e^-10.
     */
    @Test
    void modulatedArrivalsComeInBursts() {
        ArrivalProcess process = ArrivalProcess.parse("mmpp(0, 2, 1s, 1s)", 100);
        SplittableRandom random = new SplittableRandom(SEED);
        int pauses = 0;
        for (int i = 0; i < 20_000; i++) {
            pauses += process.nextNs(random) > 100_000_000 ? 1 : 0;
        }

        // About 100 bursts, 90 % of the pauses (e^-0.1) last that long; five standard deviations of their number are
        // 50.
        assertThat(pauses).isBetween(40, 140);
    }

    @Test
    void streamsOfOneFormAreIndependent() {
        SplittableRandom random = new SplittableRandom(SEED);
        ArrivalProcess first = ArrivalProcess.parse("mmpp(0.5, 5, 1s, 100ms)", 10);
        for (int i = 0; i < 10; i++) {
            first.nextNs(random);
        }

        assertThat(ArrivalProcess.parse("mmpp(0.5, 5, 1s, 100ms)", 10).nextNs(new SplittableRandom(1)))
                .isEqualTo(ArrivalProcess.parse("mmpp(0.5, 5, 1s, 100ms)", 10).nextNs(new SplittableRandom(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gamma(2); 10; no such arrival process; there are constant, poisson",
                "poisson(2); 10; 1 numbers in brackets, where none belong",
                "weibull; 10; 0 numbers in brackets",
                "weibull(2ms); 10; no unit",
                "mmpp(0.8, 1.8, 10, 2); 10; two levels of the rate and two times",
                "mmpp(0, 0, 1s, 1s); 10; one level above 0",
                "pareto(0.5); 10; shape 0.5 must be above 1",
                "poisson; 0; above 0",
            })
    void whatIsWrongIsSaid(String text, double perSecond, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ArrivalProcess.parse(text, perSecond))
                .withMessageContaining(message);
    }
}
