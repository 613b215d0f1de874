// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_MAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_OPEN;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRDSMAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRDSMIN;
import static io.evenkeel.wire.Metric.AMX_RQST_AVETIME;
import static io.evenkeel.wire.Metric.AMX_RQST_ERRS;
import static io.evenkeel.wire.Metric.AMX_RQST_MAXTIME;
import static io.evenkeel.wire.Metric.AMX_RQST_TOTAL;
import static io.evenkeel.wire.Metric.AMX_SESSIONS_ACT;

import io.evenkeel.wire.NodeSample;
import org.jspecify.annotations.Nullable;

/**
 * Jetty 12 with the module {@code jmx}; requests need {@code statistics}, sessions {@code sessions}, most connections
 * {@code network-connection-limit}.
 *
 * <p>Its busy threads include those that accept and select, which are leased forever; so workers are the rest of the
 * pool, and {@code utilizedThreads} are the busy ones. No MBean shows how much the queue holds. Errors are answers of
 * 400 and above.
 */
final class JettyReadings implements ServerReadings {

    private static final double NANOS_IN_MILLI = 1e6;

    private final MBeanQuery server;
    private final MBeanQuery selectors;
    private final MBeanQuery threads;
    private final MBeanQuery statistics;
    private final MBeanQuery sessions;
    private final MBeanQuery identifiers;
    private final MBeanQuery limits;

    JettyReadings(Beans beans) {
        server = beans.family("org.eclipse.jetty.server:type=server,*");
        selectors = beans.family("org.eclipse.jetty.io:type=managedselector,*");
        threads = beans.family("org.eclipse.jetty.util.thread:type=queuedthreadpool,*");
        statistics = beans.family("org.eclipse.jetty.server.handler:type=statisticshandler,*");
        limits = beans.family("org.eclipse.jetty.server:type=networkconnectionlimit,*");
        identifiers = beans.family("org.eclipse.jetty.session:type=defaultsessionidmanager,*");
        sessions = beans.family("org.eclipse.jetty.session:type=defaultsessioncache,*");
    }

    @Override
    public boolean isHere() {
        return !server.isEmpty() && !threads.isEmpty();
    }

    @Override
    public String title() {
        String version = server.text("version");
        return version == null ? "Eclipse Jetty" : "Eclipse Jetty " + version;
    }

    @Override
    public @Nullable String route() {
        return identifiers.text("workerName");
    }

    @Override
    public void read(NodeSample into) {
        into.set(AMX_CONNS_OPEN, selectors.sum("totalKeys"));
        into.set(AMX_CONNS_MAX, limits.limit("maxNetworkConnectionCount"));
        into.set(AMX_CONNS_QD, threads.sum("queueSize"));
        into.set(AMX_CONNS_Q_THRDSMAX, threads.limit("maxAvailableThreads"));
        into.set(AMX_CONNS_Q_THRDSMIN, Math.max(0, threads.sum("minThreads") - threads.sum("leasedThreads")));
        into.set(AMX_CONNS_Q_THRBSY, threads.sum("utilizedThreads"));
        into.set(AMX_RQST_TOTAL, statistics.sum("requestTotal"));
        into.set(AMX_RQST_ERRS, statistics.sum("responses4xx") + statistics.sum("responses5xx"));
        into.set(AMX_RQST_AVETIME, statistics.greatest("requestTimeMean") / NANOS_IN_MILLI);
        into.set(AMX_RQST_MAXTIME, statistics.greatest("requestTimeMax") / NANOS_IN_MILLI);
        into.set(AMX_SESSIONS_ACT, sessions.sum("sessionsCurrent"));
    }
}
