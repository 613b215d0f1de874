// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import io.evenkeel.policy.Nodes;
import java.util.Arrays;

/**
 * The number of tasks that other dispatchers have in each node, from its samples, corrected for later events.
 *
 * <pre>
 * reported   tasks in the node less those of this dispatcher, when the sample came
 * mean       mean of reported / k of the nodes whose sample is at most 3 s old
 * age > 3 s  reported := mean k + (reported - mean k) exp(-(age - 3 s) / 3 s)
 * others     reported + (D - 1) * (own in flight - own in flight then), at least 0
 *            corrected so only where samples are more than 0.1 s old when they come
 * told       mean over 2 s of what joined dispatchers tell, for a node that does not report
 * beside     2 (ω - 1) told, added to the tasks in the score: told tasks count up to three times; 0 elsewhere
 * D          dispatchers that send as this one does: 1 / own share, 1 to 32
 * own share  tasks of this dispatcher / all tasks in flight, 1 s mean
 * ω          weight of own tasks: 1 while the own share is 0.9 or more, 2 at 0.5 or less, linear between
 * </pre>
 *
 * Dispatchers that see the same old samples decide alike: each of the others has sent the same since as this one. Those
 * whose samples are taken for them, with an answer or when they ask, see different ones. The tasks of one then say
 * nothing of the others, even with rare samples: correcting then adds noise. So it is the age on arrival that decides;
 * decision record 0016 has the figures.
 *
 * <p>The tasks of a node that does not report are those that joined dispatchers tell of it. A task ends long before
 * the next report, and all dispatchers have the same reports: those that take them as they are all send their tasks to
 * the same nodes, again and again. What lasts is who uses which node. So the mean over 2 s counts, which says nothing
 * of the moment, and counts more than own tasks: each dispatcher prefers nodes that others use little, where its own
 * figures are nearly the whole truth. Decision record 0074 has the figures.
 *
 * <p>Cost: O(1) for a node; {@link #compare} is O(n) and is called ten times a second.
 *
 * <p>Source: this project; S. Vargaftik, I. Keslassy, A. Orda, "LSQ", 2020, for queues that each dispatcher
 * keeps for itself.
 */
public final class OtherDispatchers {

    private static final double AGEING_NS = 3e9;
    private static final double OLD_ON_ARRIVAL_NS = 1e8;
    private static final double AGE_GAIN = 0.25;
    /** The age for a node that has not sent a sample yet. */
    private static final double NO_AGE = -1;

    private static final double MOST_DISPATCHERS = 32;
    /** Ten steps a second make a mean over two. */
    private static final double TOLD_STEP = 0.05;

    private static final double TOLD_WEIGHT = 2;
    /** 1 - exp(-0.1): ten steps a second make a mean over one. */
    private static final double STEP = 0.0951625819640404;

    private final NodeLimits limits;
    private final double[] reported;
    private final double[] now;
    private final int[] ownThen;
    private final long[] takenNs;
    private final double[] ageNs;
    /** True for a node without a sample while peers tell. */
    private final boolean[] told;

    private final double[] beside;
    private boolean tell;

    private double ownShare = 1;
    private double beyond;

    /** @param limits knows k, and which nodes report */
    public OtherDispatchers(int maxNodes, NodeLimits limits) {
        this.limits = limits;
        reported = new double[maxNodes];
        now = new double[maxNodes];
        ownThen = new int[maxNodes];
        takenNs = new long[maxNodes];
        ageNs = new double[maxNodes];
        told = new boolean[maxNodes];
        beside = new double[maxNodes];
        Arrays.fill(ageNs, NO_AGE);
    }

    /**
     * Tasks of others in the node.
     *
     * @param own tasks of this dispatcher in it
     */
    public double in(int slot, int own) {
        return beyond > 0 && ageNs[slot] > OLD_ON_ARRIVAL_NS
                ? Math.max(0, now[slot] + beyond * (own - ownThen[slot]))
                : now[slot];
    }

