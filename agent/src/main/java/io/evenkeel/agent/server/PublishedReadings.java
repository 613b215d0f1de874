// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import io.evenkeel.agent.publish.PublishedServer;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import org.jspecify.annotations.Nullable;

/**
 * A server whose figures code beside it publishes, each under the name of its metric ({@link PublishedServer}):
 * embedded servers of Spring Boot, for one.
 */
final class PublishedReadings implements ServerReadings {

    private static final Metric[] LIMITS = {
        Metric.AMX_CONNS_MAX, Metric.AMX_CONNS_Q_MAXSIZE, Metric.AMX_CONNS_Q_THRDSMAX,
    };
    private static final Metric[] SUMS = {
        Metric.AMX_CONNS_OPEN,
        Metric.AMX_CONNS_QD,
        Metric.AMX_CONNS_Q_THRDSMIN,
        Metric.AMX_CONNS_Q_THRBSY,
        Metric.AMX_RQST_TOTAL,
        Metric.AMX_RQST_ERRS,
        Metric.AMX_SESSIONS_ACT,
    };
    private static final Metric[] GREATEST = {
        Metric.AMX_CONNS_KEEPALVMAX, Metric.AMX_RQST_AVETIME, Metric.AMX_RQST_MAXTIME,
    };

    private final MBeanQuery servers;

    PublishedReadings(Beans beans) {
        servers = beans.family(PublishedServer.PATTERN);
    }

    @Override
    public boolean isHere() {
        return !servers.isEmpty();
    }

    @Override
    public String title() {
        String title = servers.text(PublishedServer.TITLE);
        return title == null ? "a server" : title;
    }

    @Override
    public @Nullable String route() {
        return servers.text(PublishedServer.ROUTE);
    }

    @Override
    public void read(NodeSample into) {
        for (Metric metric : LIMITS) {
            into.set(metric, servers.limit(metric.name()));
        }
        for (Metric metric : SUMS) {
            into.set(metric, servers.sum(metric.name()));
        }
        for (Metric metric : GREATEST) {
            into.set(metric, servers.greatest(metric.name()));
        }
    }
}
