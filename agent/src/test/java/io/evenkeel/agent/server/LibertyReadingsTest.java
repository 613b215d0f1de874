// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;

class LibertyReadingsTest {

    private static FakeServer liberty(String... settings) {
        return new FakeServer(settings)
                .bean("WebSphere:feature=kernel,name=ServerInfo", "LibertyVersion", "26.0.0.3")
                .bean("WebSphere:feature=channelfw,type=endpoint,name=defaultHttpEndpoint", "Port", 0)
                .bean("WebSphere:type=ThreadPoolStats,name=Default Executor", "ActiveThreads", 12, "PoolSize", 12)
                .bean("WebSphere:type=SessionStats,name=default_host/t", "LiveCount", 1L, "ActiveCount", 0L);
    }

    @Test
    void whatLibertyDoesNotShowIsAbsent() {
        NodeSample sample = liberty().sample();
        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(1);
        assertThat(sample.has(AMX_CONNS_QD)).isFalse();
        assertThat(sample.has(AMX_CONNS_Q_MAXSIZE)).isFalse();
        assertThat(sample.has(AMX_CONNS_MAX)).isFalse();
        assertThat(sample.has(AMX_CONNS_Q_THRDSMAX)).isFalse();
        assertThat(sample.has(AMX_CONNS_OPEN)).isFalse();
        assertThat(liberty().server()).isEqualTo("Open Liberty 26.0.0.3");
    }

    @Test
    void settingsTellItsLimits() {
        assertThat(liberty("workers.max", "16").figure(AMX_CONNS_Q_THRBSY_PERCENT))
                .isEqualTo(75);
    }

    @Test
    void requestsAreAddedUpOverMethodsStatusesAndRoutes() {
        FakeServer server = liberty()
                .bean(row("GET", 200, "/t/w"), "Count", 30L, "Duration", 60_000_000.0)
                .bean(row("POST", 200, "/t/w"), "Count", 10L, "Duration", 20_000_000.0)
                .bean(row("GET", 404, "/t/x"), "Count", 5L, "Duration", 5_000_000.0)
                .bean(row("GET", 503, "/t/w"), "Count", 5L, "Duration", 5_000_000.0);
        NodeSample sample = server.sample();
        assertThat(sample.value(AMX_RQST_TOTAL)).isEqualTo(50);
        assertThat(sample.value(AMX_RQST_ERRS)).isEqualTo(10);
        assertThat(sample.value(AMX_RQST_AVETIME)).isEqualTo(1.8);
    }

    @Test
    void beforeTheFirstRequestThereAreNoCounts() {
        assertThat(liberty().sample().has(AMX_RQST_TOTAL)).isFalse();
        assertThat(liberty().sample().has(AMX_RQST_ERRS)).isFalse();
    }

    private static String row(String method, int status, String route) {
        return "WebSphere:type=HttpServerStats,name=\"method:" + method + ";status:" + status + ";httpRoute:" + route
                + "\"";
    }
}
