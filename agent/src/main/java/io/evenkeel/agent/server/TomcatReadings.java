// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_KEEPALVMAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_MAX;
import static io.evenkeel.wire.Metric.AMX_CONNS_OPEN;
import static io.evenkeel.wire.Metric.AMX_CONNS_QD;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_MAXSIZE;
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
 * Tomcat 10.1 and newer, alone, embedded or in TomEE; nothing has to be enabled.
 *
 * <p>The domain is the engine's name, so it is not asked for. With an {@code <Executor>} the connectors' own thread
 * counts are −1 and the executor tells workers and queue. Without one there is no MBean for the queue: it is empty
 * while a worker is free, and otherwise at most what is connected beyond the busy workers, idle connections included.
 * Errors are answers of 400 and above.
 */
final class TomcatReadings implements ServerReadings {

    private final MBeanQuery server;
    private final MBeanQuery engines;
    private final MBeanQuery connectors;
    private final MBeanQuery executors;
    private final MBeanQuery requests;
    private final MBeanQuery sessions;

    TomcatReadings(Beans beans) {
        server = beans.family("*:type=Server");
        engines = beans.family("*:type=Engine");
        connectors = beans.family("*:type=ThreadPool,name=*");
        executors = beans.family("*:type=Executor,name=*");
        requests = beans.family("*:type=GlobalRequestProcessor,name=*");
        sessions = beans.family("*:type=Manager,*");
    }

    @Override
    public boolean isHere() {
        return !connectors.isEmpty() && !requests.isEmpty();
    }

    @Override
    public String title() {
        String info = server.text("serverInfo");
        return info == null ? "Apache Tomcat" : info.replace('/', ' ');
    }

    @Override
    public @Nullable String route() {
        return engines.text("jvmRoute");
    }

    @Override
    public void read(NodeSample into) {
        double open = connectors.sum("connectionCount");
        into.set(AMX_CONNS_OPEN, open);
        into.set(AMX_CONNS_MAX, connectors.limit("maxConnections"));
        into.set(AMX_CONNS_KEEPALVMAX, connectors.greatest("maxKeepAliveRequests"));
        double busy = connectors.sum("currentThreadsBusy");
        if (executors.isEmpty()) {
            double most = connectors.limit("maxThreads");
            into.set(AMX_CONNS_Q_THRDSMAX, most);
            into.set(AMX_CONNS_Q_THRDSMIN, connectors.sum("minSpareThreads"));
            into.set(AMX_CONNS_Q_THRBSY, busy);
            into.set(AMX_CONNS_QD, busy < most ? 0 : Math.max(0, open - busy));
        } else {
            into.set(AMX_CONNS_Q_THRDSMAX, executors.limit("maxThreads"));
            into.set(AMX_CONNS_Q_THRDSMIN, executors.sum("minSpareThreads"));
            into.set(AMX_CONNS_Q_THRBSY, executors.sum("activeCount"));
            into.set(AMX_CONNS_QD, executors.sum("queueSize"));
            into.set(AMX_CONNS_Q_MAXSIZE, executors.limit("maxQueueSize"));
        }
        double total = requests.sum("requestCount");
        into.set(AMX_RQST_TOTAL, total);
        into.set(AMX_RQST_ERRS, requests.sum("errorCount"));
        into.set(AMX_RQST_MAXTIME, requests.greatest("maxTime"));
        into.set(AMX_RQST_AVETIME, requests.sum("processingTime") / total);
        into.set(AMX_SESSIONS_ACT, sessions.sum("activeSessions"));
    }
}
