// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

import java.util.Arrays;

/**
 * The time that each node takes for a task that it has to itself, learned from its answers; milliseconds.
 *
 * <pre>
 * probation   the first 8 answers: s = median of the peers; then s = median of the 8, so a cold start does not stick
 * answer      at most 3 max(s, median): a long task is not a slow node;
 *             s += a (sample - s),  fault += a (1 - fault),  a = max(1 - exp(-Δt / τ), 0.01),
 *             τ = 2 s unless {@link #meanOver} sets another
 * failure     fault *= 1.2, until s * fault is 64 times the median: failing fast must not look fast
 * idle node   doubt halves every 2 s, until s * doubt is the least s of all; fault halves every 30 s, down to 1
 * rank        s * fault * doubt; doubt is 1 again with the next answer or failure
 * agent       s = the agent's service time while the last answer is more than 15 s ago
 * </pre>
 *
 * Doubt keeps a quiet cluster honest: an estimate without new answers counts less and less until the node is tried
 * again. Otherwise a node that once was slow would stay slow.
 *
 * <p>Every node joins on probation. While none has ended it, s is 1 for all. Cost: O(1) for an answer or a failure;
 * {@link #compare} is O(n) and is called ten times a second.
 */
public final class ServiceTimes {

    private static final int FIRST = 8;
    private static final double TAU_NS = 2e9;
    private static final double LEAST_GAIN = 0.01;
    private static final double FAILURE_FACTOR = 1.2;
    private static final double MOST_MEDIANS = 64;
    private static final int FAULTY = 12;
    private static final double HALVING_NS = 2e9;
    private static final double FAULT_HALVING_NS = 30e9;
    private static final long OWN_NS = 15_000_000_000L;
    private static final double LN_2 = 0.6931471805599453;
    private static final double LEAST_MS = 1e-6;
    private static final double CLIP = 3;
    private static final double FAR_TOO_LONG = 10;

    private final double[] s;
    private final double[] fault;
    private final double[] doubt;
    private final double[] rank;
    private final double[] speedCubed;
    private final double[] first;
    private final int[] answers;
    private final int[] failedInRow;
    private final long[] touchedNs;
    private final boolean[] member;
    private final double[] scratch;
    private double tauNs = TAU_NS;
    private int slots;
    private int onProbation;
    private double median = 1;
    private double least = 1;

    public ServiceTimes(int maxNodes) {
        s = new double[maxNodes];
        fault = new double[maxNodes];
        doubt = new double[maxNodes];
        rank = new double[maxNodes];
        speedCubed = new double[maxNodes];
        first = new double[maxNodes * FIRST];
        answers = new int[maxNodes];
        failedInRow = new int[maxNodes];
        touchedNs = new long[maxNodes];
        member = new boolean[maxNodes];
        scratch = new double[Math.max(maxNodes, FIRST)];
        Arrays.fill(s, 1);
        Arrays.fill(fault, 1);
        Arrays.fill(doubt, 1);
        Arrays.fill(rank, 1);
        Arrays.fill(speedCubed, 1);
    }

    /** The estimate to rank a node by, faults and doubt included; above 0. */
    public double of(int slot) {
        return rank[slot];
    }

    /** {@code 1 / of³}, kept because every idle node is asked for it at every choice. */
    public double speedCubed(int slot) {
        return speedCubed[slot];
    }

    /** The service time alone, without faults and doubt. */
    public double alone(int slot) {
        return s[slot];
    }

    /** True for a time that work alone does not explain: more than ten times what the node, and the median, take. */
    public boolean isFarTooLong(int slot, double ms) {
        return ms > FAR_TOO_LONG * Math.max(s[slot], median);
    }

    /** True until the node has answered often enough to be believed. */
    public boolean onProbation(int slot) {
        return answers[slot] < FIRST;
    }

    /** True for a node that has failed its last twelve tasks, all of them. */
    public boolean faulty(int slot) {
        return failedInRow[slot] >= FAULTY;
    }

    /** True while any node is on probation. */
    public boolean anyOnProbation() {
        return onProbation > 0;
    }

    /** A node takes the slot. */
    public void join(int slot, long nowNs) {
        leave(slot);
        member[slot] = true;
        slots = Math.max(slots, slot + 1);
        answers[slot] = 0;
        failedInRow[slot] = 0;
        onProbation++;
        touchedNs[slot] = nowNs;
        believe(slot, median, 1, 1);
    }

    /** The node of the slot is gone; what it still answers is not counted. */
    public void leave(int slot) {
        if (member[slot]) {
            member[slot] = false;
            if (onProbation(slot)) {
                onProbation--;
            }
        }
    }

