// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.decision;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.function.DoubleSupplier;

/**
 * The load that the node can take, for the policy {@code headroom} and for admission: R0, θ, k and Xmax.
 *
 * <p>By the operational laws, from what a request takes of each resource ({@link Demands}):
 *
 * <ul>
 *   <li>θ = max(D_cpu / c, D_jdbc / J, R0 / W): seconds of a request at the bottleneck. J are the JDBC connections,
 *       W the workers, and c the processors that are left to this process:
 *       cores · (1 − steal − other processes) · (1 − share of collections). It never has less than it is using.
 *   <li>R0: time of a request that meets no other, the greater of D_cpu + D_jdbc and of what requests among few
 *       took, so that unmeasured waits are in it.
 *   <li>k = R0 / θ, from 1 to W; Xmax = 1 / θ.
 * </ul>
 *
 * <p>A resource that is not reported is left out of θ; without any, nothing is set. A single request seldom keeps more
 * than one processor busy, so D_cpu is not believed above the mean response time. With θ the mean service time s at
 * the bottleneck and the utilisation u = X·θ of the fifth paper are set again.
 */
public final class DecisionVector implements Collector {

    private final DoubleSupplier aloneMs;
    private final Demands demands = new Demands();
    private final LowestLately lowestMs = new LowestLately();
    private double lastTotal = Double.NaN;
    private double lastSpentMs = Double.NaN;
    private double meanMs = Double.NaN;

    /**
     * @param aloneMs time of requests that came while few others were there, a low quantile, in milliseconds; NaN
     *     when it was not measured
     */
    public DecisionVector(DoubleSupplier aloneMs) {
        this.aloneMs = aloneMs;
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        demands.add(into, nowNs);
        noteResponses(into, nowNs);
        double probedMs = into.value(Metric.RQST_RESPONSE_TIME);
        double processorMs = capped(demands.processorMs(), probedMs > 0 ? probedMs : meanMs);
        double connectionMs = demands.connectionMs();
        double demandMs = greater(orZero(processorMs) + orZero(connectionMs), aloneMs());
        if (!(demandMs > 0)) {
            return;
        }
        double workers = into.value(Metric.AMX_CONNS_Q_THRDSMAX);
        double bottleneckMs = greater(
                greater(processorMs / processors(into), connectionMs / positive(into.value(Metric.AMX_JDBC_MAXC))),
                demandMs / positive(workers));
        if (!(bottleneckMs > 0)) {
            return;
        }
        double most = workers > 0 ? workers : Double.POSITIVE_INFINITY;
        into.set(Metric.NODE_DEMAND, demandMs);
        into.set(Metric.NODE_BOTTLENECK, bottleneckMs);
        into.set(Metric.NODE_PARALLELISM, Math.max(1, Math.min(most, demandMs / bottleneckMs)));
        into.set(Metric.NODE_CAPACITY, 1e3 / bottleneckMs);
        into.set(Metric.RQST_SERVICE_TIME, bottleneckMs);
        double throughput = demands.throughput();
        if (!Double.isNaN(throughput)) {
            into.set(Metric.RQST_UTILIZATION_PERCENT, Math.min(100, throughput * bottleneckMs / 10));
        }
    }

    /** Processors that are left to this process, those it uses included; NaN when unknown. */
    static double processors(NodeSample sample) {
        double limit = sample.value(Metric.OS_CPU_LIMIT);
        double own = limit * orZero(sample.value(Metric.JVM_CPU_USED_PERCENT)) / 100;
        double machine = sample.value(Metric.OS_LOAD_MAX);
        double busy = sample.value(Metric.OS_CPU_USER_PERCENT) + sample.value(Metric.OS_CPU_SYSTEM_PERCENT);
        double others = Math.max(0, machine * busy / 100 - own);
        double stolen = machine * orZero(sample.value(Metric.OS_CPU_STEAL_PERCENT)) / 100;
        double free = Double.isNaN(others) ? limit : Math.min(limit, machine - stolen - others);
        double still = orZero(sample.value(Metric.JVM_GC_SHARE_PERCENT)) / 100;
        double left = Math.max(own, free * (1 - still));
        return left > 0 ? left : Double.NaN;
    }

    /** The filter's time among few, or without one the lowest mean of any stretch of the last minute. */
    private double aloneMs() {
        double measured = aloneMs.getAsDouble();
        return measured > 0 ? measured : lowestMs.value();
    }

    private void noteResponses(NodeSample sample, long nowNs) {
        double total = sample.value(Metric.AMX_RQST_TOTAL);
        double spentMs = total * sample.value(Metric.AMX_RQST_AVETIME);
        double newestMs = (spentMs - lastSpentMs) / (total - lastTotal);
        if (total > lastTotal && newestMs > 0) {
            meanMs = newestMs;
            lowestMs.add(newestMs, nowNs);
        }
        lastTotal = total;
        lastSpentMs = spentMs;
    }

    private static double capped(double value, double most) {
        return most > 0 ? Math.min(value, most) : value;
    }

    private static double orZero(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    private static double positive(double value) {
        return value > 0 ? value : Double.NaN;
    }

    /** The greater of those that are known; NaN when none is. */
    private static double greater(double one, double other) {
        if (Double.isNaN(one)) {
            return other;
        }
        return Double.isNaN(other) ? one : Math.max(one, other);
    }
}
