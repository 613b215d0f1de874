// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSampleTest {

    private final NodeSample sample = new NodeSample();

    @Test
    void figureThatWasNotSetIsAbsent() {
        assertThat(sample.has(Metric.OS_CPU_USED_PERCENT)).isFalse();
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isNaN();
        assertThat(sample.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.001, 100.001, 1e300})
    void figureOutOfRangeIsCountedAndNotTaken(double lie) {
        sample.set(Metric.OS_CPU_USED_PERCENT, 12);

        assertThat(sample.set(Metric.OS_CPU_USED_PERCENT, lie)).isFalse();

        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isEqualTo(12);
        assertThat(sample.rejected()).isEqualTo(1);
    }

    @Test
    void borderIsInRange() {
        assertThat(sample.set(Metric.OS_CPU_USED_PERCENT, 0)).isTrue();
        assertThat(sample.set(Metric.OS_CPU_USED_PERCENT, 100)).isTrue();
        assertThat(sample.rejected()).isZero();
    }

    @Test
    void clearedSampleIsLikeNew() {
        fill(sample);

        sample.clear();

        Samples.assertEqual(sample, new NodeSample());
    }

    @Test
    void copyIsEqualAndItsOwn() {
        fill(sample);
        NodeSample copy = new NodeSample();
        copy.set(Metric.OS_LOAD_AVE1, 3);

        copy.copy(sample);

        Samples.assertEqual(copy, sample);
        sample.clear();
        assertThat(copy.value(Metric.JVM_THREADS)).isEqualTo(40);
    }

    @Test
    void headHoldsNothingNegativeAndNoPortThatIsNone() {
        sample.stamp(-1, -2, -3);
        sample.agentPort(65536);

        Samples.assertEqual(sample, new NodeSample());
    }

    private static void fill(NodeSample sample) {
        sample.set(Metric.JVM_THREADS, 40);
        sample.set(Metric.JVM_THREADS, -1);
        sample.stamp(1, 2, 3);
        sample.agentPort(4);
    }
}
