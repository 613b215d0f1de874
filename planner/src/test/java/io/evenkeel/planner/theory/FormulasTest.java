// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formulas against values that textbooks and traffic tables print, against each other, and at their ends. */
class FormulasTest {

    /** Tables of the Erlang B function: offered load at 1 % and 5 % loss. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.0101, 0.01",
        "2, 0.1526, 0.01",
        "5, 1.3608, 0.01",
        "10, 4.4612, 0.01",
        "20, 12.031, 0.01",
        "50, 37.901, 0.01",
        "100, 84.064, 0.01",
        "5, 2.2185, 0.05",
        "10, 6.2157, 0.05",
        "20, 15.249, 0.05"
    })
    void lossIsThatOfTheTables(int lines, double offered, double lost) {
        assertThat(Erlang.lossShare(lines, offered)).isCloseTo(lost, within(lost * 0.002));
    }

    /** The direct sums, for few lines. */
    @Test
    void recursionIsTheSum() {
        for (int lines = 1; lines < 30; lines++) {
            for (double offered = 0.25; offered < 40; offered *= 2) {
                double last = term(lines, offered);
                assertThat(Erlang.lossShare(lines, offered)).isCloseTo(last / sum(lines, offered), within(1e-12));
            }
            for (double offered = 0.25; offered < lines; offered *= 2) {
                double last = term(lines, offered);
                double waiting = last * lines / (lines - offered);
                assertThat(Erlang.waitShare(lines, offered))
                        .isCloseTo(waiting / (sum(lines, offered) - last + waiting), within(1e-12));
            }
        }
    }

    /** offered^n / n!. */
    private static double term(int n, double offered) {
        double term = 1;
        for (int i = 1; i <= n; i++) {
            term *= offered / i;
        }
        return term;
    }

    private static double sum(int lines, double offered) {
        double sum = 0;
        for (int n = 0; n <= lines; n++) {
            sum += term(n, offered);
        }
        return sum;
    }

    /**
     * Halfin and Whitt: with k = a + β√a lines C tends to 1 / (1 + β Φ(β)/φ(β)); 0.2234 for β = 1. Off by less
     * than 1/√k.
     */
    @Test
    void manyLinesNeitherOverflowNorLoseDigits() {
        double offered = 1_000_000;
        assertThat(Erlang.waitShare(1_001_000, offered)).isCloseTo(0.2234, within(0.002));
        assertThat(new Mmk(999.5, 1, 1000).meanMs()).isFinite();
    }

    /** [K1] section 3.2: at ρ = 0.8 four requests are there on average, and p95 is ln 20 times the mean. */
    @Test
    void oneServer() {
        Mm1 queue = new Mm1(0.8, 1);
        assertThat(queue.inside()).isCloseTo(4, within(1e-12));
        assertThat(queue.meanMs()).isCloseTo(5, within(1e-12));
        assertThat(queue.percentileMs(0.95)).isCloseTo(5 * Math.log(20), within(1e-6));
    }

    /** Two servers, λ = 1.5 μ: C = 2ρ²/(1+ρ) = 9/14 and R = 1/(1−ρ²) = 16/7. */
    @Test
    void twoServers() {
        Mmk queue = new Mmk(1.5, 1, 2);
        assertThat(queue.waitShare()).isCloseTo(9 / 14.0, within(1e-12));
        assertThat(queue.meanMs()).isCloseTo(16 / 7.0, within(1e-12));
        assertThat(queue.inside()).isCloseTo(24 / 7.0, within(1e-12));
    }

    /** The mean is the integral of the tail, for every model that has one. */
    @Test
    void tailsBelongToTheirMeans() {
        assertThat(integral(new Mmk(1.5, 1, 2))).isCloseTo(16 / 7.0, within(0.003));
        assertThat(integral(new Mmk(3, 1, 4))).isCloseTo(new Mmk(3, 1, 4).meanMs(), within(0.003));
        // kμ − λ = μ, where the formula's two rates are one.
        assertThat(integral(new Mmk(2, 1, 3))).isCloseTo(new Mmk(2, 1, 3).meanMs(), within(0.003));
        assertThat(integral(new Mg1Ps(0.7, 1).sharing())).isCloseTo(1 / 0.3, within(0.01));
        assertThat(integral(Mgk.poisson(1.5, 1, 2, 0.5)))
                .isCloseTo(Mgk.poisson(1.5, 1, 2, 0.5).meanMs(), within(0.02));
        assertThat(integral(Mgk.poisson(1.5, 1, 2, 0)))
                .isCloseTo(Mgk.poisson(1.5, 1, 2, 0).meanMs(), within(0.01));
        MmcK limited = new MmcK(3, 1, 2, 5);
        assertThat(integral(limited.station())).isCloseTo(limited.meanMs(), within(0.005));
    }

