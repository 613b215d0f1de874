// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_JDBC_ACTC;
import static io.evenkeel.wire.Metric.AMX_JDBC_ACTC_PERCENT;
import static io.evenkeel.wire.Metric.AMX_JDBC_MAXC;
import static io.evenkeel.wire.Metric.AMX_JDBC_WAIT;

import io.evenkeel.wire.NodeSample;
import java.util.List;
import javax.management.ObjectName;

/**
 * All JDBC pools of this JVM: those that servers bring and those that applications bring, whatever the server.
 *
 * <p>HikariCP needs {@code registerMbeans=true}, WildFly's pools {@code statistics-enabled=true}, GlassFish's its monitoring. Threads that wait are counted
 * where a pool says how many wait now.
 */
final class Pools {

    private final List<PoolFamily> families;

    Pools(Beans beans) {
        families = List.of(
                // DBCP 2 as Tomcat's own: the pool proper appears with the first connection and knows who waits.
                new PoolFamily(
                        beans.family("*:type=DataSource,class=javax.sql.DataSource,*")
                                .without("connectionpool"),
                        "numActive",
                        "maxTotal"),
                new PoolFamily(beans.family("*:type=DataSource,connectionpool=connections,*"), "", "")
                        .waiting("NumWaiters"),
                // DBCP 2 of an application, with a jmxName.
                new PoolFamily(
                                beans.family("*:connectionpool=connections,*")
                                        .where(name -> !"DataSource".equals(name.getKeyProperty("type"))),
                                "NumActive",
                                "MaxTotal")
                        .waiting("NumWaiters"),
                new PoolFamily(beans.family("tomcat.jdbc:type=ConnectionPool,*"), "Active", "MaxActive")
                        .waiting("WaitCount"),
                new PoolFamily(
                        beans.family("openejb.management:ObjectType=datasources,DataSource=*"), "Active", "MaxActive"),
                new PoolFamily(beans.family("com.zaxxer.hikari:type=Pool (*)"), "ActiveConnections", "MaximumPoolSize")
                        .waiting("ThreadsAwaitingConnection")
                        .limitAt(Pools::hikariLimits),
                wildFly(beans, "data-source"),
                wildFly(beans, "xa-data-source"),
                new PoolFamily(
                                beans.family("WebSphere:type=ConnectionPoolStats,name=*"),
                                "ManagedConnectionCount",
                                "MaxConnectionsLimit")
                        .without("FreeConnectionCount"),
                new PoolFamily(beans.family("amx:type=jdbc-connection-pool-mon,*"), "numconnused", "MaxPoolSize")
                        .waiting("waitqueuelength")
                        .limitAt(Pools::glassFishLimits));
    }

    private static PoolFamily wildFly(Beans beans, String kind) {
        return new PoolFamily(
                        beans.family("jboss.as:subsystem=datasources," + kind + "=*,statistics=pool"),
                        "InUseCount",
                        "maxPoolSize")
                .onlyIf("statisticsEnabled")
                .limitAt(
                        name -> Beans.name("jboss.as:subsystem=datasources," + kind + "=" + name.getKeyProperty(kind)));
    }

    private static ObjectName hikariLimits(ObjectName pool) {
        return Beans.name("com.zaxxer.hikari:type=PoolConfig"
                + pool.getKeyProperty("type").substring("Pool".length()));
    }

    private static ObjectName glassFishLimits(ObjectName pool) {
        String name = pool.getKeyProperty("name");
        return Beans.name(
                "amx:pp=/domain/resources,type=jdbc-connection-pool,name=" + name.substring(name.indexOf('/') + 1));
    }

    /** Sets what the pools say together. */
    void read(NodeSample into) {
        double active = Double.NaN;
        double most = 0;
        double waiting = Double.NaN;
        double fullest = Double.NaN;
        for (PoolFamily family : families) {
            family.read();
            active = added(active, family.active());
            most += family.isThere() ? family.most() : 0;
            waiting = added(waiting, family.waiters());
            if (family.fullestShare() >= fullest || Double.isNaN(fullest)) {
                fullest = family.fullestShare();
            }
        }
        into.set(AMX_JDBC_ACTC, active);
        into.set(AMX_JDBC_MAXC, most > 0 ? most : Double.NaN);
        into.set(AMX_JDBC_ACTC_PERCENT, Math.min(100, 100 * fullest));
        into.set(AMX_JDBC_WAIT, waiting);
    }

    private static double added(double sum, double value) {
        return Double.isNaN(value) ? sum : Double.isNaN(sum) ? value : sum + value;
    }
}
