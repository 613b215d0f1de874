// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.agent.server.FakeServer.composite;
import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.NodeSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlassFishReadingsTest {

    private static final String CLASSES = "java.lang:type=ClassLoading";
    private static final String MONITOR = "amx:pp=/mon/server-mon[server],type=";

    private final List<String> asked = new ArrayList<>();

    private FakeServer starting() {
        FakeServer server = new FakeServer();
        return server.bean("amx-support:type=boot-amx", operation -> {
            asked.add(operation);
            monitor(server);
        });
    }

    private FakeServer booted() {
        FakeServer server = starting().bean(CLASSES, "TotalLoadedClassCount", 11_000L);
        server.sample();
        return server.later(3);
    }

    /**
     * As seen while 24 requests were in it and 21 refused; the admin's listener and the sums over all of them are
     * decoys.
     */
    private static void monitor(FakeServer server) {
        server.bean(
                "amx:pp=,type=domain-root",
                "ApplicationServerFullVersion",
                "Eclipse GlassFish  7.0.21  (commit: 8dadcdd)");
        for (String listener : List.of("http-listener-1", "admin-listener", "")) {
            boolean real = listener.equals("http-listener-1");
            String path = ",name=network/" + listener + "/";
            server.bean(
                            MONITOR + "connection-queue-mon" + path + "connection-queue",
                            "countopenconnections",
                            composite("count", real ? 24 : 99),
                            "countqueued",
                            composite("count", real ? 12 : 99),
                            "maxqueued",
                            composite("count", real ? 12 : 0),
                            "countoverflows",
                            composite("count", real ? 21 : 99),
                            "countqueued1minuteaverage",
                            composite("count", 175),
                            "counttotalconnections",
                            composite("count", real ? 24 : 99))
                    .bean(
                            MONITOR + "thread-pool-mon" + path + "thread-pool",
                            "maxthreads",
                            composite("count", real ? 12 : 0),
                            "corethreads",
                            composite("count", 6),
                            "currentthreadsbusy",
                            composite("count", real ? 12 : 99))
                    .bean(MONITOR + "keep-alive-mon" + path + "keep-alive", "maxrequests", composite("count", 250));
        }
        server.bean(
                        MONITOR + "request-mon,name=http-service/server/request",
                        "countrequests",
                        composite("count", 22),
                        "errorcount",
                        composite("count", 1),
                        "processingtime",
                        composite("count", 30),
                        "maxtime",
                        composite("count", 90))
                .bean(MONITOR + "session-mon,name=web/session", "activesessionscurrent", composite("current", 1))
                .bean(MONITOR + "session-mon,name=t/server", "activesessionscurrent", composite("current", 1))
                .bean(
                        MONITOR + "jdbc-connection-pool-mon,name=resources/TPool",
                        "numconnused",
                        composite("current", 10),
                        "waitqueuelength",
                        composite("count", 2))
                .bean("amx:pp=/domain/resources,type=jdbc-connection-pool,name=TPool", "MaxPoolSize", "10");
    }

    @Test
    void asksOnceForTheFiguresAndTellsThem() {
        FakeServer server = booted();
        NodeSample sample = server.sample();
        server.later(1).sample();
        assertThat(asked).containsExactly("bootAMX");
        assertThat(sample.value(AMX_CONNS_OPEN)).isEqualTo(24);
        assertThat(sample.value(AMX_CONNS_QD)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_MAXSIZE)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_USED_PERCENT)).isEqualTo(100);
        assertThat(sample.value(AMX_CONNS_DENIED)).isEqualTo(21);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMAX)).isEqualTo(12);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMIN)).isEqualTo(6);
        assertThat(sample.value(AMX_CONNS_KEEPALVMAX)).isEqualTo(250);
        assertThat(sample.value(AMX_RQST_TOTAL)).isEqualTo(22);
        assertThat(sample.value(AMX_RQST_ERRS)).isEqualTo(1);
        assertThat(sample.value(AMX_RQST_AVETIME)).isEqualTo(30);
        assertThat(sample.value(AMX_RQST_MAXTIME)).isEqualTo(90);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(1);
        assertThat(sample.value(AMX_JDBC_ACTC)).isEqualTo(10);
        assertThat(sample.value(AMX_JDBC_MAXC)).isEqualTo(10);
        assertThat(sample.value(AMX_JDBC_WAIT)).isEqualTo(2);
    }

    @Test
    void doesNotAskWhileTheServerStarts() {
        FakeServer server = starting();
        for (long loaded = 1_000; loaded < 1_500; loaded += 20) {
            server.bean(CLASSES, "TotalLoadedClassCount", loaded).later(1).sample();
        }
        assertThat(asked).as("while classes are loaded").isEmpty();
        server.later(2).sample();
        assertThat(asked).as("two seconds later").isEmpty();
        server.later(1).sample();
        assertThat(asked).as("three seconds later").containsExactly("bootAMX");
    }

    @Test
    void asksInTheEndWhenClassesAreLoadedForEver() {
        FakeServer server = starting();
        for (long second = 0; second < 30; second++) {
            server.bean(CLASSES, "TotalLoadedClassCount", 100 * second).sample();
            server.later(1);
        }
        assertThat(asked).isEmpty();
        server.bean(CLASSES, "TotalLoadedClassCount", 9_000L).sample();
        assertThat(asked).containsExactly("bootAMX");
    }

    @Test
    void meansOfTheQueueAreNotTheServersOwn() {
        assertThat(booted().figure(AMX_CONNS_QD_1MAVE)).isEqualTo(12);
    }

    @Test
    void saysItsNameWhenItsFiguresHaveCome() {
        FakeServer server = booted();
        server.sample();
        assertThat(server.later(2).server()).isEqualTo("Eclipse GlassFish 7.0.21");
    }

    @Test
    void withoutMonitoringEverythingIsAbsent() {
        FakeServer server = new FakeServer().bean("amx-support:type=boot-amx", operation -> {});
        assertThat(server.sample().size()).isZero();
        assertThat(server.later(60).sample().size()).isZero();
    }
}
