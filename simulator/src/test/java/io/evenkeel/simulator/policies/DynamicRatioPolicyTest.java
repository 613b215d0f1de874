// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DynamicRatioPolicyTest {

    private final Trial trial = new Trial("dynamic-ratio", 2).at(0);

    private static void report(Trial trial, int slot, double memory, double cpu, double disk) {
        trial.nodes
                .sample(slot, Sample.MEMORY_SHARE, memory)
                .sample(slot, Sample.CPU_SHARE, cpu)
                .sample(slot, Sample.IOWAIT_SHARE, disk);
        trial.report(slot);
    }

    /** Paper 1, table 1: 5.18 + 13.34 + 35.94 = 54 and 2.68 + 5.62 + 12.92 = 21. */
    @Test
    void givesTheRatiosOfThePaper() {
        report(trial, 0, 0.2, 0.2, 0.2);
        report(trial, 1, 0.4, 0.4, 0.4);

        assertThat(trial.reason(0)).isEqualTo("ratio 54");
        assertThat(trial.reason(1)).isEqualTo("ratio 21");
        assertThat(trial.counts(75)).startsWith(54, 21);
    }

    /** Everything full: 10 ^ (-3/7) + 10 ^ (-3/8) + 10 ^ (-2/9) = 1.4. Everything idle: 10 + 31.6 + 100. */
    @Test
    void staysWithinOneAndAHundred() {
        report(trial, 0, 0, 0, 0);
        report(trial, 1, 1, 1, 1);

        assertThat(trial.reason(0)).isEqualTo("ratio 100");
        assertThat(trial.reason(1)).isEqualTo("ratio 1");
    }

    /** 31.6 alone stands for all three: 95. */
    @Test
    void anAbsentMetricCountsAsTheMeanOfTheOthers() {
        report(trial, 0, Double.NaN, 0, Double.NaN);
        report(trial, 1, Double.NaN, Double.NaN, Double.NaN);

        assertThat(trial.reason(0)).isEqualTo("ratio 95");
        assertThat(trial.choices(3)).as("B is unknown").isEqualTo("AAA");
    }

    /** 10 ^ (1 * 0.5) for the CPU, 10 ^ 0 = 1 for the others. */
    @Test
    void coefficientsAndThresholdsCanBeSet() {
        Trial other = new Trial(
                        "dynamic-ratio",
                        2,
                        Map.of(
                                "memory-coefficient", 0.0,
                                "disk-coefficient", 0.0,
                                "cpu-coefficient", 1.0,
                                "cpu-threshold", 0.4))
                .at(0);
        report(other, 0, 0.9, 0.2, 0.9);

        assertThat(other.reason(0)).isEqualTo("ratio 5");
    }
}