    private static double integral(QueueModel queue) {
        double step = 0.02;
        double sum = 0;
        for (double t = step / 2; t < 100; t += step) {
            sum += queue.tailShare(t) * step;
        }
        return sum;
    }

    /** Pollaczek and Khinchine: with constant times one waits half as long as with exponential ones. */
    @Test
    void constantTimesHalveTheWait() {
        Mgk constant = Mgk.poisson(0.8, 1, 1, 0);
        assertThat(constant.waitMs()).isCloseTo(2, within(1e-12));
        assertThat(constant.factor()).isCloseTo(0.5, within(1e-12));
        assertThat(Mgk.poisson(0.8, 1, 1, 2).waitMs()).isCloseTo(10, within(1e-12));
    }

    /** With exponential times it is M/M/k, percentiles too. */
    @Test
    void allenAndCunneenIsExactForExponentialTimes() {
        Mgk general = Mgk.poisson(2.5, 1, 3, 1);
        Mmk exact = new Mmk(2.5, 1, 3);
        assertThat(general.meanMs()).isCloseTo(exact.meanMs(), within(1e-9));
        assertThat(general.percentileMs(0.99)).isCloseTo(exact.percentileMs(0.99), within(0.01));
    }

    /**
     * M/D/2 at ρ = 0.8 waits 0.9 service times exactly (tables of Hillier and Yu: Lq = 1.442);
     * the approximation gives 0.889.
     */
    @Test
    void constantTimesAtTwoServersAreNearTheTables() {
        assertThat(1.6 * Mgk.poisson(1.6, 1, 2, 0).waitMs()).isCloseTo(1.442, within(0.03));
    }

    /** With one worker and room for K: p(K) = (1−ρ)ρ^K / (1−ρ^(K+1)). */
    @Test
    void refusesWhatFindsItFull() {
        double rho = 0.9;
        MmcK one = new MmcK(rho, 1, 1, 10);
        assertThat(one.refusedShare())
                .isCloseTo((1 - rho) * Math.pow(rho, 10) / (1 - Math.pow(rho, 11)), within(1e-12));
        assertThat(new MmcK(8, 1, 10, 10).refusedShare()).isCloseTo(Erlang.lossShare(10, 8), within(1e-12));
        assertThat(new MmcK(2, 1, 2, 400).meanMs()).isFinite();
        assertThat(new MmcK(1.5, 1, 2, 400).meanMs()).isCloseTo(16 / 7.0, within(1e-6));
        assertThat(new MmcK(30, 1, 3, 30).refusedShare()).isCloseTo(0.9, within(1e-3));
    }

    /** First come first served: the way of one request through the jumps gives the closed formula's percentiles. */
    @Test
    void jumpsGiveTheFormulasPercentiles() {
        Mmk exact = new Mmk(3.4, 1, 4);
        FlowStation jumps = FlowStation.open(3.4, new double[] {0, 1, 2, 3, 4}, 4, Integer.MAX_VALUE);
        assertThat(jumps.meanMs()).isCloseTo(exact.meanMs(), within(1e-6));
        for (double share : new double[] {0.5, 0.9, 0.95, 0.99, 0.999}) {
            assertThat(jumps.percentileMs(share))
                    .isCloseTo(exact.percentileMs(share), within(0.001 * exact.percentileMs(share)));
        }
    }

    /**
     * Great stations: 600 servers with room for 300 more are near M/M/k, and overloaded ones wait for the whole queue.
     */
    @Test
    void greatStationsAreJudgedQuickly() {
        double[] rates = new double[601];
        for (int n = 1; n <= 600; n++) {
            rates[n] = n / 50.0;
        }
        Mmk exact = new Mmk(11.8, 0.02, 600);
        FlowStation great = FlowStation.open(11.8, rates, 600, 100_000);
        for (double share : new double[] {0.5, 0.95, 0.99}) {
            assertThat(great.percentileMs(share))
                    .isCloseTo(exact.percentileMs(share), within(0.01 * exact.percentileMs(share)));
        }
        FlowStation overloaded = FlowStation.open(15, rates, 600, 900);
        assertThat(overloaded.refusedShare()).isCloseTo(0.2, within(0.001));
        assertThat(overloaded.meanMs()).isCloseTo(75, within(0.5));
        assertThat(overloaded.percentileMs(0.95)).isBetween(150.0, 200.0);
    }

