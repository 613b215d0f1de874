// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Sample;
import java.util.Arrays;

/**
 * What each node can do at once, from its agent's samples where there are any.
 *
 * <pre>
 * k        PARALLELISM, within 1 .. WORKERS_MAX
 * limit    WORKERS_MAX + 1; 0 while HEAP_AFTER_GC_SHARE is above 0.93 or the accept queue is full
 * penalty  1 + 4 ((heap - 0.75) / 0.25)^2 above a heap share of 0.75
 * ω        1 while this dispatcher sends 0.9 of the tasks or more, 2 at 0.5 or less, linear between; 1 s mean
 * </pre>
 *
 * A column that is absent, or a sample older than 10 s, gives k = 1, no limit, no penalty and no tasks of others: what a dispatcher without
 * agents works with. Cost: array reads; {@link #read} is called once for a sample, {@link #age} ten times a second.
 */
public final class NodeLimits {

    private static final long TOO_OLD_NS = 10_000_000_000L;
    private static final double HEAP_KNEE = 0.75;
    private static final double HEAP_VETO = 0.93;
    /** 1 - exp(-0.1): ten steps a second make a mean over one. */
    private static final double STEP = 0.0951625819640404;

    private final double[] share;
    private final int[] limit;
    private final double[] penalty;
    private final int[] others;
    private final boolean[] reports;
    /** How many nodes report; while none does, no column needs to be looked at. */
    private int reporting;

    private double ownShare = 1;

    public NodeLimits(int maxNodes) {
        share = new double[maxNodes];
        limit = new int[maxNodes];
        penalty = new double[maxNodes];
        others = new int[maxNodes];
        reports = new boolean[maxNodes];
        Arrays.fill(share, 1);
        Arrays.fill(limit, Integer.MAX_VALUE);
        Arrays.fill(penalty, 1);
    }

    /** {@code 1 / k}: the share of the node that one task takes. */
    public double share(int slot) {
        return reporting == 0 ? 1 : share[slot];
    }

    /** {@link #share(int)} of a node that may not be warm yet: {@code 1 / (k * warmShare)}. */
    public double share(int slot, Nodes nodes) {
        double warm = nodes.warmShare(slot);
        return warm < 1 ? share(slot) / warm : share(slot);
    }

    /** The number of tasks in the node from which on it is passed over. */
    public int limit(int slot) {
        return reporting == 0 ? Integer.MAX_VALUE : limit[slot];
    }

    /** The factor for a heap that is nearly full, at least 1. */
    public double penalty(int slot) {
        return reporting == 0 ? 1 : penalty[slot];
    }

    /** Tasks that other dispatchers have in the node. */
    public int others(int slot) {
        return reporting == 0 ? 0 : others[slot];
    }

    /** ω, the weight of own tasks: 1.0 to 2.0. */
    public double ownWeight() {
        return Math.min(2, Math.max(1, 1 + (0.9 - ownShare) / 0.4));
    }

    /** Takes over what the node's sample says. */
    public void read(int slot, Nodes nodes) {
        if (!reports[slot]) {
            reports[slot] = true;
            reporting++;
        }
        double workers = nodes.sample(slot, Sample.WORKERS_MAX);
        double most = workers >= 1 ? Math.min(workers, 1e6) : 1e6;
        double k = nodes.sample(slot, Sample.PARALLELISM);
        share[slot] = k >= 1 ? 1 / Math.min(k, most) : 1;
        double heap = nodes.sample(slot, Sample.HEAP_AFTER_GC_SHARE);
        double over = (heap - HEAP_KNEE) / (1 - HEAP_KNEE);
        penalty[slot] = over > 0 ? 1 + 4 * over * over : 1;
        double queueMax = nodes.sample(slot, Sample.QUEUE_MAX);
        boolean queueFull = queueMax > 0 && nodes.sample(slot, Sample.QUEUE_USED) >= queueMax;
        if (heap > HEAP_VETO || queueFull) {
            limit[slot] = 0;
        } else {
            limit[slot] = workers >= 1 ? (int) most + 1 : Integer.MAX_VALUE;
        }
        others[slot] = Math.max(0, nodes.othersInFlight(slot));
    }

    /** Takes over the node's sample again, or forgets it once it is too old. */
    public void age(int slot, Nodes nodes) {
        if (nodes.sampleAgeNs(slot) > TOO_OLD_NS) {
            forget(slot);
        } else {
            read(slot, nodes);
        }
    }

    /** Back to what is known of a node without an agent. */
    public void forget(int slot) {
        if (!reports[slot]) {
            return;
        }
        reports[slot] = false;
        reporting--;
        share[slot] = 1;
        limit[slot] = Integer.MAX_VALUE;
        penalty[slot] = 1;
        others[slot] = 0;
    }

    /** One step of ω. */
    public void weighOwn(Nodes nodes) {
        long own = 0;
        long foreign = 0;
        for (int k = 0; k < nodes.count(); k++) {
            own += nodes.inFlight(nodes.at(k));
            foreign += others[nodes.at(k)];
        }
        if (own + foreign > 0) {
            ownShare += STEP * ((double) own / (own + foreign) - ownShare);
        }
    }
}
