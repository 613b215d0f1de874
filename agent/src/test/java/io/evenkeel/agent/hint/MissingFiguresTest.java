// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.hint;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MissingFiguresTest {

    private static final String BOOT = "org.springframework.boot.SpringApplication";
    private static final String TOMCAT = "org.apache.catalina.startup.Tomcat";
    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

    private final List<String> lines = new ArrayList<>();
    private final Set<String> around = new HashSet<>();
    private final NodeSample sample = new NodeSample();
    private String server = "";
    private final MissingFigures hints = new MissingFigures(() -> server, () -> around::contains, lines::add);

    @Test
    void springBootIsToldOfTheStarterAndTheSwitch() {
        around.addAll(Set.of(BOOT, TOMCAT, HIKARI));
        after(0);
        after(59);
        assertThat(lines).as("MBeans come late").isEmpty();

        after(60);
        after(500);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .isEqualTo("cannot see workers, the queue, connections, sessions: add the dependency"
                        + " io.evenkeel:evenkeel-agent-spring-boot to the application, or set"
                        + " server.tomcat.mbeanregistry.enabled=true");
        assertThat(lines.get(1))
                .startsWith("cannot see JDBC connections: HikariCP shows them with registerMbeans=true")
                .contains("spring.datasource.hikari.register-mbeans=true");
    }

    @Test
    void anApplicationWithTheStarterIsNotToldToAddItWhileItStarts() {
        around.addAll(Set.of(BOOT, TOMCAT, "io.evenkeel.agent.spring.AgentAutoConfiguration"));
        after(0);
        after(61);
        after(200);
        assertThat(lines).isEmpty();

        server = "Apache Tomcat 11.0.24";
        after(210);
        after(241);
        assertThat(lines).singleElement().asString().contains("virtual threads");
    }

    @Test
    void springBootOnNettyIsToldThatThereIsNothingMore() {
        around.add(BOOT);
        after(0);
        after(60);
        assertThat(lines).singleElement().asString().contains("none of Tomcat, Jetty and Undertow");
    }

    @Test
    void silentWhenEverythingIsThere() {
        around.addAll(Set.of(BOOT, TOMCAT, HIKARI));
        server = "Apache Tomcat 10.1.48";
        set(
                Metric.AMX_CONNS_Q_THRBSY,
                Metric.AMX_CONNS_QD,
                Metric.AMX_CONNS_OPEN,
                Metric.AMX_SESSIONS_ACT,
                Metric.AMX_JDBC_ACTC);
        after(0);
        after(600);
        assertThat(lines).isEmpty();
    }

    @Test
    void anApplicationWithoutAPoolIsNotToldOfOne() {
        server = "Apache Tomcat 11.0.24";
        set(Metric.AMX_CONNS_Q_THRBSY, Metric.AMX_CONNS_QD, Metric.AMX_CONNS_OPEN, Metric.AMX_SESSIONS_ACT);
        after(0);
        after(600);
        assertThat(lines).isEmpty();
    }

    @Test
    void waitsFromTheMomentWhenTheServerIsRecognized() {
        around.add(HIKARI);
        after(0);
        server = "Eclipse Jetty 12.1.12";
        set(Metric.AMX_CONNS_Q_THRBSY, Metric.AMX_CONNS_QD, Metric.AMX_CONNS_OPEN);
        after(55);
        after(84);
        assertThat(lines).isEmpty();

        after(85);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("cannot see sessions of Eclipse Jetty 12.1.12: add Jetty's module sessions");
    }

    @Test
    void libertyHasNoQueueToShow() {
        server = "Open Liberty 26.0.0.3";
        set(Metric.AMX_CONNS_Q_THRBSY, Metric.AMX_CONNS_OPEN, Metric.AMX_SESSIONS_ACT);
        after(0);
        after(30);
        assertThat(lines).isEmpty();
    }

    @Test
    void anUnknownServerIsToldOfThePage() {
        after(0);
        after(60);
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("no app server was recognized", "agent-on-each-server.md");
    }

    @Test
    void classesAroundAreFoundWithoutLoadingThem() {
        VisibleClasses here = VisibleClasses.ofThisJvm();
        assertThat(here.has(MissingFigures.class.getName())).isTrue();
        assertThat(here.has("org.springframework.boot.SpringApplication")).isFalse();
    }

    private void set(Metric... metrics) {
        for (Metric metric : metrics) {
            sample.set(metric, 1);
        }
    }

    private void after(long seconds) {
        hints.collect(sample, TimeUnit.SECONDS.toNanos(seconds));
    }
}
