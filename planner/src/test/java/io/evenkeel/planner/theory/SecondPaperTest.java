// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every figure the second paper prints: μ (6.1.1), table 6.1's utilisation, table 6.2's response times on two servers,
 * 6.1.3's shares of the ideal, and what it says of its curves. It prints no table of calculated times; those are made
 * here by its own program (appendix A.3).
 */
class SecondPaperTest {

    private static final double MU = 0.10413;

    /** The body of the paper's {@code queues.c} in Java; rate in requests per second as in its loop. */
    private static double[] program(double rate, int servers) {
        double perMs = rate / 1000;
        double rho = perMs / (servers * MU);
        double sum = 0;
        for (int n = 1; n < servers; n++) {
            sum += Math.pow(servers * rho, n) / factorial(n);
        }
        double last = Math.pow(servers * rho, servers) / (factorial(servers) * (1 - rho));
        double kappa = last / (1 + sum + last);
        return new double[] {1 / (MU - perMs / servers), (1 + kappa / (servers * (1 - rho))) / MU};
    }

    private static double factorial(int n) {
        double product = 1;
        for (int i = 2; i <= n; i++) {
            product *= i;
        }
        return product;
    }

    /** The range of λ from 2 requests a second, a request at a time, up to k·μ where it ends. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void agreesWithThePapersProgram(int servers) {
        for (int rate = 2; rate < servers * MU * 1000; rate++) {
            double[] paper = program(rate, servers);
            assertThat(Mm1.separate(rate / 1000.0, MU, servers).meanMs()).isCloseTo(paper[0], within(1e-9 * paper[0]));
            assertThat(new Mmk(rate / 1000.0, MU, servers).meanMs()).isCloseTo(paper[1], within(1e-9 * paper[1]));
        }
    }

    /** Equation 2.16's remark: with one server the two models are one, and κ = ρ. */
    @Test
    void modelsAreOneForOneServer() {
        Mmk one = new Mmk(0.07, MU, 1);
        assertThat(one.waitShare()).isCloseTo(0.07 / MU, within(1e-12));
        assertThat(one.meanMs()).isCloseTo(new Mm1(0.07, MU).meanMs(), within(1e-9));
    }

    /**
     * Table 6.2, two servers, round robin, constant work: rate, measured ms, and its standard deviation.
     *
     * <p>The paper says that from best to worst it is its measurement, M/M/2, M/M/1². Its own table holds that from
     * 150 to 204 requests a second only: at 2 and 10 a request took 9.89 and 9.87 ms, longer than 1/μ = 9.60 ms, at 50
     * 10.45 against 10.19 of M/M/2, and at 100 they are the same, 12.49 and 12.48. M/M/1² is above the measurement
     * from 10 on.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 9.89, 0.09",
        "10, 9.87, 0.12",
        "50, 10.45, 0.13",
        "100, 12.49, 0.12",
        "150, 17.64, 0.36",
        "160, 20.12, 0.67",
        "170, 24.40, 1.00",
        "180, 31.40, 1.72",
        "190, 41.08, 3.27",
        "200, 66.04, 18.35",
        "202, 78.44, 34.21",
        "204, 97.91, 77.31"
    })
    void measuredTimesStandWhereThePaperDrawsThem(double rate, double measuredMs, double deviationMs) {
        double pooledMs = new Mmk(rate / 1000, MU, 2).meanMs();
        double separateMs = Mm1.separate(rate / 1000, MU, 2).meanMs();
        assertThat(pooledMs).isLessThan(separateMs);
        assertThat(measuredMs < pooledMs).as("below M/M/2").isEqualTo(rate >= 150);
        assertThat(measuredMs < separateMs).as("below M/M/1²").isEqualTo(rate > 2);
        // Round robin of constant work is what was run; that model is the nearest up to 180, and never above the
        // measurement by 3 %.
        double roundRobinMs = new RoundRobin(rate / 1000, MU, 2, 0).meanMs();
        assertThat(roundRobinMs).isLessThan(Math.max(measuredMs * 1.03, measuredMs + deviationMs));
    }

    /**
     * "In the range between 0-150 requests per second the M/M/2 queueing model can be used as a good predictor": within
     * 14 %. Of the same table.
     */
    @ParameterizedTest
    @CsvSource({"2, 9.89", "10, 9.87", "50, 10.45", "100, 12.49", "150, 17.64"})
    void twoServersWithOneQueueAreAGoodPredictorUpTo150(double rate, double measuredMs) {
        assertThat(new Mmk(rate / 1000, MU, 2).meanMs() / measuredMs).isBetween(0.95, 1.14);
    }

    @ParameterizedTest
    @CsvSource({"150, 17.64", "160, 20.12"})
    void roundRobinOfConstantWorkIsNearerThanQueuesApart(double rate, double measuredMs) {
        double roundRobinMs = new RoundRobin(rate / 1000, MU, 2, 0).meanMs();
        double separateMs = Mm1.separate(rate / 1000, MU, 2).meanMs();
        assertThat(Math.abs(roundRobinMs - measuredMs)).isLessThan(Math.abs(separateMs - measuredMs));
    }

    /**
     * 220 a second on two servers is above 208.26: the measured 853.56 ms and failures are those of full queues, not of
     * a steady state.
     */
    @Test
    void twoServersAreOverloadedAt220() {
        assertThat(new Mmk(0.220, MU, 2).meanMs()).isInfinite();
        assertThat(Mm1.separate(0.220, MU, 2).percentileMs(0.5)).isInfinite();
    }

    /**
     * Table 6.1: CPU share is λ/μ, plus 1 to 2 % at rest; the paper's 85.32 % at 90/s is 86.4 % here. Beyond
     * saturation it measured noise.
     */
    @ParameterizedTest
    @CsvSource({"2, 2.98", "10, 10.80", "30, 30.78", "50, 49.22", "70, 67.30", "90, 85.32", "100, 94.96"})
    void utilisationIsTheMeasuredOne(double rate, double cpuPercent) {
        assertThat(100 * new Mm1(rate / 1000, MU).utilizationShare()).isCloseTo(cpuPercent, within(2.0));
    }

    /**
     * 6.1.3: 200 of 2·104, 300 of 3·104, 400 of 4·104 and 480 of 5·104, as whole per cent; 6.1.2: 180 of 208 is
     * "around 87 %", where division gives 86.5.
     */
    @ParameterizedTest
    @CsvSource({"200, 2, 96", "300, 3, 96", "400, 4, 96", "480, 5, 92", "180, 2, 86.4"})
    void sharesOfTheIdealAreThePapers(double rate, int servers, double percent) {
        assertThat(100 * new Mmk(rate / 1000, MU, servers).utilizationShare()).isCloseTo(percent, within(0.6));
    }

    /** 6.1.2: max_rate = 2μ = 0.20826 and 5μ = 0.52065. */
    @ParameterizedTest
    @CsvSource({"2, 0.20826", "5, 0.52065"})
    void endsWhereThePaperEnds(int servers, double maxRate) {
        assertThat(new Mmk(maxRate * 1.0001, MU, servers).meanMs()).isInfinite();
        assertThat(new Mmk(maxRate * 0.9999, MU, servers).meanMs()).isFinite();
    }
}
