// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.NodeSample;
import org.junit.jupiter.api.Test;

class PublishedReadingsTest {

    private static final String FIRST = "io.evenkeel:type=Server,name=1";
    private static final String SECOND = "io.evenkeel:type=Server,name=2";

    private static FakeServer published() {
        return new FakeServer()
                .bean(
                        FIRST,
                        "Title",
                        "Eclipse Jetty 12.0.25",
                        "Route",
                        "node0",
                        "AMX_CONNS_OPEN",
                        7.0,
                        "AMX_CONNS_QD",
                        2.0,
                        "AMX_CONNS_Q_THRBSY",
                        4.0,
                        "AMX_CONNS_Q_THRDSMAX",
                        10.0,
                        "AMX_CONNS_Q_MAXSIZE",
                        Double.NaN,
                        "AMX_SESSIONS_ACT",
                        3.0,
                        "AMX_RQST_MAXTIME",
                        40.0);
    }

    @Test
    void figuresHaveTheNamesOfTheirMetrics() {
        FakeServer server = published();
        NodeSample sample = server.sample();

        assertThat(server.server()).isEqualTo("Eclipse Jetty 12.0.25");
        assertThat(sample.route()).isEqualTo("node0");
        assertThat(sample.value(AMX_CONNS_OPEN)).isEqualTo(7);
        assertThat(sample.value(AMX_CONNS_QD)).isEqualTo(2);
        assertThat(sample.value(AMX_CONNS_Q_THRBSY_PERCENT)).isEqualTo(40);
        assertThat(sample.value(AMX_SESSIONS_ACT)).isEqualTo(3);
        assertThat(sample.has(AMX_CONNS_Q_MAXSIZE)).as("NaN is absent").isFalse();
        assertThat(sample.has(AMX_CONNS_MAX)).as("not published").isFalse();
    }

    @Test
    void severalServersAreAdded() {
        FakeServer server = published()
                .bean(SECOND, "AMX_CONNS_Q_THRBSY", 1.0, "AMX_CONNS_Q_THRDSMAX", 5.0, "AMX_RQST_MAXTIME", 90.0);
        NodeSample sample = server.sample();

        assertThat(sample.value(AMX_CONNS_Q_THRBSY)).isEqualTo(5);
        assertThat(sample.value(AMX_CONNS_Q_THRDSMAX)).isEqualTo(15);
        assertThat(sample.value(AMX_RQST_MAXTIME)).isEqualTo(90);
        assertThat(sample.value(AMX_CONNS_OPEN)).as("only one tells").isEqualTo(7);
    }

    @Test
    void goesBeforeTheServersOwnMBeansAndGivesWayToThem() {
        FakeServer server = new FakeServer()
                .bean("Tomcat:type=ThreadPool,name=\"http-nio-8080\"", "currentThreadsBusy", 1, "maxThreads", 200)
                .bean("Tomcat:type=GlobalRequestProcessor,name=\"http-nio-8080\"", "requestCount", 5)
                .bean("Tomcat:type=Server", "serverInfo", "Apache Tomcat/10.1.48");
        assertThat(server.server()).isEqualTo("Apache Tomcat 10.1.48");

        server.bean(FIRST, "Title", "Apache Tomcat 10.1.48 (embedded)", "AMX_CONNS_Q_THRBSY", 4.0)
                .later(2);
        assertThat(server.sample().value(AMX_CONNS_Q_THRBSY)).isEqualTo(4);
        assertThat(server.server()).isEqualTo("Apache Tomcat 10.1.48 (embedded)");

        server.remove(FIRST).later(2).sample();
        assertThat(server.later(2).sample().value(AMX_CONNS_Q_THRBSY)).isEqualTo(1);
        assertThat(server.server()).isEqualTo("Apache Tomcat 10.1.48");
    }
}
