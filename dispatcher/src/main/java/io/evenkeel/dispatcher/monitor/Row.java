// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.policy.Sample;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.Unit;
import java.util.EnumMap;
import java.util.Map;

/**
 * Turns a sample's metrics into the columns that policies read: the one place where the two lists meet. Percentages
 * become shares.
 */
@SuppressWarnings("EnumOrdinal") // a row is an array by column
final class Row {

    private static final Sample[] COLUMNS = Sample.values();
    private static final Metric[] OF_COLUMN = new Metric[COLUMNS.length];

    static {
        Map<Sample, Metric> metrics = new EnumMap<>(Sample.class);
        metrics.put(Sample.CPU_SHARE, Metric.OS_CPU_USED_PERCENT);
        metrics.put(Sample.HEAP_SHARE, Metric.JVM_HEAP_USED_PERCENT);
        metrics.put(Sample.HEAP_AFTER_GC_SHARE, Metric.JVM_HEAP_LIVE_PERCENT);
        metrics.put(Sample.GC_SHARE, Metric.JVM_GC_SHARE_PERCENT);
        metrics.put(Sample.IOWAIT_SHARE, Metric.OS_CPU_IOWAIT_PERCENT);
        metrics.put(Sample.MEMORY_SHARE, Metric.OS_MEM_USED_PERCENT);
        metrics.put(Sample.WORKERS_BUSY, Metric.AMX_CONNS_Q_THRBSY);
        metrics.put(Sample.WORKERS_MAX, Metric.AMX_CONNS_Q_THRDSMAX);
        metrics.put(Sample.QUEUE_USED, Metric.AMX_CONNS_QD);
        metrics.put(Sample.QUEUE_MAX, Metric.AMX_CONNS_Q_MAXSIZE);
        metrics.put(Sample.JDBC_ACTIVE, Metric.AMX_JDBC_ACTC);
        metrics.put(Sample.JDBC_MAX, Metric.AMX_JDBC_MAXC);
        metrics.put(Sample.JDBC_WAITERS, Metric.AMX_JDBC_WAIT);
        metrics.put(Sample.SESSIONS, Metric.AMX_SESSIONS_ACT);
        metrics.put(Sample.IN_FLIGHT, Metric.RQST_IN_FLIGHT);
        metrics.put(Sample.THROUGHPUT_PER_S, Metric.RQST_THROUGHPUT);
        metrics.put(Sample.ERRORS_PER_S, Metric.RQST_ERRORS);
        metrics.put(Sample.ARRIVALS_PER_S, Metric.RQST_ARRIVALS);
        metrics.put(Sample.RESPONSE_MS, Metric.RQST_RESPONSE_TIME);
        metrics.put(Sample.MEAN_SERVICE_MS, Metric.RQST_SERVICE_TIME);
        metrics.put(Sample.THINK_MS, Metric.RQST_THINK_TIME);
        metrics.put(Sample.UTILIZATION_SHARE, Metric.RQST_UTILIZATION_PERCENT);
        metrics.put(Sample.PARALLELISM, Metric.NODE_PARALLELISM);
        metrics.put(Sample.SERVICE_MS, Metric.NODE_DEMAND);
        metrics.put(Sample.CAPACITY_PER_S, Metric.NODE_CAPACITY);
        metrics.forEach((column, metric) -> OF_COLUMN[column.ordinal()] = metric);
    }

    private Row() {}

    /** An empty row. */
    static double[] make() {
        return new double[COLUMNS.length];
    }

    /** Fills a row; what the sample does not have is NaN. */
    static void fill(NodeSample sample, double[] row) {
        for (int k = 0; k < row.length; k++) {
            Metric metric = OF_COLUMN[k];
            row[k] = metric.unit() == Unit.PERCENT ? sample.value(metric) / 100 : sample.value(metric);
        }
    }

    /** The metric of a column. */
    static Metric metric(Sample column) {
        return OF_COLUMN[column.ordinal()];
    }
}
