// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.publish.PublishedServer;
import io.evenkeel.wire.Metric;
import io.undertow.Undertow;
import io.undertow.Version;
import io.undertow.server.ConnectorStatistics;
import io.undertow.servlet.api.DeploymentManager;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.xnio.management.XnioWorkerMXBean;

/**
 * The figures of an embedded Undertow. Those of connections and requests need its option {@code ENABLE_STATISTICS}; the
 * times of requests are left to the agent's own filter.
 */
final class UndertowFigures {

    private static final double NONE = Double.NaN;

    private final Undertow undertow;
    private final @Nullable DeploymentManager application;

    private UndertowFigures(Undertow undertow, @Nullable DeploymentManager application) {
        this.undertow = undertow;
        this.application = application;
    }

    /** The figures of a server that runs, not published yet. */
    static PublishedServer of(Undertow undertow, @Nullable DeploymentManager application) {
        UndertowFigures from = new UndertowFigures(undertow, application);
        return new PublishedServer("Undertow " + Version.getVersionString())
                .figure(Metric.AMX_CONNS_OPEN, () -> from.listeners(ConnectorStatistics::getActiveConnections))
                .figure(Metric.AMX_CONNS_QD, () -> from.workers(XnioWorkerMXBean::getWorkerQueueSize))
                .figure(Metric.AMX_CONNS_Q_THRBSY, () -> from.workers(XnioWorkerMXBean::getBusyWorkerThreadCount))
                .figure(Metric.AMX_CONNS_Q_THRDSMAX, () -> from.workers(XnioWorkerMXBean::getMaxWorkerPoolSize))
                .figure(Metric.AMX_CONNS_Q_THRDSMIN, () -> from.workers(XnioWorkerMXBean::getCoreWorkerPoolSize))
                .figure(Metric.AMX_RQST_TOTAL, () -> from.listeners(ConnectorStatistics::getRequestCount))
                .figure(Metric.AMX_RQST_ERRS, () -> from.listeners(ConnectorStatistics::getErrorCount))
                .figure(Metric.AMX_SESSIONS_ACT, from::sessions);
    }

    private double workers(ToDoubleFunction<XnioWorkerMXBean> figure) {
        return figure.applyAsDouble(undertow.getWorker().getMXBean());
    }

    private double listeners(ToDoubleFunction<ConnectorStatistics> figure) {
        double sum = 0;
        for (Undertow.ListenerInfo listener : undertow.getListenerInfo()) {
            ConnectorStatistics counts = listener.getConnectorStatistics();
            sum += counts == null ? NONE : figure.applyAsDouble(counts);
        }
        return sum;
    }

    private double sessions() {
        if (application == null || application.getDeployment() == null) {
            return NONE;
        }
        var counts = application.getDeployment().getSessionManager().getStatistics();
        return counts == null ? NONE : counts.getActiveSessionCount();
    }
}
