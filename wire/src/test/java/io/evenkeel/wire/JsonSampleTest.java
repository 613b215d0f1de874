// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSampleTest {

    private final NodeSample sample = new NodeSample();

    @Test
    void carriesTheRouteOfTheServer() {
        NodeSample written = new NodeSample();
        written.set(Metric.JVM_THREADS, 25);
        written.route("vcn1");
        StringBuilder out = new StringBuilder();
        JsonSample.write(written, out);

        assertThat(out.toString()).contains(",\"route\":\"vcn1\"");
        assertThat(read(out.toString())).isTrue();
        assertThat(sample.route()).isEqualTo("vcn1");
        assertThat(sample.rejected()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "\"a b\"", "\"a;b\"", "\"\"", "[\"a\"]"})
    void aRouteThatIsNoneIsAbsent(String route) {
        sample.route("before");

        assertThat(read("{\"route\":" + route + ",\"JVM_THREADS\":25}")).isTrue();
        assertThat(sample.route()).isEmpty();
        assertThat(sample.value(Metric.JVM_THREADS)).isEqualTo(25);
    }

    @Test
    void writesFiguresUnderTheirTitles() {
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.3456);
        sample.set(Metric.NET_TCP_OUT_SEGS, 123_456_789_012L);
        sample.set(Metric.JVM_HEAP_USED_PERCENT, 100 / 3.0);
        sample.stamp(1_771_000_000_123L, 4711, 1_771_000_012_345L);
        sample.agentPort(9911);
        StringBuilder out = new StringBuilder();

        JsonSample.write(sample, "Tomcat \"11\"", "0.1.0", out);

        assertThat(out.toString())
                .isEqualTo("{\"epochMs\":1771000000123,\"sequence\":4711,\"clockMs\":1771000012345,\"agentPort\":9911,"
                        + "\"server\":\"Tomcat \\\"11\\\"\",\"agent\":\"0.1.0\",\"OS_CPU_USED%\":12.346,"
                        + "\"NET_TCP_OUT_SEGS\":123456789012,\"JVM_HEAP_USED%\":33.333}");
    }

    @Test
    void goesOverWhatItDoesNotKnow() {
        assertThat(read("""
                {"server": "a \\"b\\" \\u00e9", "newer": {"a": [1, {"b": [[]]}, "x}", true, false, null]},
                 "OS_CPU_USED%": 5, "NODE_SOMETHING%": -7e3, "JVM_THREADS": 2.5e1, "list": [], "": {}}
                """)).isTrue();
        assertThat(sample.size()).isEqualTo(2);
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isEqualTo(5);
        assertThat(sample.value(Metric.JVM_THREADS)).isEqualTo(25);
        assertThat(sample.rejected()).isZero();
    }

    @Test
    void countsFiguresThatAreNone() {
        assertThat(read("""
                {"OS_CPU_USED%": 100.1, "OS_MEM_USED%": -1, "JVM_THREADS": "40", "JVM_GC_TIME": "NaN", "sequence": 1.5,
                 "agentPort": 70000, "AMX_CONNS_QD": [3], "RQST_ERRORS": true, "OS_LOAD_AVE1": 0.5}
                """)).isTrue();
        assertThat(sample.rejected()).isEqualTo(8);
        assertThat(sample.size()).isEqualTo(1);
        assertThat(sample.sequence()).isZero();
    }

    @Test
    void nullIsAbsentAndNoLie() {
        assertThat(read("{\"OS_CPU_USED%\": null, \"JVM_THREADS\": 1}")).isTrue();
        assertThat(sample.has(Metric.OS_CPU_USED_PERCENT)).isFalse();
        assertThat(sample.rejected()).isZero();
    }

    @Test
    void emptyObjectIsAnEmptySample() {
        assertThat(read(" {} ")).isTrue();
        assertThat(sample.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "}",
                "{\"OS_CPU_USED%\"}",
                "{\"OS_CPU_USED%\":}",
                "{\"OS_CPU_USED%\":1",
                "{\"OS_CPU_USED%\":1,}",
                "{,\"OS_CPU_USED%\":1}",
                "{\"OS_CPU_USED%\":1 \"JVM_THREADS\":1}",
                "{OS_CPU_USED%:1}",
                "{'OS_CPU_USED%':1}",
                "{\"OS_CPU_USED%\":NaN}",
                "{\"OS_CPU_USED%\":Infinity}",
                "{\"OS_CPU_USED%\":01}",
                "{\"OS_CPU_USED%\":1.}",
                "{\"OS_CPU_USED%\":.1}",
                "{\"OS_CPU_USED%\":1e}",
                "{\"OS_CPU_USED%\":-}",
                "{\"OS_CPU_USED%\":nul}",
                "{\"OS_CPU_USED%\":1}x",
                "{\"OS_CPU_USED%\":1}{}",
                "{\"OS_CPU_USED%\":1,\"OS_CPU_USED%\":1}",
                "{\"OS_CPU_USED%\":1,\"OS_CPU_USED%\":\"1\"}",
                "{\"sequence\":1,\"sequence\":2}",
                "{\"x\":\"a\nb\"}",
                "{\"x\":\"\\x\"}",
                "{\"x\":\"\\u12\"}",
                "{\"x\":[1,]}",
                "{\"x\":[1}"
            })
    void refusesWhatIsNoSampleAndLeavesNothing(String text) {
        sample.set(Metric.JVM_THREADS, 7);

        assertThat(read(text)).isFalse();

        Samples.assertEqual(sample, new NodeSample());
    }

    @Test
    void nestingAndLengthHaveAnEnd() {
        assertThat(read("{\"x\":" + "[".repeat(16) + "]".repeat(16) + "}")).isTrue();
        assertThat(read("{\"x\":" + "[".repeat(18) + "]".repeat(18) + "}")).isFalse();
        assertThat(read("{\"x\":" + "{\"y\":".repeat(30_000) + "1")).isFalse();
        assertThat(read("{}" + " ".repeat(JsonSample.MOST_OCTETS - 2))).isTrue();
        assertThat(read("{}" + " ".repeat(JsonSample.MOST_OCTETS))).isFalse();
    }

    private boolean read(String text) {
        byte[] octets = ("##" + text + "##").getBytes(StandardCharsets.UTF_8);
        return JsonSample.read(octets, 2, octets.length - 2, sample);
    }
}
