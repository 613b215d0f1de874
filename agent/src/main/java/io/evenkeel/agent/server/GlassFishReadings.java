// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_DENIED;
import static io.evenkeel.wire.Metric.AMX_CONNS_KEEPALVMAX;
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
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * GlassFish 7, the server of the first paper, whose figures have these very names; its monitoring must be on.
 *
 * <p>The MBeans (AMX) appear only when they are asked for, once ({@link AmxBoot}). Queue and workers are those of the
 * listener with the most connections so far; rows of {@code network//} are sums without limits and are left alone. Its
 * means of the queue only ever grow and are left alone too. Errors are answers of 400 and above.
 */
final class GlassFishReadings implements ServerReadings {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final Beans beans;
    private final MBeanQuery root;
    private final MBeanQuery queues;
    private final MBeanQuery threads;
    private final MBeanQuery keepAlives;
    private final MBeanQuery requests;
    private final MBeanQuery sessions;
    private final AmxBoot boot;

    /** @param aside runs what takes long on another thread */
    GlassFishReadings(Beans beans, Executor aside) {
        this.beans = beans;
        boot = new AmxBoot(beans, aside);
        root = beans.family("amx:pp=,type=domain-root");
        queues = beans.family("amx:type=connection-queue-mon,*").where(GlassFishReadings::ofListener);
        threads = beans.family("amx:type=thread-pool-mon,*").where(GlassFishReadings::ofListener);
        keepAlives = beans.family("amx:type=keep-alive-mon,*").where(GlassFishReadings::ofListener);
        requests = beans.family("amx:type=request-mon,*")
                .where(name -> "http-service/server/request".equals(name.getKeyProperty("name")));
        sessions =
                beans.family("amx:type=session-mon,*").where(name -> "web/session".equals(name.getKeyProperty("name")));
    }

    private static boolean ofListener(ObjectName name) {
        String path = name.getKeyProperty("name");
        return path != null
                && path.startsWith("network/")
                && !path.startsWith("network//")
                && !path.startsWith("network/admin-listener/");
    }

    @Override
    public boolean isHere() {
        return beans.has(AmxBoot.NAME);
    }

    @Override
    public String title() {
        String version = root.text("ApplicationServerFullVersion");
        return version == null ? "GlassFish" : version.replaceAll(" *\\(.*", "").replaceAll("\\s+", " ");
    }

    @Override
    public @Nullable String route() {
        return System.getProperty("jvmRoute");
    }

    @Override
    public void read(NodeSample into) {
        boot.askWhenStarted();
        if (queues.isEmpty() && threads.isEmpty() && requests.isEmpty()) {
            if (boot.askedBefore(PATIENCE_NS)) {
                AgentLog.sayOnce(
                        "GlassFish's monitoring is OFF, so its figures are absent; to switch it on: asadmin enable-monitoring"
                                + " --mbean true --modules thread-pool=HIGH:http-service=HIGH:web-container=HIGH:jdbc-connection-pool=HIGH");
            }
            return;
        }
        readListener(into);
        into.set(AMX_RQST_TOTAL, requests.sum("countrequests"));
        into.set(AMX_RQST_ERRS, requests.sum("errorcount"));
        into.set(AMX_RQST_AVETIME, requests.greatest("processingtime"));
        into.set(AMX_RQST_MAXTIME, requests.greatest("maxtime"));
        into.set(AMX_SESSIONS_ACT, sessions.sum("activesessionscurrent"));
    }

    private void readListener(NodeSample into) {
        ObjectName busiest = null;
        double most = -1;
        for (ObjectName queue : queues.names()) {
            double connections = queues.value(queue, "counttotalconnections");
            if (connections > most) {
                most = connections;
                busiest = queue;
            }
        }
        if (busiest == null) {
            return;
        }
        into.set(AMX_CONNS_OPEN, queues.value(busiest, "countopenconnections"));
        into.set(AMX_CONNS_DENIED, queues.value(busiest, "countoverflows"));
        into.set(AMX_CONNS_QD, queues.value(busiest, "countqueued"));
        into.set(AMX_CONNS_Q_MAXSIZE, queues.value(busiest, "maxqueued"));
        String path = busiest.getKeyProperty("name");
        String listener = path.substring(0, path.lastIndexOf('/') + 1);
        for (ObjectName pool : threads.names()) {
            if (pool.getKeyProperty("name").startsWith(listener)) {
                into.set(AMX_CONNS_Q_THRDSMAX, threads.value(pool, "maxthreads"));
                into.set(AMX_CONNS_Q_THRDSMIN, threads.value(pool, "corethreads"));
                into.set(AMX_CONNS_Q_THRBSY, threads.value(pool, "currentthreadsbusy"));
            }
        }
        for (ObjectName keepAlive : keepAlives.names()) {
            if (keepAlive.getKeyProperty("name").startsWith(listener)) {
                into.set(AMX_CONNS_KEEPALVMAX, keepAlives.value(keepAlive, "maxrequests"));
            }
        }
    }
}
