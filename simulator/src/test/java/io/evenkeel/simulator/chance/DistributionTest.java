// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds are five standard errors, which chance passes once in two million; the seed is fixed besides. */
final class DistributionTest {

    private static final int SAMPLES = 200_000;
    private static final long SEED = 11;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "7; 7; 0",
                "constant(2s); 2000; 0",
                "uniform(5ms, 9ms); 7; 0.16496",
                "exponential(8ms); 8; 1",
                "hyperexponential(8ms, 3); 8; 3",
                "lognormal(80ms, 0.5); 80; 0.5",
                "inverse-gaussian(10, 0.8); 10; 0.8",
                "weibull(0.7, 20ms); 20; 1.46242",
                "weibull(2, 20); 20; 0.52272",
                "pareto(1.5, 20ms, 200); 20; 2.01766",
                "pareto(1, 20, 200); 20; 2.46037",
                "pareto(2, 20, 200); 20; 1.29452",
                "geometric(10); 10; 0.94868",
                "geometric(1); 1; 0",
                "zipf(1.0, 3); 1.63636; 0.47140",
            })
    void hasItsMeanAndVariation(String text, double mean, double variation) {
        Moments moments = moments(text, mean, variation);

        double mostError = 6 * moments.errorOfSecond() + 1e-4 * mean * mean;
        assertThat(moments.second()).isCloseTo(mean * mean * (1 + variation * variation), within(mostError));
    }

    /** Its fourth moment is infinite, so no sample tells how far that of the squares may be off. */
    @Test
    void aHeavyTailHasItsMean() {
        assertThat(moments("pareto(2.5, 1m)", 60_000, 0.89443).second()).isFinite();
    }

    /**
     * The mean of the squares of a sample.
     *
     * @param errorOfSecond its standard error
     */
    private record Moments(double second, double errorOfSecond) {}

    /** Checks mean and variation as they are told, and the mean of a sample. */
    private static Moments moments(String text, double mean, double variation) {
        Distribution distribution = Distribution.parse(text);
        SplittableRandom random = new SplittableRandom(SEED);
        double sum = 0;
        double squares = 0;
        double fourths = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double x = distribution.sample(random);
            sum += x;
            squares += x * x;
            fourths += x * x * x * x;
        }
        double second = squares / SAMPLES;
        double errorOfSecond = Math.sqrt(Math.max(0, fourths / SAMPLES - second * second) / SAMPLES);

        assertThat(distribution.mean()).isCloseTo(mean, within(1e-5 * mean));
        assertThat(distribution.variation()).isCloseTo(variation, within(1e-5));
        assertThat(sum / SAMPLES).isCloseTo(mean, within(5 * mean * variation / Math.sqrt(SAMPLES) + 1e-5 * mean));
        return new Moments(second, errorOfSecond);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "exponential(1); 1; 0.632121",
                "weibull(0.5, 2); 1; 0.632121", // scale 2 / Γ(3) = 1
                "pareto(2, 2); 2; 0.75", // smallest value 1
                "lognormal(1, 1); 0.707107; 0.5", // median = mean / sqrt(1 + variation^2)
                "inverse-gaussian(1, 1); 1; 0.668102", // Φ(0) + e^2 Φ(-2)
                "hyperexponential(1, 1); 1; 0.632121",
                "geometric(4); 1; 0.25",
                "geometric(4); 3; 0.578125",
                "zipf(1, 3); 1; 0.545455",
                "zipf(0, 4); 3; 0.75",
            })
    void hasItsShape(String text, double x, double shareBelow) {
        Distribution distribution = Distribution.parse(text);
        SplittableRandom random = new SplittableRandom(SEED);
        int below = 0;
        for (int i = 0; i < SAMPLES; i++) {
            below += distribution.sample(random) <= x ? 1 : 0;
        }

        assertThat((double) below / SAMPLES)
                .isCloseTo(shareBelow, within(5 * Math.sqrt(shareBelow * (1 - shareBelow) / SAMPLES)));
    }

    @Test
    void staysBetweenItsBounds() {
        Distribution pareto = Distribution.parse("pareto(1.5, 20ms, 200)");
        // smallest = mean / (3 (1 - 200^-0.5) / (1 - 200^-1.5))
        double smallest = 20 / (3 * (1 - Math.pow(200, -0.5)) / (1 - Math.pow(200, -1.5)));
        SplittableRandom random = new SplittableRandom(SEED);

        for (int i = 0; i < SAMPLES; i++) {
            assertThat(pareto.sample(random)).isBetween(smallest * 0.999999, smallest * 200.0002);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lognormal(80ms, 0.5)", "inverse-gaussian(10, 0.8)", "zipf(0.8, 1000)"})
    void oneSeedGivesOneSequence(String text) {
        SplittableRandom first = new SplittableRandom(SEED);
        SplittableRandom second = new SplittableRandom(SEED);

        for (int i = 0; i < 100; i++) {
            assertThat(Distribution.parse(text).sample(first))
                    .isEqualTo(Distribution.parse(text).sample(second));
        }
    }

    @Test
    void aTailWithoutVarianceSaysSo() {
        assertThat(Distribution.parse("pareto(1.4, 1s)").variation()).isInfinite();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "normal(3); there are constant(8ms), uniform",
                "exponential; needed are mean; write for example exponential(8ms)",
                "exponential(8ms, 2); has 2 numbers",
                "exponential(8 parsecs); '8 parsecs' in",
                "exponential(0); mean 0 must be above 0",
                "lognormal(80ms, 5ms); variation is a plain number without a unit",
                "hyperexponential(8ms, 0.5); variation 0.5 must be 1 or more",
                "pareto(0.9, 20ms); shape 0.9 must be above 1",
                "uniform(9ms, 5ms); largest 5 must be above smallest",
                "zipf(1, 2.5); whole number from 1 to 1000000",
                "geometric(0.5); mean 0.5 must be 1 or more",
                "exponential(8ms; is neither a number nor a name",
                "exponential(-8ms); '-8ms' in",
                "''; is neither a number nor a name",
            })
    void whatIsWrongIsSaid(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Distribution.parse(text))
                .withMessageContaining(message);
    }
}
