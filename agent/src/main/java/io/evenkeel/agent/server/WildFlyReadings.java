// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

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

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.wire.NodeSample;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * WildFly 26 and newer, and any server whose Undertow shows XNIO's MBeans.
 *
 * <p>Requests need {@code statistics-enabled} of the subsystem undertow, their times {@code record-request-start-time}
 * of the listener; switched off they read as 0, which is taken for absent. A request-limit filter keeps its queue to
 * itself: it is empty while the limit is not reached, and otherwise at most what is connected beyond the busy workers.
 * The filter's own refusals are not among the errors, which are answers of 500 and above.
 */
final class WildFlyReadings implements ServerReadings {

    private static final double NANOS_IN_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Beans beans;
    private final MBeanQuery undertow;
    private final MBeanQuery listeners;
    private final MBeanQuery limits;
    private final MBeanQuery deployments;
    private final MBeanQuery connections;
    private final MBeanQuery workers;

    WildFlyReadings(Beans beans) {
        this.beans = beans;
        undertow = beans.family("jboss.as:subsystem=undertow");
        listeners = beans.family("jboss.as:subsystem=undertow,server=*,http-listener=*");
        limits = beans.family("jboss.as:subsystem=undertow,configuration=filter,request-limit=*");
        deployments = beans.family("jboss.as:deployment=*,subsystem=undertow");
        connections = beans.family("org.xnio:type=Xnio,provider=\"nio\",worker=*,address=*");
        workers = beans.family("org.xnio:type=Xnio,provider=\"nio\",worker=*");
    }

    @Override
    public boolean isHere() {
        return !workers.isEmpty();
    }

    /**
     * Asks the root of the management model by its name: a search in the model is expensive, and waits for its turn.
     */
    @Override
    public String title() {
        String product = beans.text(Beans.WILDFLY, "productName");
        String version = beans.text(Beans.WILDFLY, "productVersion");
        return product == null ? "Undertow" : version == null ? product : product + " " + version;
    }

    @Override
    public @Nullable String route() {
        return undertow.text("instanceId");
    }

    @Override
    public void read(NodeSample into) {
        double open = connections.sum("ConnectionCount");
        double busy = workers.sum("BusyWorkerThreadCount");
        into.set(AMX_CONNS_OPEN, open);
        into.set(AMX_CONNS_MAX, connections.limit("ConnectionLimitHighWater"));
        into.set(AMX_CONNS_Q_THRDSMAX, workers.limit("MaxWorkerPoolSize"));
        into.set(AMX_CONNS_Q_THRDSMIN, workers.sum("CoreWorkerPoolSize"));
        into.set(AMX_CONNS_Q_THRBSY, busy);
        readQueue(into, open, busy);
        into.set(AMX_SESSIONS_ACT, deployments.sum("activeSessions"));
        readRequests(into);
    }

    private void readQueue(NodeSample into, double open, double busy) {
        double waiting = workers.sum("WorkerQueueSize");
        if (!limits.isEmpty()) {
            double most = limits.limit("queueSize");
            into.set(AMX_CONNS_Q_MAXSIZE, most);
            if (busy >= limits.sum("maxConcurrentRequests")) {
                waiting += Math.min(most, Math.max(0, open - busy));
            }
        }
        into.set(AMX_CONNS_QD, waiting);
    }

    private void readRequests(NodeSample into) {
        if (undertow.greatest("statisticsEnabled") == 0) {
            AgentLog.sayOnce(
                    "WildFly counts no requests: statistics-enabled of its subsystem undertow is off; those figures are absent");
            return;
        }
        double total = listeners.sum("requestCount");
        into.set(AMX_RQST_TOTAL, total);
        into.set(AMX_RQST_ERRS, listeners.sum("errorCount"));
        double timed = 0;
        for (ObjectName listener : listeners.names()) {
            timed += listeners.value(listener, "recordRequestStartTime") == 1 ? 1 : 0;
        }
        if (timed > 0) {
            into.set(AMX_RQST_AVETIME, listeners.sum("processingTime") / NANOS_IN_MILLI / total);
            into.set(AMX_RQST_MAXTIME, listeners.greatest("maxProcessingTime") / NANOS_IN_MILLI);
        }
    }
}
