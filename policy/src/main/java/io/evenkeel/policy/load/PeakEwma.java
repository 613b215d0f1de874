// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Task;

/**
 * Response time that jumps up at once and comes down slowly, times the tasks the node would have:
 * {@code cost * (inFlight + peersInFlight + 1) / warmShare}, cost in nanoseconds.
 *
 * <pre>
 * w = exp(-Δt / decay)
 * rtt above cost:  cost = rtt
 * else             cost = cost * w + rtt * (1 - w)
 * reading:         cost * w, so that a node without tasks is tried again
 * </pre>
 *
 * A node without history counts as free while it is idle and as worst while its first task runs. A failed task counts
 * as at least twice the cost, so that failing fast does not look fast.
 *
 * <p>Source: twitter/finagle, PeakEwma. StrictMath keeps a replay on another machine exact to the bit.
 */
public final class PeakEwma implements LoadFigure {

    private static final double UNKNOWN = 1e15;
    private static final double LEAST_PENALTY_NS = 1e6;
    private static final double MOST_PENALTY_NS = 60e9;

    private final double decayNs;
    private final double[] costNs;
    private final long[] stampNs;

    /** @param decayNs time over which an old peak fades to 1/e */
    public PeakEwma(int maxNodes, double decayNs) {
        this.decayNs = decayNs;
        costNs = new double[maxNodes];
        stampNs = new long[maxNodes];
    }

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        int inFlight = nodes.inFlight(slot);
        if (costNs[slot] == 0) {
            return inFlight == 0 ? 0 : UNKNOWN + inFlight;
        }
        int tasks = inFlight + nodes.peersInFlight(slot);
        return costNs[slot] * fade(slot, nowNs) * (tasks + 1) / nodes.warmShare(slot);
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs) {
        if (outcome == Outcome.ABANDONED || (task.connection() && outcome == Outcome.SUCCEEDED)) {
            return;
        }
        long nowNs = task.nowNs();
        double w = fade(slot, nowNs);
        double cost = costNs[slot] * w;
        double rttNs = elapsedNs;
        if (outcome == Outcome.FAILED) {
            double penaltyNs = Math.min(MOST_PENALTY_NS, Math.max(LEAST_PENALTY_NS, 2 * cost));
            rttNs = Math.max(rttNs, penaltyNs);
        }
        costNs[slot] = Math.max(1, rttNs > cost ? rttNs : cost + rttNs * (1 - w));
        stampNs[slot] = nowNs;
    }

    @Override
    public void onJoin(int slot) {
        costNs[slot] = 0;
    }

    /** Takes over the costs of another one, whatever its decay. */
    public void inherit(PeakEwma before) {
        int count = Math.min(costNs.length, before.costNs.length);
        System.arraycopy(before.costNs, 0, costNs, 0, count);
        System.arraycopy(before.stampNs, 0, stampNs, 0, count);
    }

    private double fade(int slot, long nowNs) {
        return StrictMath.exp(-Math.max(0, nowNs - stampNs[slot]) / decayNs);
    }
}
