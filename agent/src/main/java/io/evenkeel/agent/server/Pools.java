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
 * All JDBC pools of this JVM: those that servers bring and those that applications bring, whatever the server. A
 * sample has the figures of the fullest one, because a request that needs it waits whatever room others have: the one
 * for which most threads wait while it is exhausted, else the one with the greatest share in use, and one without a
 * limit only where there is no other.
 *
 * <p>HikariCP needs {@code registerMbeans=true}, WildFly's pools {@code statistics-enabled=true}, GlassFish's its
 * monitoring. Threads that wait are told where a pool says how many wait now, or how long they have waited together.
 * Liberty says that in milliseconds, counted when a wait ends. It keeps connections of JMS under the same MBeans; those
 * named {@code jms/…} are left out.
 */
final class Pools implements PoolFamily.PoolVisitor {

    private final List<PoolFamily> families;
    private final PoolTable table;
    private double active = Double.NaN;
    private double limit = Double.NaN;
    private double waiters = Double.NaN;

    /** @param table gets each of them for people */
    Pools(Beans beans, PoolTable table) {
        this.table = table;
        families = List.of(
                // DBCP 2 as Tomcat's own: the pool proper appears with the first connection and knows who waits.
                new PoolFamily(
                                beans,
                                beans.family("*:type=DataSource,class=javax.sql.DataSource,*")
                                        .without("connectionpool"),
                                "numActive",
                                "maxTotal")
                        .waiting("NumWaiters")
                        .waitingAt(Pools::poolProper),
                // DBCP 2 of an application, with a jmxName.
                new PoolFamily(
                                beans,
                                beans.family("*:connectionpool=connections,*")
                                        .where(name -> !"DataSource".equals(name.getKeyProperty("type"))),
                                "NumActive",
                                "MaxTotal")
                        .waiting("NumWaiters"),
                new PoolFamily(beans, beans.family("tomcat.jdbc:type=ConnectionPool,*"), "Active", "MaxActive")
                        .waiting("WaitCount"),
                new PoolFamily(
                        beans,
                        beans.family("openejb.management:ObjectType=datasources,DataSource=*"),
                        "Active",
                        "MaxActive"),
                new PoolFamily(
                                beans,
                                beans.family("com.zaxxer.hikari:type=Pool (*)"),
                                "ActiveConnections",
                                "MaximumPoolSize")
                        .waiting("ThreadsAwaitingConnection")
                        .limitAt(Pools::hikariLimits),
                wildFly(beans, "data-source"),
                wildFly(beans, "xa-data-source"),
                new PoolFamily(
                                beans,
                                beans.family("WebSphere:type=ConnectionPoolStats,name=*")
                                        .where(name -> !isMessaging(name)),
                                "ManagedConnectionCount",
                                "MaxConnectionsLimit")
                        .without("FreeConnectionCount")
                        .blocked("WaitTimeDetails/total"),
                new PoolFamily(beans, beans.family("amx:type=jdbc-connection-pool-mon,*"), "numconnused", "MaxPoolSize")
                        .waiting("waitqueuelength")
                        .limitAt(Pools::glassFishLimits));
    }

    private static boolean isMessaging(ObjectName pool) {
        String name = pool.getKeyProperty("name");
        return name != null && (name.startsWith("jms/") || name.startsWith("\"jms/"));
    }

    private static ObjectName poolProper(ObjectName source) {
        return Beans.name(source.getCanonicalName() + ",connectionpool=connections");
    }

    private static PoolFamily wildFly(Beans beans, String kind) {
        return new PoolFamily(
                        beans,
                        beans.family("jboss.as:subsystem=datasources," + kind + "=*,statistics=pool"),
                        "InUseCount",
                        "maxPoolSize")
                .onlyIf("statisticsEnabled")
                .blocked("TotalBlockingTime")
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

    /** Sets what the fullest pool says. */
    void read(NodeSample into) {
        active = Double.NaN;
        limit = Double.NaN;
        waiters = Double.NaN;
        for (PoolFamily family : families) {
            family.read(this);
        }
        table.show();
        into.set(AMX_JDBC_ACTC, active);
        into.set(AMX_JDBC_MAXC, limit);
        into.set(AMX_JDBC_ACTC_PERCENT, Math.min(100, 100 * active / limit));
        into.set(AMX_JDBC_WAIT, waiters);
    }

    @Override
    public void pool(ObjectName name, double used, double most, double waiting) {
        table.add(name, used, most, waiting);
        if (Double.isNaN(active) || isFuller(used, most, waiting)) {
            active = used;
            limit = most;
            waiters = waiting;
        }
    }

    private boolean isFuller(double used, double most, double waiting) {
        double waitingHere = used >= most && waiting > 0 ? waiting : 0;
        double waitingThere = active >= limit && waiters > 0 ? waiters : 0;
        if (waitingHere != waitingThere) {
            return waitingHere > waitingThere;
        }
        double here = share(used, most);
        double there = share(active, limit);
        return here > there || (here == there && used > active);
    }

    /** −1 without a limit. */
    private static double share(double used, double most) {
        return Double.isNaN(most) ? -1 : used / most;
    }
}
