// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;

class JettyReadingsTest {

    private static final String CONTEXT = ",context=oejs_Server@4b8729ff,id=0";
    private static final String STATISTICS = "org.eclipse.jetty.server.handler:type=statisticshandler" + CONTEXT;

    private static FakeServer withJmxOnly(String... settings) {
        return new FakeServer(settings)
                .bean("org.eclipse.jetty.server:type=server" + CONTEXT, "version", "12.1.12")
                .bean("org.eclipse.jetty.io:type=managedselector" + CONTEXT, "totalKeys", 24)
                .bean(
                        "org.eclipse.jetty.util.thread:type=queuedthreadpool" + CONTEXT,
                        "queueSize",
                        12,
                        "maxThreads",
                        14,
                        "minThreads",
                        8,
                        "leasedThreads",
                        2,
                        "maxAvailableThreads",
                        12,
                        "busyThreads",
                        14,
                        "utilizedThreads",
                        12);
    }

    @Test
    void tellsTheRouteOfItsSessions() {
        FakeServer server = withJmxOnly()
                .bean("org.eclipse.jetty.session:type=defaultsessionidmanager" + CONTEXT, "workerName", "node0");

        assertThat(server.sample().route()).isEqualTo("node0");
    }

    @Test
    void workersAreWhatThePoolDoesNotLease() {
        NodeSample sample = withJmxOnly().sample();
        assertThat(sample.value(AMX_CONNS_Q_THRDSMAX)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMIN)).isEqualTo(6);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_QD)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_OPEN)).isEqualTo(24);
    }

    @Test
    void lengthOfTheQueueIsOnlyKnownFromTheSettings() {
        assertThat(withJmxOnly().sample().has(AMX_CONNS_Q_MAXSIZE)).isFalse();
        assertThat(withJmxOnly("queue.max", "12").figure(AMX_CONNS_Q_USED_PERCENT))
                .isEqualTo(100);
    }

    @Test
    void whatAModuleWouldTellIsAbsentWithoutIt() {
        NodeSample sample = withJmxOnly().sample();
        assertThat(sample.has(AMX_RQST_TOTAL)).isFalse();
        assertThat(sample.has(AMX_RQST_ERRS)).isFalse();
        assertThat(sample.has(AMX_SESSIONS_ACT)).isFalse();
        assertThat(sample.has(AMX_CONNS_MAX)).isFalse();
    }

    @Test
    void timesComeInNanoseconds() {
        FakeServer jetty = withJmxOnly()
                .bean(
                        STATISTICS,
                        "requestTotal",
                        50,
                        "responses4xx",
                        2,
                        "responses5xx",
                        1,
                        "requestTimeMean",
                        2.5e6,
                        "requestTimeMax",
                        7_000_000L)
                .bean(
                        "org.eclipse.jetty.session:type=defaultsessioncache,context=oeje10w_WebAppContext@1_/_t,id=0",
                        "sessionsCurrent",
                        1L);
        NodeSample sample = jetty.sample();
        assertThat(sample.value(AMX_RQST_TOTAL)).isEqualTo(50);
        assertThat(sample.value(AMX_RQST_ERRS)).isEqualTo(3);
        assertThat(sample.value(AMX_RQST_AVETIME)).isEqualTo(2.5);
        assertThat(sample.value(AMX_RQST_MAXTIME)).isEqualTo(7);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(1);
        assertThat(jetty.server()).isEqualTo("Eclipse Jetty 12.1.12");
    }
}
