// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;

class WildFlyReadingsTest {

    private static final String WORKER = "org.xnio:type=Xnio,provider=\"nio\",worker=\"default\"";
    private static final String LISTENER = "jboss.as:subsystem=undertow,server=default-server,http-listener=default";

    private static FakeServer saturated() {
        return new FakeServer()
                .bean("jboss.as:management-root=server", "productName", "WildFly", "productVersion", "39.0.1.Final")
                .bean(WORKER + ",address=\"/127.0.0.1:18083\"", "ConnectionCount", 24, "ConnectionLimitHighWater", 100)
                .bean(
                        WORKER,
                        "BusyWorkerThreadCount",
                        12,
                        "MaxWorkerPoolSize",
                        12,
                        "CoreWorkerPoolSize",
                        6,
                        "WorkerQueueSize",
                        0)
                .bean("jboss.as:subsystem=undertow", "statisticsEnabled", true, "instanceId", "vcn1")
                .bean(
                        LISTENER,
                        "requestCount",
                        100L,
                        "errorCount",
                        1L,
                        "recordRequestStartTime",
                        true,
                        "processingTime",
                        400_000_000L,
                        "maxProcessingTime",
                        9_000_000L)
                .bean("jboss.as:deployment=t.war,subsystem=undertow", "activeSessions", 1);
    }

    private static FakeServer limited() {
        return saturated()
                .bean(
                        "jboss.as:subsystem=undertow,configuration=filter,request-limit=lim",
                        "queueSize",
                        12,
                        "maxConcurrentRequests",
                        12);
    }

    @Test
    void tellsTheRouteOfItsSessions() {
        assertThat(saturated().sample().route()).isEqualTo("vcn1");
    }

    @Test
    void managementModelIsNotAskedWhileTheServerStarts() {
        String root = "jboss.as:management-root=server";
        FakeServer server = limited().bean(root, "serverState", "starting").expensive(15_000_000);
        assertThat(server.sample().value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(server.figure(AMX_RQST_TOTAL)).isNaN();

        server.bean(root, "serverState", "running").later(15);
        assertThat(server.figure(AMX_RQST_TOTAL)).isEqualTo(100);
    }

    @Test
    void tellsItsNameAlsoWhileItsModelIsExpensiveToSearch() {
        String root = "jboss.as:management-root=server";
        FakeServer server = limited().bean(root, "serverState", "starting").expensive(15_000_000);
        server.sample();
        server.later(2).sample();
        server.later(2).sample();

        server.bean(root, "serverState", "running").later(2).sample();

        assertThat(server.server()).isEqualTo("WildFly 39.0.1.Final");
    }

    @Test
    void tellsWorkersConnectionsAndSessions() {
        NodeSample sample = limited().sample();
        assertThat(sample.value(AMX_CONNS_OPEN)).isEqualTo(24);
        assertThat(sample.value(AMX_CONNS_MAX)).isEqualTo(100);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMAX)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMIN)).isEqualTo(6);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(1);
        assertThat(limited().server()).isEqualTo("WildFly 39.0.1.Final");
    }

    @Test
    void queueOfTheFilterIsDerived() {
        FakeServer wildFly = limited();
        assertThat(wildFly.figure(AMX_CONNS_QD)).isEqualTo(12);
        assertThat(wildFly.figure(AMX_CONNS_Q_MAXSIZE)).isEqualTo(12);
        wildFly.bean(WORKER, "BusyWorkerThreadCount", 11);
        assertThat(wildFly.figure(AMX_CONNS_QD)).isZero();
    }

    @Test
    void withoutTheFilterTheWorkersQueueCounts() {
        FakeServer wildFly = saturated().bean(WORKER, "WorkerQueueSize", 5);
        assertThat(wildFly.figure(AMX_CONNS_QD)).isEqualTo(5);
        assertThat(wildFly.sample().has(AMX_CONNS_Q_MAXSIZE)).isFalse();
    }

    @Test
    void timesComeInNanoseconds() {
        assertThat(limited().figure(AMX_RQST_AVETIME)).isEqualTo(4);
        assertThat(limited().figure(AMX_RQST_MAXTIME)).isEqualTo(9);
    }

    @Test
    void zerosOfStatisticsThatAreOffAreAbsent() {
        FakeServer wildFly = limited().bean(LISTENER, "recordRequestStartTime", false, "processingTime", 0L);
        assertThat(wildFly.sample().has(AMX_RQST_AVETIME)).isFalse();
        assertThat(wildFly.figure(AMX_RQST_TOTAL)).isEqualTo(100);
        wildFly.bean("jboss.as:subsystem=undertow", "statisticsEnabled", false);
        assertThat(wildFly.sample().has(AMX_RQST_TOTAL)).isFalse();
        assertThat(wildFly.sample().has(AMX_RQST_ERRS)).isFalse();
    }

    @Test
    void undertowAloneDoesNotKnowItsBusyWorkers() {
        FakeServer undertow = new FakeServer()
                .bean(
                        "org.xnio:type=Xnio,provider=\"nio\",worker=\"XNIO-1\"",
                        "BusyWorkerThreadCount",
                        -1,
                        "MaxWorkerPoolSize",
                        16,
                        "WorkerQueueSize",
                        0);
        assertThat(undertow.sample().has(AMX_CONNS_Q_THRBSY)).isFalse();
        assertThat(undertow.figure(AMX_CONNS_Q_THRDSMAX)).isEqualTo(16);
        assertThat(undertow.server()).isEqualTo("Undertow");
    }
}
