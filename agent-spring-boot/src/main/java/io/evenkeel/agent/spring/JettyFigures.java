// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.publish.PublishedServer;
import io.evenkeel.wire.Metric;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.session.DefaultSessionCache;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The figures of an embedded Jetty 12, which registers no MBeans.
 *
 * <p>Workers are those of the pool that it does not lease to acceptors and selectors. Figures of requests need a
 * {@link StatisticsHandler}, which Boot puts in for a graceful shutdown, its default.
 */
final class JettyFigures {

    private static final double NONE = Double.NaN;
    private static final double NANOS_IN_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Server server;
    private final Collection<DefaultSessionCache> sessions;

    private JettyFigures(Server server) {
        this.server = server;
        this.sessions = server.getContainedBeans(DefaultSessionCache.class);
    }

    /** The figures of a server that runs, not published yet. */
    static PublishedServer of(Server server) {
        JettyFigures from = new JettyFigures(server);
        return new PublishedServer("Eclipse Jetty " + Server.getVersion())
                .figure(Metric.AMX_CONNS_OPEN, from::connections)
                .figure(Metric.AMX_CONNS_MAX, from::mostConnections)
                .figure(Metric.AMX_CONNS_QD, () -> from.workers(QueuedThreadPool::getQueueSize))
                .figure(Metric.AMX_CONNS_Q_THRBSY, () -> from.workers(QueuedThreadPool::getUtilizedThreads))
                .figure(Metric.AMX_CONNS_Q_THRDSMAX, () -> from.workers(QueuedThreadPool::getMaxAvailableThreads))
                .figure(
                        Metric.AMX_CONNS_Q_THRDSMIN,
                        () -> from.workers(pool -> Math.max(0, pool.getMinThreads() - pool.getLeasedThreads())))
                .figure(Metric.AMX_RQST_TOTAL, () -> from.requests(StatisticsHandler::getRequestTotal))
                .figure(
                        Metric.AMX_RQST_ERRS,
                        () -> from.requests(counts -> counts.getResponses4xx() + counts.getResponses5xx()))
                .figure(
                        Metric.AMX_RQST_MAXTIME,
                        () -> from.requests(counts -> counts.getRequestTimeMax() / NANOS_IN_MILLI))
                .figure(
                        Metric.AMX_RQST_AVETIME,
                        () -> from.requests(counts -> counts.getRequestTimeMean() / NANOS_IN_MILLI))
                .figure(Metric.AMX_SESSIONS_ACT, from::activeSessions);
    }

    private double connections() {
        double sum = 0;
        for (Connector connector : server.getConnectors()) {
            sum += connector instanceof AbstractConnector known
                    ? known.getConnectedEndPoints().size()
                    : 0;
        }
        return sum;
    }

    private double mostConnections() {
        NetworkConnectionLimit limit = server.getBean(NetworkConnectionLimit.class);
        return limit == null ? NONE : limit.getMaxNetworkConnectionCount();
    }

    private double workers(ToDoubleFunction<QueuedThreadPool> figure) {
        return server.getThreadPool() instanceof QueuedThreadPool pool ? figure.applyAsDouble(pool) : NONE;
    }

    private double requests(ToDoubleFunction<StatisticsHandler> figure) {
        StatisticsHandler counts = server.getDescendant(StatisticsHandler.class);
        return counts == null ? NONE : figure.applyAsDouble(counts);
    }

    private double activeSessions() {
        double sum = sessions.isEmpty() ? NONE : 0;
        for (DefaultSessionCache each : sessions) {
            sum += each.getSessionsCurrent();
        }
        return sum;
    }
}