    /** The node answered, and this is what the task would have taken alone. */
    public void answered(int slot, double sampleMs, long nowNs) {
        if (!member[slot]) {
            return;
        }
        double sample = Math.max(LEAST_MS, sampleMs);
        double sinceNs = Math.max(0, nowNs - touchedNs[slot]);
        double gain = gain(sinceNs);
        touchedNs[slot] = nowNs;
        failedInRow[slot] = 0;
        double newFault = fault[slot] + gain * (1 - fault[slot]);
        if (!onProbation(slot)) {
            double counted = Math.min(sample, CLIP * Math.max(s[slot], median));
            believe(slot, s[slot] + gain * (counted - s[slot]), newFault, 1);
            return;
        }
        first[slot * FIRST + answers[slot]++] = sample;
        believe(slot, s[slot], newFault, 1);
        if (!onProbation(slot)) {
            onProbation--;
            System.arraycopy(first, slot * FIRST, scratch, 0, FIRST);
            believe(slot, Median.of(scratch, FIRST), newFault, 1);
            compare();
        }
    }

    /**
     * Sets the time over which answers count.
     *
     * @param factor of two seconds, at least 1.0: a dispatcher that gets few of the answers takes a longer mean
     */
    public void meanOver(double factor) {
        tauNs = factor * TAU_NS;
    }

    /** The node failed a task. */
    public void failed(int slot, long nowNs) {
        if (member[slot]) {
            double most = Math.max(1, MOST_MEDIANS * median / s[slot]);
            believe(slot, s[slot], Math.min(fault[slot] * FAILURE_FACTOR, most), 1);
            touchedNs[slot] = nowNs;
            failedInRow[slot]++;
        }
    }

    /** Finds the median and the least of the members again; nodes on probation take the median. */
    public void compare() {
        int known = 0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int slot = 0; slot < slots; slot++) {
            if (member[slot] && !onProbation(slot)) {
                scratch[known++] = s[slot];
                lowest = Math.min(lowest, s[slot]);
            }
        }
        if (known == 0) {
            return;
        }
        median = Median.of(scratch, known);
        least = lowest;
        for (int slot = 0; slot < slots; slot++) {
            if (member[slot] && onProbation(slot)) {
                believe(slot, median, fault[slot], 1);
            }
        }
    }

    /**
     * Doubts the estimate of a node that is idle.
     *
     * @param sinceNs the moment when nodes were last doubted; a node that ended a task later is spared
     */
    public void doubt(int slot, long sinceNs, long nowNs) {
        if (member[slot] && touchedNs[slot] < sinceNs) {
            double idleNs = nowNs - sinceNs;
            double forgiven = Math.max(1, fault[slot] * StrictMath.exp(-LN_2 * idleNs / FAULT_HALVING_NS));
            double most = Math.min(1, least / s[slot]);
            double doubted = Math.max(most, doubt[slot] * StrictMath.exp(-LN_2 * idleNs / HALVING_NS));
            believe(slot, s[slot], forgiven, onProbation(slot) ? 1 : doubted);
        }
    }

    /**
     * Takes the agent's word for a node that has not answered for long.
     *
     * @param ms the service time that the agent reports; NaN when it reports none
     */
    public void borrow(int slot, double ms, long nowNs) {
        if (ms > 0 && member[slot] && !onProbation(slot) && nowNs - touchedNs[slot] > OWN_NS) {
            believe(slot, Math.max(LEAST_MS, ms), fault[slot], doubt[slot]);
        }
    }

    /** {@code max(1 - exp(-Δt / τ), 0.01)}; as 1 - exp(-x) is below x, a busy node needs no exponential. */
    private double gain(double sinceNs) {
        double x = sinceNs / tauNs;
        return x <= LEAST_GAIN ? LEAST_GAIN : Math.max(1 - StrictMath.exp(-x), LEAST_GAIN);
    }

    /** Takes over what another one has learned of the same nodes in the same slots. */
    public void inherit(ServiceTimes before) {
        int count = Math.min(member.length, before.member.length);
        System.arraycopy(before.s, 0, s, 0, count);
        System.arraycopy(before.fault, 0, fault, 0, count);
        System.arraycopy(before.doubt, 0, doubt, 0, count);
        System.arraycopy(before.rank, 0, rank, 0, count);
        System.arraycopy(before.speedCubed, 0, speedCubed, 0, count);
        System.arraycopy(before.first, 0, first, 0, count * FIRST);
        System.arraycopy(before.answers, 0, answers, 0, count);
        System.arraycopy(before.failedInRow, 0, failedInRow, 0, count);
        System.arraycopy(before.touchedNs, 0, touchedNs, 0, count);
        System.arraycopy(before.member, 0, member, 0, count);
        slots = Math.min(before.slots, count);
        onProbation = before.onProbation;
        median = before.median;
        least = before.least;
    }

    private void believe(int slot, double ms, double newFault, double newDoubt) {
        s[slot] = ms;
        fault[slot] = newFault;
        doubt[slot] = newDoubt;
        double ranked = ms * newFault * newDoubt;
        rank[slot] = ranked;
        speedCubed[slot] = 1 / (ranked * ranked * ranked);
    }
}
