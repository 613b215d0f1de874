// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.publish.PublishedServer;
import io.evenkeel.wire.Metric;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.ToDoubleFunction;
import org.apache.catalina.Container;
import org.apache.catalina.Context;
import org.apache.catalina.Manager;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.RequestGroupInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/**
 * The figures of an embedded Tomcat, whose MBeans Boot switches off.
 *
 * <p>The queue is that of the workers' pool and exact, as no MBean tells it. Workers that are virtual threads have
 * neither a limit nor a queue; these figures are absent then. Figures of several connectors are added.
 */
final class TomcatFigures {

    private static final double NONE = Double.NaN;

    private final Tomcat tomcat;

    private TomcatFigures(Tomcat tomcat) {
        this.tomcat = tomcat;
    }

    /** The figures, not published yet. */
    static PublishedServer of(Tomcat tomcat) {
        TomcatFigures from = new TomcatFigures(tomcat);
        return new PublishedServer(ServerInfo.getServerInfo().replace('/', ' '))
                .route(() -> tomcat.getEngine().getJvmRoute())
                .figure(Metric.AMX_CONNS_OPEN, () -> from.protocols(AbstractProtocol::getConnectionCount))
                .figure(Metric.AMX_CONNS_MAX, () -> from.protocols(AbstractProtocol::getMaxConnections))
                .figure(Metric.AMX_CONNS_KEEPALVMAX, () -> from.protocols(TomcatFigures::keepAliveRequests))
                .figure(
                        Metric.AMX_CONNS_QD,
                        () -> from.workers(
                                pool -> pool.getQueue().size(),
                                pool -> pool.getQueue().size()))
                .figure(
                        Metric.AMX_CONNS_Q_MAXSIZE,
                        () -> from.workers(
                                pool -> bound(
                                        pool.getQueue().size(), pool.getQueue().remainingCapacity()),
                                pool -> bound(
                                        pool.getQueue().size(), pool.getQueue().remainingCapacity())))
                .figure(
                        Metric.AMX_CONNS_Q_THRBSY,
                        () -> from.workers(
                                org.apache.tomcat.util.threads.ThreadPoolExecutor::getActiveCount,
                                ThreadPoolExecutor::getActiveCount))
                .figure(
                        Metric.AMX_CONNS_Q_THRDSMAX,
                        () -> from.workers(
                                org.apache.tomcat.util.threads.ThreadPoolExecutor::getMaximumPoolSize,
                                ThreadPoolExecutor::getMaximumPoolSize))
                .figure(
                        Metric.AMX_CONNS_Q_THRDSMIN,
                        () -> from.workers(
                                org.apache.tomcat.util.threads.ThreadPoolExecutor::getCorePoolSize,
                                ThreadPoolExecutor::getCorePoolSize))
                .figure(Metric.AMX_RQST_TOTAL, () -> from.requests(RequestGroupInfo::getRequestCount))
                .figure(Metric.AMX_RQST_ERRS, () -> from.requests(RequestGroupInfo::getErrorCount))
                .figure(Metric.AMX_RQST_MAXTIME, () -> from.requests(RequestGroupInfo::getMaxTime))
                .figure(
                        Metric.AMX_RQST_AVETIME,
                        () -> from.requests(RequestGroupInfo::getProcessingTime)
                                / from.requests(RequestGroupInfo::getRequestCount))
                .figure(Metric.AMX_SESSIONS_ACT, from::sessions);
    }

    private double protocols(ToDoubleFunction<AbstractProtocol<?>> figure) {
        double sum = 0;
        for (Connector connector : tomcat.getService().findConnectors()) {
            if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
                double value = figure.applyAsDouble(protocol);
                sum += value < 0 ? NONE : value;
            }
        }
        return sum;
    }

    private double workers(
            ToDoubleFunction<org.apache.tomcat.util.threads.ThreadPoolExecutor> ofTomcat,
            ToDoubleFunction<ThreadPoolExecutor> ofJava) {
        return protocols(protocol -> {
            Executor workers = protocol.getExecutor();
            if (workers instanceof org.apache.tomcat.util.threads.ThreadPoolExecutor pool) {
                return ofTomcat.applyAsDouble(pool);
            }
            return workers instanceof ThreadPoolExecutor pool ? ofJava.applyAsDouble(pool) : NONE;
        });
    }

    private double requests(ToDoubleFunction<RequestGroupInfo> figure) {
        return protocols(protocol ->
                protocol.getHandler().getGlobal() instanceof RequestGroupInfo all ? figure.applyAsDouble(all) : NONE);
    }

    private double sessions() {
        double sum = 0;
        for (Container child : tomcat.getHost().findChildren()) {
            Manager manager = child instanceof Context application ? application.getManager() : null;
            sum += manager == null ? 0 : manager.getActiveSessions();
        }
        return sum;
    }

    private static double keepAliveRequests(AbstractProtocol<?> protocol) {
        return protocol instanceof AbstractHttp11Protocol<?> http ? http.getMaxKeepAliveRequests() : NONE;
    }

    /** Tomcat's queue without a bound has that of an int. */
    static double bound(long size, long remaining) {
        return size + remaining >= Integer.MAX_VALUE ? NONE : size + remaining;
    }
}
