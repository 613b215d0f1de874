// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.HashMap;
import java.util.Map;

/**
 * The figures that a light server tells about itself: those of the fifth paper (§2.2) and those of workers and queue,
 * in the agent's own forms.
 *
 * <p>λ, r, s and u are those of the last second or more: of the time between two marks, which are set a second apart.
 * h is the mean of all pauses of clients so far, where a client is known by its session, or by its address if the plan
 * says so. A mean without events is absent. Behind the fleet's lock.
 */
final class LightAgent {

    private static final long MARK_NS = 1_000_000_000L;
    private static final long REPORT_NS = 100_000_000L;
    private static final int MOST_CLIENTS = 20_000;

    private final LightPlan plan;
    private final Station station;
    private final NodeSample sample = new NodeSample();
    private final Map<String, Long> answeredNs = new HashMap<>();
    private final long epochMs = System.currentTimeMillis();
    private LightCounts old;
    private LightCounts young;
    private long pauses;
    private double pauseNs;
    private long sequence;
    private long reportedNs;

    LightAgent(LightPlan plan, Station station, long nowNs) {
        this.plan = plan;
        this.station = station;
        this.old = station.counts(nowNs);
        this.young = old;
        this.reportedNs = nowNs - REPORT_NS;
    }

    /** A client's request has come. */
    void came(String client, long nowNs) {
        Long before = client.isEmpty() ? null : answeredNs.remove(client);
        if (before != null) {
            pauses++;
            pauseNs += nowNs - before;
        }
    }

    /** A client has its answer. */
    void answered(String client, long nowNs) {
        if (!client.isEmpty() && answeredNs.size() < MOST_CLIENTS) {
            answeredNs.put(client, nowNs);
        }
    }

    /** The head's line with a load report; empty when the last one is less than 100 ms old. */
    String reportLine(long nowNs) {
        if (nowNs - reportedNs < REPORT_NS) {
            return "";
        }
        reportedNs = nowNs;
        StringBuilder line = new StringBuilder(LoadReport.HEADER).append(": ");
        LoadReport.writeText(take(nowNs), line);
        return line.append("\r\n").toString();
    }

    /** The answer to a question. */
    String json(long nowNs) {
        StringBuilder json = new StringBuilder();
        JsonSample.write(take(nowNs), "light", "light", json);
        return json.toString();
    }

    private NodeSample take(long nowNs) {
        LightCounts now = station.counts(nowNs);
        if (nowNs - young.takenNs() >= MARK_NS) {
            old = young;
            young = now;
        }
        LightCounts grown = now.since(old);
        sample.clear();
        sample.stamp(epochMs, ++sequence, System.currentTimeMillis());
        sample.set(Metric.AMX_CONNS_Q_THRBSY, station.busy());
        sample.set(Metric.AMX_CONNS_Q_THRDSMAX, plan.workers());
        sample.set(Metric.AMX_CONNS_QD, station.queued());
        sample.set(Metric.AMX_CONNS_Q_MAXSIZE, plan.queue());
        sample.set(Metric.RQST_IN_FLIGHT, station.busy() + station.queued());
        double seconds = grown.takenNs() / 1e9;
        if (seconds > 0) {
            sample.set(Metric.RQST_ARRIVALS, grown.arrived() / seconds);
            sample.set(Metric.RQST_THROUGHPUT, grown.completed() / seconds);
            sample.set(Metric.RQST_ERRORS, grown.refused() / seconds);
            double percent = Math.min(100, 100 * grown.utilisation());
            sample.set(Metric.RQST_UTILIZATION_PERCENT, percent);
            sample.set(Metric.OS_CPU_USED_PERCENT, percent);
        }
        if (grown.completed() > 0) {
            sample.set(Metric.RQST_RESPONSE_TIME, grown.responseNs() / 1e6 / grown.completed());
            sample.set(Metric.RQST_SERVICE_TIME, grown.serviceNs() / 1e6 / grown.completed() / plan.cores());
        }
        if (pauses > 0) {
            sample.set(Metric.RQST_THINK_TIME, pauseNs / 1e6 / pauses);
        }
        return sample;
    }
}
