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
import javax.management.JMException;
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

    /**
     * Asks GlassFish once to show its MBeans (AMX), when its start is over.
     *
     * <p>It does not ask earlier: a part of the server that begins to count while the MBeans are being made, such as
     * the workers of a listener, has no MBean as long as the server lives. No MBean says that the start is over; it is
     * over when fewer than {@value #QUIET_CLASSES} classes have been loaded for {@value #QUIET_SECONDS} seconds, or
     * {@value #LONGEST_SECONDS} seconds after the first look. Making the MBeans takes seconds, so it is done aside. For
     * the sampler's thread.
     */
    private static final class AmxBoot {

        static final ObjectName NAME = Beans.name("amx-support:type=boot-amx");

        private static final long QUIET_SECONDS = 3;
        private static final long LONGEST_SECONDS = 30;
        private static final int QUIET_CLASSES = 20;

        private final Beans beans;
        private final Executor aside;
        private final MBeanQuery classes;
        private boolean looked;
        private boolean asked;
        private long lookedNs;
        private long askedNs;
        private long markedNs;
        private double marked = Double.NaN;

        AmxBoot(Beans beans, Executor aside) {
            this.beans = beans;
            this.aside = aside;
            this.classes = beans.family("java.lang:type=ClassLoading");
        }

        /** Asks, if it is time and has not been done. */
        void askWhenStarted() {
            if (!asked && isStarted()) {
                asked = true;
                askedNs = beans.nowNs();
                aside.execute(this::ask);
            }
        }

        /** True when it was asked longer ago than this. */
        boolean askedBefore(long agoNs) {
            return asked && beans.nowNs() - askedNs > agoNs;
        }

        private boolean isStarted() {
            long nowNs = beans.nowNs();
            if (!looked) {
                looked = true;
                lookedNs = nowNs;
            }
            double loaded = classes.sum("TotalLoadedClassCount");
            if (!(loaded - marked < QUIET_CLASSES)) {
                marked = loaded;
                markedNs = nowNs;
            }
            return nowNs - markedNs >= TimeUnit.SECONDS.toNanos(QUIET_SECONDS)
                    || nowNs - lookedNs >= TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        }

        private void ask() {
            try {
                beans.invoke(NAME, "bootAMX");
            } catch (JMException | RuntimeException e) {
                AgentLog.say("GlassFish does not show its MBeans (" + AgentLog.told(e) + ")");
            }
        }
    }
}
