// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.HtmlSample;
import io.evenkeel.wire.NodeSample;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.Test;

/** Each pool under the names it has on real servers. None of these tests has a server that the agent knows. */
class PoolsTest {

    private static final String TOMCAT =
            "Catalina:type=DataSource,host=localhost,context=/t,class=javax.sql.DataSource,name=\"jdbc/T\"";

    @Test
    void withoutAPoolNothingIsTold() {
        assertThat(new FakeServer().sample().size()).isZero();
    }

    @Test
    void tomcatsPoolIsNotCountedTwice() {
        FakeServer server = new FakeServer().bean(TOMCAT, "numActive", 7, "maxTotal", 10);
        told(server, 7, 10, Double.NaN);
        server.later(20).bean(TOMCAT + ",connectionpool=connections", "NumActive", 7, "MaxTotal", 10, "NumWaiters", 2);
        told(server, 7, 10, 2);
    }

    @Test
    void wildFlysManagementModelIsNotSearchedForPoolsOfOthers() {
        String pool = "name=shop,connectionpool=connections";
        Object[] figures = {"NumActive", 3, "MaxTotal", 8, "NumWaiters", 0};

        assertThat(new FakeServer()
                        .bean("jboss.as.expr:" + pool, figures)
                        .sample()
                        .size())
                .isZero();
        told(new FakeServer().bean("jboss.as:" + pool, figures).bean("com.example:" + pool, figures), 3, 8, 0);
    }

    @Test
    void namesThatAreDearToAskForAreNotAskedForOften() {
        FakeServer server = new FakeServer().expensive(50_000_000);
        told(server, Double.NaN, Double.NaN, Double.NaN);
        server.later(1).sample();
        server.bean(TOMCAT, "numActive", 7, "maxTotal", 10);

        told(server.later(49), Double.NaN, Double.NaN, Double.NaN);
        told(server.later(1), 7, 10, Double.NaN);
    }

    @Test
    void figuresThatAreDearToReadAreKeptForAMoment() {
        FakeServer server = new FakeServer().bean(TOMCAT, "numActive", 7, "maxTotal", 10);
        told(server, 7, 10, Double.NaN);
        server.expensive(700_000).later(20);
        told(server, 7, 10, Double.NaN);
        server.bean(TOMCAT, "numActive", 8);

        told(server, 7, 10, Double.NaN);
        told(server.later(1), 8, 10, Double.NaN);
    }

    @Test
    void poolOfAnApplicationIsFound() {
        told(
                new FakeServer()
                        .bean(
                                "com.example:name=shop,connectionpool=connections",
                                "NumActive",
                                3,
                                "MaxTotal",
                                8,
                                "NumWaiters",
                                0),
                3,
                8,
                0);
    }

    @Test
    void tomcatJdbc() {
        told(
                new FakeServer()
                        .bean(
                                "tomcat.jdbc:name=\"jdbc/T2\",context=/t,type=ConnectionPool,host=localhost,class=org.apache.tomcat.jdbc.pool.DataSource",
                                "Active",
                                10,
                                "MaxActive",
                                10,
                                "WaitCount",
                                2),
                10,
                10,
                2);
    }

    @Test
    void hikari() {
        told(
                new FakeServer()
                        .bean(
                                "com.zaxxer.hikari:type=Pool (TPool)",
                                "ActiveConnections",
                                10,
                                "ThreadsAwaitingConnection",
                                2)
                        .bean("com.zaxxer.hikari:type=PoolConfig (TPool)", "MaximumPoolSize", 10),
                10,
                10,
                2);
    }

    @Test
    void tomEe() {
        told(
                new FakeServer()
                        .bean(
                                "openejb.management:ObjectType=datasources,DataSource=jdbc_T",
                                "Active",
                                10,
                                "MaxActive",
                                10),
                10,
                10,
                Double.NaN);
    }

    @Test
    void wildFlysPoolIsOnlyToldWhenItCounts() {
        FakeServer server = new FakeServer()
                .bean(
                        "jboss.as:subsystem=datasources,data-source=T,statistics=pool",
                        "statisticsEnabled",
                        true,
                        "ActiveCount",
                        8,
                        "InUseCount",
                        6)
                .bean("jboss.as:subsystem=datasources,data-source=T", "maxPoolSize", 10);
        told(server, 6, 10, Double.NaN);
        server.bean("jboss.as:subsystem=datasources,data-source=T,statistics=pool", "statisticsEnabled", false);
        assertThat(server.sample().size()).isZero();
    }

    @Test
    void libertysIdleConnectionsAreNotActive() {
        told(
                new FakeServer()
                        .bean(
                                "WebSphere:type=ConnectionPoolStats,name=jdbc/T",
                                "ManagedConnectionCount",
                                7L,
                                "FreeConnectionCount",
                                3L,
                                "MaxConnectionsLimit",
                                10L),
                4,
                10,
                Double.NaN);
    }

    @Test
    void ofSeveralPoolsTheFullestOneIsTold() {
        FakeServer server = new FakeServer()
                .bean(TOMCAT, "numActive", 9, "maxTotal", 10)
                .bean(TOMCAT.replace("jdbc/T", "jdbc/U"), "numActive", 12, "maxTotal", 30);
        told(server, 9, 10, Double.NaN);
        assertThat(server.figure(AMX_JDBC_ACTC_PERCENT)).isEqualTo(90);
    }

