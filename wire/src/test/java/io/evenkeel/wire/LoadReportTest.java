// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LoadReportTest {

    private final LoadReport reader = new LoadReport();
    private final NodeSample sample = new NodeSample();

    /** Each line of load-reports.tsv, read by one and the same reader. */
    @TestFactory
    Stream<DynamicTest> readsPublishedReportsAsExpected() throws IOException {
        return reports().stream()
                .map(row -> DynamicTest.dynamicTest(row.get(0) + ": " + row.get(1), () -> {
                    assertThat(read(row.get(1)))
                            .as(row.get(2))
                            .isEqualTo(row.get(0).equals("good"));
                    Map<String, Double> wanted = row.get(0).equals("good") ? figures(row.get(2)) : Map.of();
                    assertThat(figures(sample)).isEqualTo(wanted);
                }));
    }

    @Test
    void writesFieldsAndMapAsEnvoyReadsThem() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.set(Metric.RQST_THROUGHPUT, 118.25);
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.set(Metric.JVM_HEAP_LIVE_PERCENT, 41.5);
        sample.set(Metric.OS_LOAD_AVE1, 0.7);
        sample.stamp(1_771_000_000_123L, 4711, 1_771_000_012_345L);
        StringBuilder text = new StringBuilder();
        StringBuilder json = new StringBuilder();

        LoadReport.writeText(sample, text);
        LoadReport.writeJson(sample, json);

        assertThat(text.toString())
                .isEqualTo("TEXT cpu_utilization:0.125,named_metrics.workers_busy:3,named_metrics.heap_after_gc:0.415,"
                        + "rps_fractional:118.25,named_metrics.epoch:1771000000123,named_metrics.seq:4711,"
                        + "named_metrics.clock:1771000012345");
        assertThat(json.toString())
                .isEqualTo("JSON {\"cpu_utilization\":0.125,\"rps_fractional\":118.25,\"named_metrics\":"
                        + "{\"workers_busy\":3,\"heap_after_gc\":0.415,\"epoch\":1771000000123,\"seq\":4711,"
                        + "\"clock\":1771000012345}}");
    }

    @Test
    void readsABitOfALongerText() {
        byte[] octets = "xxTEXT eps:5yy".getBytes(StandardCharsets.US_ASCII);

        assertThat(reader.read(octets, 2, octets.length - 2, sample)).isTrue();
        assertThat(sample.value(Metric.RQST_ERRORS)).isEqualTo(5);
    }

    @Test
    void olderBinaryHeaderNeedsNoWord() {
        byte[] octets = "CQAAAAAAANA/".getBytes(StandardCharsets.US_ASCII);

        assertThat(reader.readBinary(octets, 0, octets.length, sample)).isTrue();
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isEqualTo(25);
        assertThat(reader.readBinary(octets, 0, octets.length - 1, sample)).isFalse();
        assertThat(sample.size()).isZero();
    }

    @Test
    void givesUpOnMoreThan8Kilobytes() {
        String padding = " ".repeat(LoadReport.MOST_OCTETS - "TEXT eps:5".length());

        assertThat(read("TEXT eps:5" + padding)).isTrue();
        assertThat(read("TEXT eps:5 " + padding)).isFalse();
        assertThat(sample.size()).isZero();
    }

    @Test
    void givesUpOnMoreThan128Names() {
        assertThat(read("TEXT " + named(128))).isTrue();
        assertThat(read("TEXT " + named(129))).isFalse();
    }

    @Test
    void goodReportAfterABadOneIsReadWhole() {
        assertThat(read("TEXT eps:5,named_metrics.foo:1,eps:6")).isFalse();
        assertThat(read("TEXT eps:5,named_metrics.foo:1")).isTrue();
        assertThat(sample.value(Metric.RQST_ERRORS)).isEqualTo(5);
    }

    private boolean read(String report) {
        byte[] octets = report.getBytes(StandardCharsets.UTF_8);
        return reader.read(octets, 0, octets.length, sample);
    }

    private static String named(int count) {
        return String.join(
                ",",
                IntStream.range(0, count)
                        .mapToObj(i -> "named_metrics.m" + i + ":1")
                        .toList());
    }

    /** The lines of load-reports.tsv in three columns. */
    static List<List<String>> reports() throws IOException {
        try (InputStream in = Objects.requireNonNull(LoadReportTest.class.getResourceAsStream("load-reports.tsv"))) {
            List<List<String>> rows = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.startsWith("#")) {
                    rows.add(List.of(line.split("\t", 3)));
                }
            }
            return rows;
        }
    }

    private static Map<String, Double> figures(String expected) {
        Map<String, Double> figures = new TreeMap<>();
        for (String pair : expected.isEmpty() ? new String[0] : expected.split(" ")) {
            figures.put(pair.substring(0, pair.indexOf('=')), Double.valueOf(pair.substring(pair.indexOf('=') + 1)));
        }
        return figures;
    }

    private static Map<String, Double> figures(NodeSample sample) {
        Map<String, Double> figures = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            if (sample.has(metric)) {
                figures.put(metric.title(), sample.value(metric));
            }
        }
        head(figures, "epochMs", sample.epochMs());
        head(figures, "sequence", sample.sequence());
        head(figures, "clockMs", sample.clockMs());
        head(figures, "agentPort", sample.agentPort());
        head(figures, "rejected", sample.rejected());
        return figures;
    }

    private static void head(Map<String, Double> figures, String name, long value) {
        if (value != 0) {
            figures.put(name, (double) value);
        }
    }
}