    /** Tasks to be added to those of others when the node is scored, at least 0: told ones count more. */
    public double beside(int slot) {
        return beside[slot];
    }

    /** True while joined dispatchers tell of nodes that do not report. */
    public boolean tell() {
        return tell;
    }

    /** ω, the weight of own tasks: 1.0 to 2.0. */
    public double ownWeight() {
        return Math.min(2, Math.max(1, 1 + (0.9 - ownShare) / 0.4));
    }

    /** Takes over what the node's sample says. */
    public void read(int slot, Nodes nodes, long nowNs) {
        told[slot] = false;
        beside[slot] = 0;
        double age = nodes.sampleAgeNs(slot);
        ageNs[slot] = ageNs[slot] == NO_AGE ? age : ageNs[slot] + AGE_GAIN * (age - ageNs[slot]);
        takenNs[slot] = nowNs - nodes.sampleAgeNs(slot);
        reported[slot] = Math.max(0, nodes.othersInFlight(slot));
        now[slot] = reported[slot];
        ownThen[slot] = nodes.inFlight(slot);
    }

    /** Resets the node to one that no other dispatcher is known to use. */
    public void forget(int slot) {
        reported[slot] = 0;
        now[slot] = 0;
        told[slot] = false;
        beside[slot] = 0;
        ageNs[slot] = NO_AGE;
    }

    /**
     * Moves old reports towards the mean and weighs own tasks against those of others; called every tenth of a second.
     */
    public void compare(Nodes nodes, long nowNs) {
        tell = anyTold(nodes);
        readPeers(nodes);
        if (!limits.any() && !tell) {
            ownShare = 1;
            beyond = 0;
            Arrays.fill(beside, 0, nodes.slots(), 0);
            return;
        }
        double perK = 0;
        int fresh = 0;
        for (int slot = 0; slot < nodes.slots(); slot++) {
            if (limits.reports(slot) && nowNs - takenNs[slot] <= AGEING_NS) {
                perK += reported[slot] * limits.share(slot);
                fresh++;
            }
        }
        for (int slot = 0; slot < nodes.slots() && fresh > 0; slot++) {
            double overNs = nowNs - takenNs[slot] - AGEING_NS;
            if (limits.reports(slot) && overNs > 0) {
                double mean = perK / fresh / limits.share(slot);
                now[slot] = mean + (reported[slot] - mean) * StrictMath.exp(-overNs / AGEING_NS);
            }
        }
        weighOwn(nodes);
    }

    private boolean anyTold(Nodes nodes) {
        for (int slot = 0; slot < nodes.slots(); slot++) {
            if (!limits.reports(slot) && nodes.peersInFlight(slot) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes what joined dispatchers tell into the means; the first word, and that nobody tells, count at once. */
    private void readPeers(Nodes nodes) {
        for (int slot = 0; slot < nodes.slots(); slot++) {
            if (limits.reports(slot) || (!tell && !told[slot])) {
                continue;
            }
            int others = nodes.othersInFlight(slot);
            now[slot] = tell && told[slot] ? now[slot] + TOLD_STEP * (others - now[slot]) : others;
            told[slot] = tell;
        }
    }

    private void weighOwn(Nodes nodes) {
        double own = 0;
        double foreign = 0;
        for (int k = 0; k < nodes.count(); k++) {
            own += nodes.inFlight(nodes.at(k));
            foreign += now[nodes.at(k)];
        }
        if (own + foreign > 0) {
            ownShare += STEP * (own / (own + foreign) - ownShare);
        }
        beyond = Math.min(MOST_DISPATCHERS, 1 / ownShare) - 1;
        double weight = TOLD_WEIGHT * (ownWeight() - 1);
        for (int slot = 0; slot < nodes.slots(); slot++) {
            beside[slot] = told[slot] ? weight * now[slot] : 0;
        }
    }
}