    @Test
    void ofExhaustedPoolsTheOneWithMoreWaitersIsTold() {
        FakeServer server = new FakeServer()
                .bean(TOMCAT, "numActive", 10, "maxTotal", 10)
                .bean(TOMCAT + ",connectionpool=connections", "NumWaiters", 2)
                .bean(TOMCAT.replace("jdbc/T", "jdbc/U"), "numActive", 5, "maxTotal", 5)
                .bean(TOMCAT.replace("jdbc/T", "jdbc/U") + ",connectionpool=connections", "NumWaiters", 7);
        told(server, 5, 5, 7);
        server.later(20).bean(TOMCAT.replace("jdbc/T", "jdbc/U"), "numActive", 1);
        told(server, 10, 10, 2);
    }

    @Test
    void aPoolWithoutLimitIsToldOnlyWhereThereIsNoOther() {
        FakeServer server = new FakeServer().bean(TOMCAT, "numActive", 9, "maxTotal", -1);
        told(server, 9, Double.NaN, Double.NaN);
        server.later(20).bean(TOMCAT.replace("jdbc/T", "jdbc/U"), "numActive", 1, "maxTotal", 10);
        told(server, 1, 10, Double.NaN);
    }

    @Test
    void libertysMessagingPoolsAreNotToldAsDatabase() {
        FakeServer server = new FakeServer();
        for (String name : new String[] {"jdbc/TradeDataSource", "jms/TradeStreamerTCF"}) {
            boolean messaging = name.startsWith("jms");
            server.bean(
                    "WebSphere:type=ConnectionPoolStats,name=" + name,
                    "ManagedConnectionCount",
                    messaging ? 20L : 13L,
                    "FreeConnectionCount",
                    messaging ? 0L : 10L,
                    "MaxConnectionsLimit",
                    20L);
        }
        told(server, 3, 20, Double.NaN);
    }

    @Test
    void wildFlyTellsHowManyWaitedByTheTimeThatTheyWaited() {
        String pool = "jboss.as:subsystem=datasources,data-source=T,statistics=pool";
        FakeServer server = new FakeServer()
                .bean(pool, "statisticsEnabled", true, "InUseCount", 10, "TotalBlockingTime", 4_000L)
                .bean("jboss.as:subsystem=datasources,data-source=T", "maxPoolSize", 10);
        told(server, 10, 10, Double.NaN);
        server.later(2).bean(pool, "TotalBlockingTime", 10_000L);
        told(server, 10, 10, 3);
        server.bean(pool, "TotalBlockingTime", 0L);
        told(server.later(2), 10, 10, Double.NaN);
    }

    @Test
    void libertyTellsHowManyWaitedByTheTimeThatTheyWaited() throws OpenDataException {
        String pool = "WebSphere:type=ConnectionPoolStats,name=jdbc/T";
        FakeServer server = new FakeServer()
                .bean(
                        pool,
                        "ManagedConnectionCount",
                        10L,
                        "FreeConnectionCount",
                        0L,
                        "MaxConnectionsLimit",
                        10L,
                        "WaitTimeDetails",
                        waited(4_000));
        told(server, 10, 10, Double.NaN);
        server.later(2).bean(pool, "WaitTimeDetails", waited(10_000));
        told(server, 10, 10, 3);
    }

    /** Part of what Liberty says: the milliseconds of all waits together. */
    private static CompositeData waited(double totalMs) throws OpenDataException {
        String[] names = {"count", "total"};
        CompositeType type = new CompositeType(
                "StatisticsMeter", "waits", names, names, new OpenType<?>[] {SimpleType.LONG, SimpleType.DOUBLE});
        return new CompositeDataSupport(type, names, new Object[] {3L, totalMs});
    }

    @Test
    void peopleAreShownEachPool() {
        FakeServer server = new FakeServer()
                .bean(TOMCAT, "numActive", 9, "maxTotal", 10)
                .bean(TOMCAT.replace("jdbc/T", "jdbc/<U>"), "numActive", 12, "maxTotal", -1);
        NodeSample sample = server.sample();
        StringBuilder page = new StringBuilder();

        HtmlSample.write(sample, "vcn1", server.pools(), page);

        assertThat(page)
                .contains("<caption>JDBC pools</caption>")
                .containsPattern("jdbc/T.*</td><td>9</td><td>10</td><td>not told</td>")
                .containsPattern("jdbc/&lt;U&gt;.*</td><td>12</td><td>no limit</td><td>not told</td>");
    }

    private static void told(FakeServer server, double active, double most, double waiting) {
        assertThat(server.figure(AMX_JDBC_ACTC)).as("active").isEqualTo(Double.valueOf(active));
        assertThat(server.figure(AMX_JDBC_MAXC)).as("most").isEqualTo(Double.valueOf(most));
        assertThat(server.figure(AMX_JDBC_WAIT)).as("waiting").isEqualTo(Double.valueOf(waiting));
    }
}
