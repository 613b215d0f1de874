// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

final class RunningRequestsTest {

    @Test
    void theNumberIsReplacedInBothForms() {
        assertThat(inFlightOf(LoadReport::writeText, 3)).isEqualTo(12);
        assertThat(inFlightOf(LoadReport::writeJson, 3)).isEqualTo(12);
        assertThat(inFlightOf(LoadReport::writeText, 1_000)).isEqualTo(12);
        assertThat(inFlightOf(LoadReport::writeJson, 0)).isEqualTo(12);
    }

    @Test
    void aReportWithoutTheNumberStaysAsItIs() {
        String report = "TEXT cpu_utilization:0.5";

        assertThat(RunningRequests.into(report, 12)).isEqualTo(report);
    }

    private static double inFlightOf(BiConsumer<NodeSample, StringBuilder> form, int sampled) {
        NodeSample sample = new NodeSample();
        sample.set(Metric.RQST_IN_FLIGHT, sampled);
        sample.set(Metric.OS_CPU_USED_PERCENT, 50);
        sample.set(Metric.RQST_ARRIVALS, 7.5);
        sample.stamp(1, 2, 3);
        StringBuilder report = new StringBuilder();
        form.accept(sample, report);

        NodeSample read = new NodeSample();
        byte[] octets = RunningRequests.into(report.toString(), 12).getBytes(StandardCharsets.US_ASCII);
        assertThat(new LoadReport().read(octets, 0, octets.length, read)).isTrue();
        assertThat(read.value(Metric.RQST_ARRIVALS)).isEqualTo(7.5);
        assertThat(read.sequence()).isEqualTo(2);
        return read.value(Metric.RQST_IN_FLIGHT);
    }
}
