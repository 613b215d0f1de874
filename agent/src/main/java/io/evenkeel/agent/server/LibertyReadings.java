// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static io.evenkeel.wire.Metric.AMX_CONNS_OPEN;
import static io.evenkeel.wire.Metric.AMX_CONNS_Q_THRBSY;
import static io.evenkeel.wire.Metric.AMX_RQST_AVETIME;
import static io.evenkeel.wire.Metric.AMX_RQST_ERRS;
import static io.evenkeel.wire.Metric.AMX_RQST_MAXTIME;
import static io.evenkeel.wire.Metric.AMX_RQST_TOTAL;
import static io.evenkeel.wire.Metric.AMX_SESSIONS_ACT;

import io.evenkeel.wire.NodeSample;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/**
 * Open Liberty with the feature {@code monitor-1.0}.
 *
 * <p>It has no queue and no MBean for connections, so those are counted by the kernel. Its pool of threads grows and
 * shrinks by itself and does not show how far. There is an MBean for every method, status and route, so requests are
 * added up once a second. Errors are answers of 400 and above.
 */
final class LibertyReadings implements ServerReadings {

    private static final double NANOS_IN_MILLI = 1e6;
    private static final long COUNT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Pattern ERROR = Pattern.compile("(^|;)status:[45]");

    private final Beans beans;
    private final MBeanQuery info;
    private final MBeanQuery endpoints;
    private final MBeanQuery threads;
    private final MBeanQuery requests;
    private final MBeanQuery servlets;
    private final MBeanQuery sessions;
    private final SocketCount sockets = new SocketCount();

    private boolean counted;
    private long countedNs;
    private double total;
    private double errors;
    private double durationNs;

    LibertyReadings(Beans beans) {
        this.beans = beans;
        info = beans.family("WebSphere:feature=kernel,name=ServerInfo");
        endpoints = beans.family("WebSphere:feature=channelfw,type=endpoint,name=*");
        threads = beans.family("WebSphere:type=ThreadPoolStats,name=*");
        requests = beans.family("WebSphere:type=HttpServerStats,name=*");
        servlets = beans.family("WebSphere:type=ServletStats,name=*");
        sessions = beans.family("WebSphere:type=SessionStats,name=*");
    }

    @Override
    public boolean isHere() {
        return !endpoints.isEmpty();
    }

    @Override
    public String title() {
        String version = info.text("LibertyVersion");
        return version == null ? "Open Liberty" : "Open Liberty " + version;
    }

    @Override
    public void read(NodeSample into) {
        double open = Double.NaN;
        for (ObjectName endpoint : endpoints.names()) {
            double port = endpoints.value(endpoint, "Port");
            if (port > 0) {
                double connected = sockets.established((int) port, beans.nowNs());
                open = Double.isNaN(open) ? connected : open + connected;
            }
        }
        into.set(AMX_CONNS_OPEN, open);
        into.set(AMX_CONNS_Q_THRBSY, threads.sum("ActiveThreads"));
        into.set(AMX_SESSIONS_ACT, sessions.sum("LiveCount"));
        if (!counted || beans.nowNs() - countedNs >= COUNT_NS) {
            count();
        }
        into.set(AMX_RQST_TOTAL, total);
        into.set(AMX_RQST_ERRS, errors);
        into.set(AMX_RQST_AVETIME, durationNs / NANOS_IN_MILLI / total);
        into.set(AMX_RQST_MAXTIME, servlets.greatest("ResponseTimeDetails/maximumValue") / NANOS_IN_MILLI);
    }

    private void count() {
        counted = true;
        countedNs = beans.nowNs();
        total = requests.sum("Count");
        durationNs = requests.sum("Duration");
        errors = Double.isNaN(total) ? Double.NaN : 0;
        for (ObjectName each : requests.names()) {
            Matcher error = ERROR.matcher(ObjectName.unquote(each.getKeyProperty("name")));
            if (error.find()) {
                errors += requests.value(each, "Count");
            }
        }
    }
}
