// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.LoadSummary.AnswerTimes;
import io.evenkeel.load.LoadSummary.NodeAnswers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTableTest {

    private static final Map<String, Double> FIGURES = Map.of(
            "OS_CPU_USED%", 61.4,
            "JVM_HEAP_LIVE%", 33.6,
            "AMX_CONNS_Q_THRBSY", 12.0,
            "AMX_CONNS_Q_THRDSMAX", 12.0,
            "AMX_CONNS_QD", 7.0);

    private final Meters meters = new Meters(1);
    private final SampleAges ages = new SampleAges();

    private NodeView node(String name, AgentState state, long ageMs) {
        SampleSource source = ageMs < 0 ? null : SampleSource.PIGGYBACK;
        return new NodeView(
                name,
                "127.0.0.1:18080",
                NodeState.UP,
                null,
                1,
                60_000,
                new NodeCounts(3, 8, Integer.MAX_VALUE, 120, 110, 6, 1),
                meters.node("trade", 0),
                new AgentView(state, null, ageMs, source, 1, 0, FIGURES, Map.of(), Map.of(), 0, -1));
    }

    private DemoTable table(NodeView... nodes) {
        NodeAnswers figures = new NodeAnswers(30, 1, new AnswerTimes(5, 9, 20, 30));
        return new DemoTable(
                new ClusterView(
                        "trade", "headroom", new ClusterCounts(0, 0, 0, 2), meters.cluster("trade"), List.of(nodes)),
                new LoadSummary(60, 1, Map.of(), new AnswerTimes(5, 9, 20, 30), Map.of("tomcat-1", figures)),
                ages,
                new RecentShares(),
                new Breaks("key", new RecentShares()));
    }

    @Test
    void showsWhatNodesSayBesideWhatVisitorsSee() {
        List<String> lines = table(
                        node("tomcat-1", AgentState.REPORTING, 88),
                        node("tomcat-2", AgentState.SILENT, 4_210),
                        node("tomcat-3", AgentState.NEVER, -1))
                .table()
                .lines()
                .toList();
        assertThat(lines.get(0)).matches("NODE .* P99 MS +CPU +HEAP +WORKERS +QUEUE +JDBC +AGE MS");
        assertThat(lines.get(1)).matches("tomcat-1 +up .* 61 % +34 % +12/12 +7 +- +88");
        assertThat(lines.get(2)).as("figures of a silent node are old").matches("tomcat-2 .* - +- +- +- +- +4210");
        assertThat(lines.get(3)).matches("tomcat-3 .* - +- +- +- +- +-");
        assertThat(lines).allMatch(line -> line.length() <= 120);
    }

    @Test
    void hasNoColumnsForNodesThatSayNothing() {
        assertThat(table(node("tomcat-1", AgentState.NEVER, -1)).table())
                .contains("P99 MS")
                .doesNotContain("CPU", "AGE MS");
    }

    @Test
    void tellsScriptsTheMedianAgeOfEachNodesSample() {
        for (long ageMs : new long[] {10, 30, 90}) {
            ages.look(List.of(
                    new Decision.Candidate("tomcat-1", NodeState.UP, true, 0, 0, 1, 1, ageMs, 0, Map.of(), "")));
        }
        DemoTable table = table(node("tomcat-1", AgentState.REPORTING, 88), node("tomcat-2", AgentState.NEVER, -1));
        assertThat(table.json())
                .contains("{\"name\":\"tomcat-1\",\"requests\":30,\"failures\":1,\"sampleAgeMedianMs\":30}")
                .contains("{\"name\":\"tomcat-2\",\"requests\":0,\"failures\":0,\"sampleAgeMedianMs\":null}");
        assertThat(table.csv().lines())
                .hasSize(4)
                .startsWith("node,requests,failures,p99Ms,sampleAgeMedianMs")
                .anyMatch(line -> line.matches("\\*,\\d+,\\d+,\\d+\\.\\d,"))
                .anyMatch(line -> line.matches("tomcat-1,30,1,\\d+\\.\\d,30"))
                .anyMatch(line -> line.matches("tomcat-2,0,0,0\\.0,"));
    }
}
