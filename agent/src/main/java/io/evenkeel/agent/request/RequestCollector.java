// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.function.IntSupplier;

/**
 * Makes metrics of the counts of the {@link Probes} of all applications: λ, r, s, h and u of the fifth paper (§2.2),
 * and those of the app server that the server itself did not offer.
 *
 * <p>Rates and r come from a window that fades over 2 s, s and h from one of 30 s, as think times are long and quiet
 * moments rare. A mean without events is absent.
 *
 * <p>The service time s is the time for which a request holds the bottleneck, so that 1/s is the most that can be
 * served: {@code max(processor time / processors, time of a request among few / workers)}. The second is left out when
 * the server does not say how many workers it has, and then stands in, over processors, when the processor time is
 * unknown. Waiting for a worker lies before the probes and is in no figure here; waiting inside the application is left
 * out as far as it was told by {@link Probes#update} or does not occur among few requests. u is X·s, at most 100 %. A
 * later collector that knows more, of the JDBC pool say, may set s and u again.
 *
 * <p>Nothing is set while no application counts. 30 µs for each sample at most, no garbage.
 */
public final class RequestCollector implements Collector {

    private static final long RECENT_NS = 2_000_000_000L;
    private static final long STEADY_NS = 30_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    private final Ledger ledger;
    private final IntSupplier processors;
    private final RateWindow recent = new RateWindow(RECENT_NS);
    private final RateWindow steady = new RateWindow(STEADY_NS);
    private final QuietTimes quietTimes = new QuietTimes();

    private final long[] before = new long[Ledger.SUMS];
    private final long[] growth = new long[Ledger.SUMS];
    private boolean begun;
    private long lastNs;

    RequestCollector(Ledger ledger, IntSupplier processors) {
        this.ledger = ledger;
        this.processors = processors;
    }

    /** A collector of what all applications of this JVM count. */
    public static RequestCollector ofThisJvm() {
        return new RequestCollector(SharedLedger.ledger(), Runtime.getRuntime()::availableProcessors);
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        take(nowNs);
        if (!ledger.used()) {
            return;
        }
        into.set(Metric.RQST_IN_FLIGHT, ledger.inFlight());
        put(into, Metric.RQST_ARRIVALS, recent.perSecond(Ledger.ARRIVALS));
        put(into, Metric.RQST_THROUGHPUT, recent.perSecond(Ledger.COMPLETIONS));
        put(into, Metric.RQST_ERRORS, recent.perSecond(Ledger.ERRORS));
        put(into, Metric.RQST_RESPONSE_TIME, recent.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS) / NS_PER_MS);
        put(into, Metric.RQST_THINK_TIME, steady.mean(Ledger.PAUSE_MS, Ledger.PAUSES));
        double serviceMs = serviceMs(into);
        put(into, Metric.RQST_SERVICE_TIME, serviceMs);
        double used = recent.perSecond(Ledger.COMPLETIONS) * serviceMs / 1e3;
        put(into, Metric.RQST_UTILIZATION_PERCENT, Math.min(100, 100 * used));
        fillIn(into);
    }

    /**
     * Mean time of requests that came while few were in flight, told waiting left out; milliseconds, NaN when there
     * were none lately.
     */
    public double quietMs() {
        return steady.mean(Ledger.QUIET_NS, Ledger.QUIET) / NS_PER_MS;
    }

    /** Time that a share of the requests among few stays below; milliseconds, NaN when there were none lately. */
    public double quietMs(double share) {
        return quietTimes.quantileMs(share);
    }

    /** Mean processor time of a request in its own thread; milliseconds, NaN when unknown. */
    public double processorMs() {
        return steady.mean(Ledger.PROCESSOR_NS, Ledger.WATCHED) / NS_PER_MS;
    }

    private double serviceMs(NodeSample into) {
        double limit = into.value(Metric.OS_CPU_LIMIT);
        double cores = limit > 0 ? limit : processors.getAsInt();
        double workers = into.value(Metric.AMX_CONNS_Q_THRDSMAX);
        double aloneMs = quietMs();
        if (Double.isNaN(aloneMs)) {
            aloneMs = (steady.mean(Ledger.RESPONSE_NS, Ledger.COMPLETIONS)
                            - steady.mean(Ledger.WAITED_NS, Ledger.COMPLETIONS))
                    / NS_PER_MS;
        }
        double onCoresMs = processorMs() / cores;
        double onWorkersMs = workers > 0 ? aloneMs / workers : Double.NaN;
        if (Double.isNaN(onWorkersMs)) {
            return Double.isNaN(onCoresMs) ? aloneMs / cores : onCoresMs;
        }
        return Double.isNaN(onCoresMs) ? onWorkersMs : Math.max(onCoresMs, onWorkersMs);
    }

    /** Sets the figures that most servers count themselves, and better, as they see every request. */
    private void fillIn(NodeSample into) {
        double ended = before[Ledger.COMPLETIONS];
        absent(into, Metric.AMX_RQST_TOTAL, ended);
        absent(into, Metric.AMX_RQST_ERRS, (double) before[Ledger.ERRORS]);
        absent(into, Metric.AMX_RQST_MAXTIME, ledger.longest() / NS_PER_MS);
        absent(into, Metric.AMX_RQST_AVETIME, ended == 0 ? Double.NaN : before[Ledger.RESPONSE_NS] / NS_PER_MS / ended);
    }

    private void take(long nowNs) {
        long stepNs = nowNs - lastNs;
        for (int i = 0; i < Ledger.SUMS; i++) {
            long now = ledger.sum(i);
            growth[i] = now - before[i];
            before[i] = now;
        }
        if (begun && stepNs > 0) {
            recent.add(growth, stepNs);
            steady.add(growth, stepNs);
        }
        quietTimes.add(ledger, begun ? steady.fading(Math.max(0, stepNs)) : 0);
        begun = true;
        lastNs = nowNs;
    }

    private static void absent(NodeSample into, Metric metric, double value) {
        if (!into.has(metric)) {
            put(into, metric, value);
        }
    }

    private static void put(NodeSample into, Metric metric, double value) {
        if (!Double.isNaN(value)) {
            into.set(metric, Math.max(0, value));
        }
    }
}
