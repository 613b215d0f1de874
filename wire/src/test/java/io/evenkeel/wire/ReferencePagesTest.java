// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.Registration;
import io.evenkeel.wire.push.Seal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the reference pages against the program. {@code -Dwrite=true} brings them in step. */
class ReferencePagesTest {

    private static final Path METRICS = Path.of("../docs/reference/metrics-of-a-node.md");
    private static final Path WIRE = Path.of("../docs/reference/wire.md");
    private static final String BEGIN =
            "<!-- The tables from here on follow the program; a test holds them in step. -->\n";
    private static final Pattern EXAMPLE =
            Pattern.compile("(<!-- example ([a-z-]+) -->\n```[a-z]+\n).*?(?<=\n)(```\n)", Pattern.DOTALL);
    private static final String HINT = "run this test with -Dwrite=true to bring it in step with the program";
    private static final String NONCE = "00112233445566778899aabbccddeeff";
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final long NOW = 1_771_000_012_345L;

    @Test
    void metricsPageFollowsTheProgram() throws IOException {
        String page = Files.readString(METRICS);
        assertThat(page).contains(BEGIN);
        holds(METRICS, page.substring(0, page.indexOf(BEGIN)) + BEGIN + tables());
    }

    @Test
    void examplesFollowTheProgram() throws IOException {
        Map<String, String> examples = examples();
        String page = Files.readString(WIRE);
        List<String> names =
                EXAMPLE.matcher(page).results().map(found -> found.group(2)).toList();
        assertThat(names).as("examples on the page").containsExactlyInAnyOrderElementsOf(examples.keySet());
        holds(
                WIRE,
                EXAMPLE.matcher(page)
                        .replaceAll(found -> Matcher.quoteReplacement(
                                found.group(1) + examples.get(found.group(2)) + "\n" + found.group(3))));
    }

    @Test
    void sealOfThePageIsTheOneOpensslMakes() {
        // Made by the page's own command, run by hand.
        assertThat(seal()).isEqualTo("8de83e1c8e7b944bb6ea749ea4ac0b04b8f1c9f7f5c81ea57f1527c227fb137d");
    }

    private static void holds(Path path, String wanted) throws IOException {
        if (Boolean.getBoolean("write")) {
            Files.writeString(path, wanted);
        }
        assertThat(Files.readString(path)).as(HINT).isEqualTo(wanted);
    }

    private static Map<String, String> examples() {
        NodeSample sample = sample();
        StringBuilder json = new StringBuilder();
        JsonSample.write(sample, "Tomcat 11.0.24", "0.1.0", json);
        StringBuilder text = new StringBuilder();
        LoadReport.writeText(sample, text);
        StringBuilder report = new StringBuilder();
        LoadReport.writeJson(sample, report);
        NodeSample small = new NodeSample();
        small.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        small.stamp(sample.epochMs(), 4711, NOW);
        Registration vcn1 = new Registration("vcn1", "shop", ":8080")
                .agentPort(9911)
                .capacity(12, 4)
                .software("Tomcat 11.0.24, Java 21");

        Map<String, String> examples = new TreeMap<>();
        examples.put("json-sample", wrapped(json.toString()));
        examples.put("load-report-text", LoadReport.HEADER + ": " + text);
        examples.put("load-report-json", LoadReport.HEADER + ": " + report);
        examples.put(
                "push",
                List.of(
                                PushMessage.register(vcn1),
                                PushMessage.registered("shop.vcn1", 1000, true),
                                PushMessage.update("shop.vcn1", small),
                                PushMessage.updated("shop.vcn1", 1000, false),
                                stop(),
                                PushMessage.stopped("shop.vcn1"),
                                PushMessage.refused(
                                        "there is no cluster shop that nodes may join",
                                        "allow it in the configuration, or name another cluster"))
                        .stream()
                        .map(PushMessage::toString)
                        .collect(Collectors.joining("\n")));
        examples.put(
                "seal",
                "printf 'EVENKEEL1\\nPOST\\n/push\\n" + NOW + "\\n" + NONCE + "\\n" + stop() + "' \\\n"
                        + "  | openssl dgst -sha256 -hmac " + SECRET + "\n# " + seal());
        return examples;
    }

    private static PushMessage stop() {
        return PushMessage.stop("shop.vcn1", "maintenance");
    }

    private static String seal() {
        return new Seal(SECRET.getBytes(StandardCharsets.US_ASCII))
                .sign("POST", "/push", NOW, NONCE, stop().toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static NodeSample sample() {
        NodeSample sample = new NodeSample();
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.set(Metric.OS_CPU_IOWAIT_PERCENT, 0.4);
        sample.set(Metric.OS_MEM_USED_PERCENT, 61.25);
        sample.set(Metric.AMX_CONNS_QD, 0);
        sample.set(Metric.AMX_CONNS_Q_MAXSIZE, 12);
        sample.set(Metric.AMX_CONNS_Q_THRDSMAX, 12);
        sample.set(Metric.AMX_CONNS_Q_THRBSY, 3);
        sample.set(Metric.AMX_SESSIONS_ACT, 30);
        sample.set(Metric.AMX_JDBC_MAXC, 10);
        sample.set(Metric.AMX_JDBC_ACTC, 2);
        sample.set(Metric.JVM_HEAP_USED_PERCENT, 47.5);
        sample.set(Metric.JVM_HEAP_LIVE_PERCENT, 21.75);
        sample.set(Metric.RQST_IN_FLIGHT, 3);
        sample.set(Metric.RQST_THROUGHPUT, 118.25);
        sample.set(Metric.NODE_PARALLELISM, 6.5);
        sample.stamp(1_771_000_000_123L, 4711, NOW);
        sample.agentPort(9911);
        return sample;
    }

    /** Breaks lines where JSON allows it, so that the page can be read. */
    private static String wrapped(String json) {
        StringBuilder out = new StringBuilder();
        int line = 0;
        for (String member : json.split("(?<=,)(?=\")", -1)) {
            if (line + member.length() > 100) {
                out.append("\n ");
                line = 1;
            }
            out.append(member);
            line += member.length();
        }
        return out.toString();
    }

    private static String tables() {
        StringBuilder out = new StringBuilder();
        for (Metric.Table table : Metric.Table.values()) {
            out.append("\n## ").append(heading(table)).append("\n\n");
            out.append("| name | unit | meaning | in load reports |\n|---|---|---|---|\n");
            for (Metric metric : Metric.values()) {
                if (metric.table() == table) {
                    out.append("| `").append(metric.title()).append("` | ");
                    out.append(metric.unit().symbol()).append(" | ");
                    out.append(metric.meaning())
                            .append(" | ")
                            .append(reported(metric))
                            .append(" |\n");
                }
            }
        }
        return out.toString();
    }

    private static String reported(Metric metric) {
        if (!metric.inReport()) {
            return "";
        }
        return "`" + (LoadReport.isField(metric) ? "" : "named_metrics.") + metric.orcaName() + "`";
    }

    private static String heading(Metric.Table table) {
        return switch (table) {
            case SYSTEM -> "Operating system (table 3)";
            case SERVER -> "App server (table 4)";
            case JVM -> "Java virtual machine (table 5)";
            case BEYOND -> "Beyond the paper";
        };
    }
}
