// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.load;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.Task;
import java.util.Arrays;

/**
 * Mean running time of the tasks that ended within the last window: {@code mean / warmShare}, in nanoseconds.
 *
 * <p>The window slides in tenths: between nine and ten tenths of it count. A node where nothing ended within the window
 * is unknown: it counts as free while idle, so one task probes it, and as worse than every known node while the probe
 * runs. A failed task counts as a whole window at least, so that failing fast does not look fast.
 *
 * <p>Source: paper 1, TAPR-08, where the window is one second. Probe and failure rule are ours; the paper is silent.
 */
public final class RecentMean implements LoadFigure {

    private static final int PARTS = 10;
    private static final double UNKNOWN = 1e18;

    private final long partNs;
    private final int[] ended;
    private final long[] sumNs;
    private final int[] endedInWindow;
    private final long[] sumInWindowNs;
    private final long[] newestPart;
    private final double[] meanNs;
    private long lastNs;
    private long lastPart;

    /** @param windowNs length of the window, at least 10 */
    public RecentMean(int maxNodes, long windowNs) {
        partNs = Math.max(1, windowNs / PARTS);
        ended = new int[maxNodes * PARTS];
        sumNs = new long[maxNodes * PARTS];
        endedInWindow = new int[maxNodes];
        sumInWindowNs = new long[maxNodes];
        newestPart = new long[maxNodes];
        meanNs = new double[maxNodes];
        Arrays.fill(newestPart, Long.MIN_VALUE / 2);
    }

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        slide(slot, part(nowNs));
        if (endedInWindow[slot] == 0) {
            int inFlight = nodes.inFlight(slot);
            return inFlight == 0 ? 0 : UNKNOWN + inFlight;
        }
        double warm = nodes.warmShare(slot);
        return warm < 1 ? meanNs[slot] / warm : meanNs[slot];
    }

    @Override
    public void onFinish(Task task, int slot, Outcome outcome, long elapsedNs) {
        if (outcome == Outcome.ABANDONED || (task.connection() && outcome == Outcome.SUCCEEDED)) {
            return;
        }
        long part = part(task.nowNs());
        slide(slot, part);
        long countedNs = outcome == Outcome.FAILED ? Math.max(elapsedNs, partNs * PARTS) : elapsedNs;
        int cell = slot * PARTS + Math.floorMod(part, PARTS);
        ended[cell]++;
        sumNs[cell] += countedNs;
        endedInWindow[slot]++;
        sumInWindowNs[slot] += countedNs;
        meanNs[slot] = (double) sumInWindowNs[slot] / endedInWindow[slot];
    }

    @Override
    public void onJoin(int slot) {
        for (int cell = slot * PARTS; cell < (slot + 1) * PARTS; cell++) {
            ended[cell] = 0;
            sumNs[cell] = 0;
        }
        endedInWindow[slot] = 0;
        sumInWindowNs[slot] = 0;
    }

    /** Takes over the means of another one, whatever its window, as if all of it had just ended. */
    public void inherit(RecentMean before) {
        long part = part(before.lastNs);
        int slots = Math.min(meanNs.length, before.meanNs.length);
        for (int slot = 0; slot < slots; slot++) {
            onJoin(slot);
            int cell = slot * PARTS + Math.floorMod(part, PARTS);
            newestPart[slot] = part;
            ended[cell] = before.endedInWindow[slot];
            sumNs[cell] = before.sumInWindowNs[slot];
            endedInWindow[slot] = before.endedInWindow[slot];
            sumInWindowNs[slot] = before.sumInWindowNs[slot];
            meanNs[slot] = before.meanNs[slot];
        }
    }

    /** Drops the parts that have left the window since the slot was last looked at. */
    private void slide(int slot, long part) {
        if (part <= newestPart[slot]) {
            return;
        }
        long passed = Math.min(PARTS, part - newestPart[slot]);
        for (long gone = part - passed + 1; gone <= part; gone++) {
            int cell = slot * PARTS + Math.floorMod(gone, PARTS);
            endedInWindow[slot] -= ended[cell];
            sumInWindowNs[slot] -= sumNs[cell];
            ended[cell] = 0;
            sumNs[cell] = 0;
        }
        newestPart[slot] = part;
        meanNs[slot] = endedInWindow[slot] == 0 ? 0 : (double) sumInWindowNs[slot] / endedInWindow[slot];
    }

    /** The part of a moment; one choice asks for the same moment many times. */
    private long part(long nowNs) {
        if (nowNs != lastNs) {
            lastNs = nowNs;
            lastPart = Math.floorDiv(nowNs, partNs);
        }
        return lastPart;
    }
}
