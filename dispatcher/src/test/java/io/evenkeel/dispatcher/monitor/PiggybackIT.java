// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.Script;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load reports in the heads of answers: taken by the dispatcher, unseen by clients. */
class PiggybackIT {

    private static final String OURS =
            "TEXT cpu_utilization:0.25,named_metrics.workers_busy:7,named_metrics.in_flight:9,"
                    + "named_metrics.epoch:1000,named_metrics.seq:%d,named_metrics.clock:%d";

    private static Script reporting(String field, String value) {
        return Script.answer("HTTP/1.1 200 OK\r\n" + field + ": " + value + "\r\nContent-Length: 2\r\n\r\nok");
    }

    private static Message ask(TestDispatcher dispatcher) throws Exception {
        try (RawClient client = dispatcher.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            return client.response("GET");
        }
    }

    private static NodeView node(TestDispatcher dispatcher) {
        return dispatcher.control().cluster("shop").nodes().get(0);
    }

    @Test
    void isAppliedAndNotPassedOn() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(a))) {
            assertThat(node(dispatcher).agent()).isEqualTo(AgentView.NONE);
            a.otherwise(reporting("Endpoint-Load-Metrics", OURS.formatted(1, 5000)));

            Message answer = ask(dispatcher);

            assertThat(answer.text()).isEqualTo("ok");
            assertThat(answer.toString().toLowerCase(Locale.ROOT)).doesNotContain("load-metrics", "cpu_utilization");
            AgentView agent = node(dispatcher).agent();
            assertThat(agent.state()).isEqualTo(AgentState.REPORTING);
            assertThat(agent.source()).isEqualTo(SampleSource.PIGGYBACK);
            assertThat(agent.figures())
                    .containsOnly(
                            entry("OS_CPU_USED%", 25.0),
                            entry("AMX_CONNS_Q_THRBSY", 7.0),
                            entry("RQST_IN_FLIGHT", 9.0));
            assertThat(agent.othersInFlight()).as("9 of which 1 was ours").isEqualTo(8);
            assertThat(agent.ageMs()).isBetween(0L, 60_000L);
            assertThat(dispatcher.control().explain("shop").get(0).vector())
                    .contains(entry("cpuShare", 0.25), entry("workersBusy", 7.0));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "endpoint-load-metrics: JSON {\"cpu_utilization\":0.25}",
                "endpoint-load-metrics: BIN CQAAAAAAANA/",
                "endpoint-load-metrics-bin: CQAAAAAAANA/"
            })
    void isUnderstoodInEveryFormOfOrca(String field) throws Exception {
        int colon = field.indexOf(": ");
        try (ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(a))) {
            a.otherwise(reporting(field.substring(0, colon), field.substring(colon + 2)));
            assertThat(ask(dispatcher).toString().toLowerCase(Locale.ROOT)).doesNotContain("load-metrics");
            assertThat(node(dispatcher).agent().figures()).containsExactly(entry("OS_CPU_USED%", 25.0));
        }
    }

    @Test
    void isNotAppliedFromInterimAnswersAndTrailersButStripped() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(a));
                RawClient client = dispatcher.connect()) {
            String report = "endpoint-load-metrics: TEXT cpu_utilization:0.25\r\n";
            a.otherwise(Script.answer("HTTP/1.1 103 Early Hints\r\n" + report + "\r\n"
                    + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n" + report
                    + "X-Sum: 1\r\n\r\n"));
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            Message answer = client.response("GET");
            assertThat(answer.trailers()).containsExactly(new Message.Field("X-Sum", "1"));
            assertThat(client.interims().toString()).contains("103").doesNotContain("load-metrics");
            assertThat(node(dispatcher).agent()).isEqualTo(AgentView.NONE);
        }
    }

    @Test
    void thatIsNoReportIsSetAsideAndHarmsNothing() throws Exception {
        try (ScriptedNode a = ScriptedNode.start("a");
                TestDispatcher dispatcher = TestDispatcher.start(TestSettings.of(a))) {
            a.otherwise(reporting("endpoint-load-metrics", "TEXT cpu_utilization:NaN"));
            assertThat(ask(dispatcher).text()).isEqualTo("ok");
            AgentView agent = node(dispatcher).agent();
            assertThat(agent.state()).isEqualTo(AgentState.LYING);
            assertThat(agent.setAside()).containsEntry(RejectReason.FIGURES, 1L);
            assertThat(agent.figures()).isEmpty();
        }
    }
}
