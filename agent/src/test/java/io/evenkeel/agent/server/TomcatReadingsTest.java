// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomcatReadingsTest {

    private static final String CONNECTOR = "Catalina:type=ThreadPool,name=\"http-nio-127.0.0.1-18080\"";
    private static final String REQUESTS = "Catalina:type=GlobalRequestProcessor,name=\"http-nio-127.0.0.1-18080\"";
    private static final String EXECUTOR = "Catalina:type=Executor,name=ex";

    /** The MBeans as seen while 24 requests were in the server and 21 were refused. */
    private static FakeServer saturated(String... settings) {
        return new FakeServer(settings)
                .bean("Catalina:type=Server", "serverInfo", "Apache Tomcat/11.0.24")
                .bean(
                        CONNECTOR,
                        "connectionCount",
                        24L,
                        "maxConnections",
                        100,
                        "maxThreads",
                        -1,
                        "minSpareThreads",
                        -1,
                        "currentThreadsBusy",
                        12)
                .bean(
                        EXECUTOR,
                        "queueSize",
                        12,
                        "maxQueueSize",
                        12,
                        "maxThreads",
                        12,
                        "minSpareThreads",
                        6,
                        "activeCount",
                        12)
                .bean(REQUESTS, "requestCount", 50, "errorCount", 3, "processingTime", 4000L, "maxTime", 900L)
                .bean("Catalina:type=Manager,host=localhost,context=/t", "activeSessions", 1)
                .bean("Catalina:type=Manager,host=localhost,context=/u", "activeSessions", 2);
    }

    @Test
    void tellsQueueAndWorkersOfTheExecutor() {
        NodeSample sample = saturated().sample();
        assertThat(sample.value(AMX_CONNS_QD)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_MAXSIZE)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_USED_PERCENT)).isEqualTo(100);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMAX)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMIN)).isEqualTo(6);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY_PERCENT)).isEqualTo(100);
    }

    @Test
    void tellsConnectionsRequestsAndSessions() {
        NodeSample sample = saturated().sample();
        assertThat(sample.value(AMX_CONNS_OPEN)).isEqualTo(24);
        assertThat(sample.value(AMX_CONNS_MAX)).isEqualTo(100);
        assertThat(sample.value(AMX_CONNS_USED_PERCENT)).isEqualTo(24);
        assertThat(sample.value(AMX_RQST_TOTAL)).isEqualTo(50);
        assertThat(sample.value(AMX_RQST_ERRS)).isEqualTo(3);
        assertThat(sample.value(AMX_RQST_AVETIME)).isEqualTo(80);
        assertThat(sample.value(AMX_RQST_MAXTIME)).isEqualTo(900);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(3);
    }

    @Test
    void tellsTheRouteOfItsSessions() {
        FakeServer server = saturated().bean("Catalina:type=Engine", "jvmRoute", "vcn1");

        assertThat(server.sample().route()).isEqualTo("vcn1");
        assertThat(saturated().sample().route()).isEmpty();
    }

    @Test
    void saysWhichTomcatItIs() {
        assertThat(saturated().server()).isEqualTo("Apache Tomcat 11.0.24");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Catalina", "Tomcat", "shop"})
    void knowsTomcatByWhateverNameItsEngineHas(String domain) {
        FakeServer tomcat = new FakeServer()
                .bean(domain + ":type=ThreadPool,name=\"http-nio-8080\"", "currentThreadsBusy", 3, "maxThreads", 200)
                .bean(domain + ":type=GlobalRequestProcessor,name=\"http-nio-8080\"", "requestCount", 0);
        assertThat(tomcat.figure(AMX_CONNS_Q_THRBSY)).isEqualTo(3);
        assertThat(tomcat.figure(AMX_CONNS_Q_THRDSMAX)).isEqualTo(200);
    }

    @Test
    void withoutExecutorTheQueueIsEmptyWhileAWorkerIsFree() {
        FakeServer tomcat = new FakeServer()
                .bean(CONNECTOR, "connectionCount", 24L, "currentThreadsBusy", 11, "maxThreads", 12)
                .bean(REQUESTS, "requestCount", 1);
        assertThat(tomcat.figure(AMX_CONNS_QD)).isZero();
        tomcat.bean(CONNECTOR, "currentThreadsBusy", 12);
        assertThat(tomcat.figure(AMX_CONNS_QD)).isEqualTo(12);
        assertThat(tomcat.sample().has(AMX_CONNS_Q_MAXSIZE)).isFalse();
        assertThat(tomcat.sample().has(AMX_CONNS_Q_USED_PERCENT)).isFalse();
    }

    @Test
    void unlimitedIsAbsent() {
        FakeServer tomcat =
                saturated().bean(EXECUTOR, "maxQueueSize", Integer.MAX_VALUE).bean(CONNECTOR, "maxConnections", -1);
        assertThat(tomcat.sample().has(AMX_CONNS_Q_MAXSIZE)).isFalse();
        assertThat(tomcat.sample().has(AMX_CONNS_MAX)).isFalse();
        assertThat(tomcat.figure(AMX_CONNS_QD)).isEqualTo(12);
    }

    @Test
    void settingsStandInForLimits() {
        FakeServer tomcat = saturated("queue.max", "24", "connections.max", "48", "workers.max", "16");
        assertThat(tomcat.figure(AMX_CONNS_Q_USED_PERCENT)).isEqualTo(50);
        assertThat(tomcat.figure(AMX_CONNS_USED_PERCENT)).isEqualTo(50);
        assertThat(tomcat.figure(AMX_CONNS_Q_THRBSY_PERCENT)).isEqualTo(75);
    }

    @Test
    void withoutARequestThereIsNoMeanTime() {
        FakeServer idle = saturated().bean(REQUESTS, "requestCount", 0, "processingTime", 0L);
        assertThat(idle.figure(AMX_RQST_TOTAL)).isZero();
        assertThat(idle.sample().has(AMX_RQST_AVETIME)).isFalse();
    }

    @Test
    void oneConnectionTooManyIsNotMoreThanAll() {
        FakeServer tomcat = saturated().bean(CONNECTOR, "connectionCount", 101L);
        assertThat(tomcat.figure(AMX_CONNS_USED_PERCENT)).isEqualTo(100);
    }

    @Test
    void meansOfTheQueueDecay() {
        FakeServer tomcat = saturated().bean(EXECUTOR, "queueSize", 0);
        tomcat.sample();
        tomcat.bean(EXECUTOR, "queueSize", 12).later(60);
        NodeSample sample = tomcat.sample();
        assertThat(sample.value(AMX_CONNS_QD_1MAVE)).isCloseTo(12 * (1 - Math.exp(-1)), within(1e-9));
        assertThat(sample.value(AMX_CONNS_QD_5MAVE)).isCloseTo(12 * (1 - Math.exp(-0.2)), within(1e-9));
        assertThat(sample.value(AMX_CONNS_QD_15MAVE)).isCloseTo(12 * (1 - Math.exp(-1 / 15.0)), within(1e-9));
    }

    @Test
    void whatGoesIsAbsentAndWhatComesIsFound() {
        FakeServer tomcat = saturated().remove("Catalina:type=Manager,host=localhost,context=/u");
        assertThat(tomcat.figure(AMX_SESSIONS_ACT)).isEqualTo(1);
        tomcat.sample();
        tomcat.remove("Catalina:type=Manager,host=localhost,context=/t");
        assertThat(tomcat.sample().has(AMX_SESSIONS_ACT)).isFalse();
        tomcat.bean("Catalina:type=Manager,host=localhost,context=/v", "activeSessions", 7)
                .later(1);
        assertThat(tomcat.figure(AMX_SESSIONS_ACT)).isEqualTo(7);
    }

    @Test
    void anAttributeThatFailsIsAbsent() {
        FakeServer tomcat = saturated().bean(REQUESTS, "errorCount", new IllegalStateException("stopped"));
        assertThat(tomcat.sample().has(AMX_RQST_ERRS)).isFalse();
        assertThat(tomcat.figure(AMX_RQST_TOTAL)).isEqualTo(50);
    }
}
