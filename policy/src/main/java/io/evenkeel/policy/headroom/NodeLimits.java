// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.Arrays;

/**
 * The work that each node can do at once, from its agent's samples if there are any.
 *
 * <pre>
 * k        PARALLELISM, within 1 .. WORKERS_MAX; half of WORKERS_MAX while the agent does not know it yet
 *          of a node that does not report among nodes that do: their mean k, gain 0.02 for each sample
 * limit    WORKERS_MAX + 1, for tasks that are not parked ({@link ParkedTasks}); 0 while the node is vetoed
 * veto     HEAP_AFTER_GC_SHARE above 0.93, or the accept queue full, or the JDBC pool clogged for more than 2 s
 * clogged  JDBC_ACTIVE = JDBC_MAX, JDBC_WAITERS at least as many, and those will wait more than 2 s:
 *          JDBC_WAITERS / THROUGHPUT_PER_S
 * penalty  1 + 4 ((heap - 0.75) / 0.25)^2 above a heap share of 0.75
 * </pre>
 *
 * A column that is absent, or a sample older than 10 s, gives k = 1 while no node reports, no limit,
 * no veto and no penalty: what a dispatcher without agents works with. Cost: array reads; {@link #read} is called once
 * for a sample.
 */
public final class NodeLimits {

    private static final double HEAP_KNEE = 0.75;
    private static final double HEAP_VETO = 0.93;
    private static final double JDBC_PATIENCE_S = 2;
    private static final double MOST_WORKERS = 1e6;
    private static final double MEAN_GAIN = 0.02;
    private static final String[] VETOES = {
        "", "heap after collection above 93 %", "accept queue full", "JDBC pool exhausted for more than 2 s"
    };
    private static final int HEAP = 1;
    private static final int QUEUE = 2;
    private static final int JDBC = 3;

    /** 1 / k of a node that reports; 0 of one that does not. */
    private final double[] share;

    private final int[] limit;
    private final double[] penalty;
    private final double[] serviceMs;
    private final int[] veto;
    private final boolean[] exhausted;
    private final long[] exhaustedNs;
    private final boolean[] reports;
    /** Mean k of the nodes that report; 0 before the first sample. */
    private double meanK;

    /** 1 / mean k; 1 while no node reports. */
    private double meanShare = 1;

    private int reporting;

    public NodeLimits(int maxNodes) {
        share = new double[maxNodes];
        limit = new int[maxNodes];
        penalty = new double[maxNodes];
        serviceMs = new double[maxNodes];
        veto = new int[maxNodes];
        exhausted = new boolean[maxNodes];
        exhaustedNs = new long[maxNodes];
        reports = new boolean[maxNodes];
        Arrays.fill(limit, Integer.MAX_VALUE);
        Arrays.fill(penalty, 1);
        Arrays.fill(serviceMs, Double.NaN);
    }

    /** True while any node reports. */
    public boolean any() {
        return reporting > 0;
    }

    /** True for a node with a sample that still counts. */
    public boolean reports(int slot) {
        return reports[slot];
    }

    /** {@code 1 / k}: the share of the node that one task takes. */
    public double share(int slot) {
        double own = share[slot];
        return own > 0 ? own : meanShare;
    }

    /** {@link #share(int)} of a node that may not be warm yet: {@code 1 / (k * warmShare)}. */
    public double share(int slot, Nodes nodes) {
        double warm = nodes.warmShare(slot);
        return warm < 1 ? share(slot) / warm : share(slot);
    }

    /** The number of tasks that are not parked from which on the node is passed over. */
    public int limit(int slot) {
        return limit[slot];
    }

    /** The factor for a heap that is nearly full, at least 1. */
    public double penalty(int slot) {
        return penalty[slot];
    }

    /** The time a task takes alone, as the agent sees it; NaN when it does not say. */
    public double serviceMs(int slot) {
        return serviceMs[slot];
    }

    /** The reason of the veto against the node, in a few words; empty without a veto. */
    public String veto(int slot) {
        return VETOES[veto[slot]];
    }

    /** Takes over what the node's sample says. */
    public void read(int slot, Nodes nodes, long nowNs) {
        if (!reports[slot]) {
            reports[slot] = true;
            reporting++;
        }
        double workers = nodes.sample(slot, Sample.WORKERS_MAX);
        boolean bounded = workers >= 1 && workers <= MOST_WORKERS;
        double k = nodes.sample(slot, Sample.PARALLELISM);
        if (!(k > 0)) {
            k = bounded ? workers / 2 : 1;
        }
        k = Math.max(1, Math.min(k, bounded ? workers : MOST_WORKERS));
        share[slot] = 1 / k;
        meanK = meanK == 0 ? k : meanK + MEAN_GAIN * (k - meanK);
        meanShare = 1 / meanK;
        double service = nodes.sample(slot, Sample.SERVICE_MS);
        serviceMs[slot] = service > 0 && service < 1e9 ? service : Double.NaN;
        double heap = nodes.sample(slot, Sample.HEAP_AFTER_GC_SHARE);
        double over = (heap - HEAP_KNEE) / (1 - HEAP_KNEE);
        penalty[slot] = over > 0 ? 1 + 4 * over * over : 1;
        double queueMax = nodes.sample(slot, Sample.QUEUE_MAX);
        boolean queueFull = queueMax > 0 && nodes.sample(slot, Sample.QUEUE_USED) >= queueMax;
        boolean clogged = clogged(slot, nodes, nowNs - nodes.sampleAgeNs(slot));
        veto[slot] = heap > HEAP_VETO ? HEAP : queueFull ? QUEUE : clogged ? JDBC : 0;
        limit[slot] = veto[slot] > 0 ? 0 : bounded ? (int) workers + 1 : Integer.MAX_VALUE;
    }

    /** Back to what is known of a node without an agent. */
    public void forget(int slot) {
        if (!reports[slot]) {
            return;
        }
        reports[slot] = false;
        if (--reporting == 0) {
            meanK = 0;
            meanShare = 1;
        }
        share[slot] = 0;
        limit[slot] = Integer.MAX_VALUE;
        penalty[slot] = 1;
        serviceMs[slot] = Double.NaN;
        veto[slot] = 0;
        exhausted[slot] = false;
    }

    /**
     * True when this sample and all since one that is more than 2 s older show a clogged pool. A pool that is merely
     * the bottleneck has waiters too, but they move; k accounts for it.
     */
    private boolean clogged(int slot, Nodes nodes, long takenNs) {
        double most = nodes.sample(slot, Sample.JDBC_MAX);
        double waiters = nodes.sample(slot, Sample.JDBC_WAITERS);
        double waitS = waiters / nodes.sample(slot, Sample.THROUGHPUT_PER_S);
        boolean now = most > 0
                && nodes.sample(slot, Sample.JDBC_ACTIVE) >= most
                && waiters >= most
                && !(waitS <= JDBC_PATIENCE_S);
        if (now && !exhausted[slot]) {
            exhaustedNs[slot] = takenNs;
        }
        exhausted[slot] = now;
        return now && takenNs - exhaustedNs[slot] > JDBC_PATIENCE_S * 1e9;
    }
}