    /** Coffman, Muntz and Trotter 1970: the squared variation of M/M/1-PS is (2+ρ)/(2−ρ). */
    @Test
    void sharingVariesMoreThanWaitingInOrder() {
        for (double rho : new double[] {0.3, 0.7, 0.9}) {
            FlowStation sharing = new Mg1Ps(rho, 1).sharing();
            double mean = 1 / (1 - rho);
            double step = mean / 100;
            double square = 0;
            for (double t = step / 2; t < 60 * mean; t += step) {
                square += 2 * t * sharing.tailShare(t) * step;
            }
            assertThat(square / (mean * mean) - 1).isCloseTo((2 + rho) / (2 - rho), within(0.02));
        }
        assertThat(new Mg1Ps(0.5, 1).meanMs(3)).isEqualTo(6);
    }

    /** E_1 is Poisson; and for k = 2 the equation of σ is a cubic; checked by its own equation. */
    @Test
    void roundRobinOfOneServerIsThatServer() {
        assertThat(new RoundRobin(0.8, 1, 1, 1).meanMs()).isCloseTo(5, within(1e-6));
        RoundRobin two = new RoundRobin(1.6, 1, 2, 1);
        double sigma = two.waitShare();
        assertThat(Math.pow(1.6 / (1.6 + 1 - sigma), 2)).isCloseTo(sigma, within(1e-9));
        assertThat(two.meanMs())
                .isBetween(new Mmk(1.6, 1, 2).meanMs(), Mm1.separate(1.6, 1, 2).meanMs());
    }

    /**
     * More load never helps, more servers never harm, a higher percentile is never shorter: 300 systems of one seed.
     */
    @Test
    void answersAreMonotone() {
        SplittableRandom random = new SplittableRandom(20);
        for (int i = 0; i < 300; i++) {
            int servers = 1 + random.nextInt(40);
            double rate = servers * random.nextDouble(0.05, 0.95);
            double variation = random.nextDouble(0, 2);
            Mmk queue = new Mmk(rate, 1, servers);
            assertThat(new Mmk(rate * 1.01, 1, servers).meanMs()).isGreaterThanOrEqualTo(queue.meanMs());
            assertThat(new Mmk(rate, 1, servers + 1).percentileMs(0.95)).isLessThan(queue.percentileMs(0.95) + 1e-6);
            assertThat(queue.percentileMs(0.99)).isGreaterThan(queue.percentileMs(0.95));
            assertThat(queue.meanMs())
                    .isLessThanOrEqualTo(Mm1.separate(rate, 1, servers).meanMs() + 1e-12);
            assertThat(Mgk.poisson(rate, 1, servers, variation + 0.1).meanMs())
                    .isGreaterThanOrEqualTo(
                            Mgk.poisson(rate, 1, servers, variation).meanMs());
            assertThat(new MmcK(rate * 1.1, 1, servers, servers + 5).refusedShare())
                    .isGreaterThan(new MmcK(rate, 1, servers, servers + 5).refusedShare());
        }
    }

    @Test
    void overloadIsInfiniteAndNonsenseIsRefused() {
        assertThat(new Mm1(1, 1).meanMs()).isInfinite();
        assertThat(new Mmk(5, 1, 4).percentileMs(0.9)).isInfinite();
        assertThat(Mgk.poisson(5, 1, 4, 0).meanMs()).isInfinite();
        assertThat(new RoundRobin(5, 1, 4, 1).meanMs()).isInfinite();
        assertThat(new Mg1Ps(2, 1).percentileMs(0.5)).isInfinite();
        assertThat(new Mmk(0, 1, 4).meanMs()).isEqualTo(1);
        assertThatThrownBy(() -> new Mm1(-1, 1)).hasMessageContaining("arrivalsPerMs");
        assertThatThrownBy(() -> new Mmk(1, 0, 2)).hasMessageContaining("servicePerMs");
        assertThatThrownBy(() -> new Mmk(1, 1, 0)).hasMessageContaining("servers");
        assertThatThrownBy(() -> new MmcK(1, 1, 3, 2)).hasMessageContaining("room");
        assertThatThrownBy(() -> new Mm1(0.1, 1).percentileMs(1)).hasMessageContaining("share");
        assertThatThrownBy(() -> Erlang.lossShare(3, Double.NaN)).hasMessageContaining("offered");
    }
}
