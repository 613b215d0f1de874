// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.hint;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Says once in the log which of the figures that matter for the choice of a node are absent, why, and which setting
 * shows them: workers, queue, connections, sessions, JDBC connections.
 *
 * <p>It waits until {@value #SETTLED_SECONDS} seconds after the server was recognized, or {@value #ALONE_SECONDS}
 * seconds after the first sample when none was, because MBeans come late. With our Spring Boot starter it waits for the
 * embedded server for as long as the application takes to start; the starter says by itself when it cannot read that
 * server. It says nothing of what a server cannot tell at all. The last of the collectors; sets no figure. For the
 * sampling thread.
 */
public final class MissingFigures implements Collector {

    private static final long SETTLED_SECONDS = 30;
    private static final long ALONE_SECONDS = 60;
    private static final String STARTER = "io.evenkeel.agent.spring.AgentAutoConfiguration";
    private static final String PAGE = "docs/guides/agent-on-each-server.md";

    private final Supplier<String> server;
    private final Supplier<Predicate<String>> classes;
    private final Consumer<String> log;
    private boolean said;
    private boolean begun;
    private boolean recognized;
    private long fromNs;

    /**
     * The figures of this JVM.
     *
     * @param server name and version of the server; empty while it is not known
     */
    public MissingFigures(Supplier<String> server) {
        this(server, () -> VisibleClasses.ofThisJvm()::has, AgentLog::say);
    }

    /**
     * The figures of any server.
     *
     * @param classes makes the test for classes that are around, by name
     */
    MissingFigures(Supplier<String> server, Supplier<Predicate<String>> classes, Consumer<String> log) {
        this.server = server;
        this.classes = classes;
        this.log = log;
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (said) {
            return;
        }
        String title = server.get();
        if (!begun || (!recognized && !title.isEmpty())) {
            begun = true;
            recognized = !title.isEmpty();
            fromNs = nowNs;
        }
        if (nowNs - fromNs >= TimeUnit.SECONDS.toNanos(recognized ? SETTLED_SECONDS : ALONE_SECONDS)) {
            Predicate<String> around = classes.get();
            if (title.isEmpty() && around.test(STARTER)) {
                fromNs = nowNs;
                return;
            }
            said = true;
            say(into, title, around);
        }
    }

    private void say(NodeSample sample, String title, Predicate<String> around) {
        String absent = absent(sample);
        if (!absent.isEmpty()) {
            String remedy = title.isEmpty() ? unknownServer(around) : knownServer(title, absent);
            if (!remedy.isEmpty()) {
                log.accept("cannot see " + absent + (title.isEmpty() ? "" : " of " + title) + ": " + remedy);
            }
        }
        if (!sample.has(Metric.AMX_JDBC_ACTC)) {
            String remedy = pools(title, around);
            if (!remedy.isEmpty()) {
                log.accept("cannot see JDBC connections: " + remedy);
            }
        }
    }

    private static String absent(NodeSample sample) {
        List<String> absent = new ArrayList<>();
        if (!sample.has(Metric.AMX_CONNS_Q_THRBSY)) {
            absent.add("workers");
        }
        if (!sample.has(Metric.AMX_CONNS_QD)) {
            absent.add("the queue");
        }
        if (!sample.has(Metric.AMX_CONNS_OPEN)) {
            absent.add("connections");
        }
        if (!sample.has(Metric.AMX_SESSIONS_ACT)) {
            absent.add("sessions");
        }
        return String.join(", ", absent);
    }

    private static String unknownServer(Predicate<String> around) {
        if (around.test("org.springframework.boot.SpringApplication")) {
            if (around.test("org.apache.catalina.startup.Tomcat")) {
                return "add the dependency io.evenkeel:evenkeel-agent-spring-boot to the application, or set"
                        + " server.tomcat.mbeanregistry.enabled=true";
            }
            if (around.test("org.eclipse.jetty.server.Server") || around.test("io.undertow.Undertow")) {
                return "add the dependency io.evenkeel:evenkeel-agent-spring-boot to the application";
            }
            return "this application has none of Tomcat, Jetty and Undertow; the figures of JVM and machine remain";
        }
        if (around.test("io.quarkus.runtime.Quarkus")) {
            return "Quarkus shows none of them; the figures of JVM and machine remain, see docs/guides/quarkus.md";
        }
        if (around.test("org.eclipse.jetty.server.Server")) {
            return "Jetty shows them with the module jmx, an embedded one with an MBeanContainer; see " + PAGE;
        }
        if (around.test("org.apache.catalina.startup.Tomcat")) {
            return "the embedded Tomcat registers no MBeans; see " + PAGE;
        }
        return "no app server was recognized within " + ALONE_SECONDS + " seconds; see " + PAGE;
    }

    private static String knownServer(String title, String absent) {
        boolean sessionsOnly = absent.equals("sessions");
        if (title.contains("Jetty")) {
            return sessionsOnly ? "add Jetty's module sessions" : "see " + PAGE + "#jetty-12";
        }
        if (title.contains("Liberty")) {
            // It has no queue; connections are counted by the kernel's table, which may be too long.
            return absent.contains("workers") || absent.contains("sessions")
                    ? "add the feature monitor-1.0 to server.xml"
                    : "";
        }
        if (title.contains("GlassFish")) {
            // Its own readings say what to switch on.
            return "";
        }
        if (title.contains("Tomcat")) {
            return sessionsOnly ? "" : "workers that are virtual threads have neither a limit nor a queue";
        }
        return sessionsOnly ? "" : "see " + PAGE;
    }

    private static String pools(String title, Predicate<String> around) {
        if (title.contains("WildFly")) {
            return "/subsystem=datasources/data-source=NAME:write-attribute(name=statistics-enabled,value=true)";
        }
        if (around.test("com.zaxxer.hikari.HikariDataSource")) {
            return "HikariCP shows them with registerMbeans=true (Spring Boot:"
                    + " spring.datasource.hikari.register-mbeans=true, or the dependency"
                    + " io.evenkeel:evenkeel-agent-spring-boot)";
        }
        if (around.test("org.apache.commons.dbcp2.BasicDataSource")) {
            return "DBCP shows them when its jmxName is set (Spring Boot: spring.datasource.dbcp2.jmx-name)";
        }
        if (around.test("io.agroal.api.AgroalDataSource")) {
            return "Agroal registers no MBeans";
        }
        return "";
    }
}
