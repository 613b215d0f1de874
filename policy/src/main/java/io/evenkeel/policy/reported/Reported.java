// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.reported;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.load.LoadFigure;
import java.util.Arrays;
import java.util.List;

/**
 * The figure each node reported last, corrected for its age and for what this dispatcher has sent since; lower is
 * better.
 *
 * <pre>
 * age, in periods    figure
 * up to 2            as reported
 * 2 to 5             drifts to the mean of the nodes whose samples are fresh:
 *                    reported + (age - 2) / 3 * (mean - reported)
 * above 5, or none   unknown: not chosen while any node has a figure; when none has, nodes take turns
 * </pre>
 *
 * A column that is absent, not a number, negative or implausible makes the figure unknown too, never zero.
 *
 * <pre>
 * feedback: as-reported    figure
 *                          the papers' rule, which sends everything to one node until the next sample
 * feedback: compensated    max(0, figure + each * (sent - sent at the sample)) / warmShare
 * each                     added to the figure by one task; the mean of the other nodes if a node does not tell
 * sent                     tasks of this dispatcher in flight, and what ended ones have left behind if that counts
 * </pre>
 *
 * So a task counts from the moment it is sent, and one that the sample saw is taken off when it ends. Cost: O(1) for a
 * figure, O(n) for a sample.
 */
public final class Reported implements LoadFigure {

    /** The period of the samples. */
    public static final Parameter PERIOD = new Parameter(
            "period",
            Parameter.Kind.DURATION,
            0.01,
            3600,
            1,
            "how often samples come, the cluster's agent interval unless given; a sample is fresh up to twice that, and beyond five times"
                    + " too old to count");

    /** The choice whether tasks sent since the sample count. */
    public static final Parameter FEEDBACK = Parameter.choice(
            "feedback",
            List.of("as-reported", "compensated"),
            "compensated",
            "whether the tasks sent since the sample are added to its figures");

    /** The load of a node nothing is known of: above all that nodes report. */
    static final double UNKNOWN = 1e18;

    /** The load of a node that its own report closes. */
    static final double CLOSED = 1e19;

    private static final double MOST = 1e15;
    private static final int FRESH_PERIODS = 2;
    private static final int LAST_PERIODS = 5;

    /** Counts what this dispatcher has sent to a node. */
    public interface SentCounter {
        double to(int slot, Nodes nodes);
    }

    private final SentCounter sent;
    private final boolean compensated;
    private final long freshNs;
    private final long lastNs;
    private final double[] figure;
    private final double[] each;
    private final double[] sentThen;
    private final long[] takenNs;
    private final boolean[] sampled;
    private final double[] room;
    private double mean;
    private double meanEach = 1;

    private Reported(PolicySettings settings, boolean compensated, SentCounter sent) {
        this.sent = sent;
        this.compensated = compensated;
        long periodNs = Math.round(settings.option(PERIOD.name()) * 1e9);
        freshNs = FRESH_PERIODS * periodNs;
        lastNs = LAST_PERIODS * periodNs;
        figure = new double[settings.maxNodes()];
        each = new double[settings.maxNodes()];
        sentThen = new double[settings.maxNodes()];
        takenNs = new long[settings.maxNodes()];
        sampled = new boolean[settings.maxNodes()];
        room = new double[settings.maxNodes()];
        Arrays.fill(figure, Double.NaN);
        Arrays.fill(each, Double.NaN);
        Arrays.fill(room, Double.POSITIVE_INFINITY);
    }

    /** Figures for a policy with {@link #PERIOD} and {@link #FEEDBACK} that ranks nodes. */
    public static Reported corrected(PolicySettings settings, SentCounter sent) {
        boolean compensated = settings.chose(FEEDBACK.name(), FEEDBACK.choices().indexOf("compensated"));
        return new Reported(settings, compensated, sent);
    }

    /** Figures for a policy with {@link #PERIOD} whose choices do not pile up on one node. */
    public static Reported plain(PolicySettings settings) {
        return new Reported(settings, false, (slot, nodes) -> 0);
    }

    /**
     * The amount that one task adds to a share that tasks cause: {@code (share + 1 / k) / (tasks + 1)}, that is the
     * mean of the tasks in the node and of one more that would take a k-th of it. So an idle node has a figure too.
     *
     * <p>k is PARALLELISM, 1 when absent. Tasks are the mean over the sample's interval by Little's law,
     * THROUGHPUT_PER_S * RESPONSE_MS, else IN_FLIGHT, else the tasks that this dispatcher knows of.
     */
    public static double eachOf(double share, int slot, Nodes nodes) {
        double k = Math.max(1, orElse(nodes.sample(slot, Sample.PARALLELISM), 1));
        double busy = nodes.sample(slot, Sample.THROUGHPUT_PER_S) * nodes.sample(slot, Sample.RESPONSE_MS) / 1000;
        double known = nodes.inFlight(slot) + nodes.othersInFlight(slot);
        double tasks = orElse(busy, orElse(nodes.sample(slot, Sample.IN_FLIGHT), known));
        return (share + 1 / k) / (tasks + 1);
    }

    /**
     * The amount that one session adds to a share that sessions cause: the mean of those in the node,
     * {@code share / (λ (r + h))} by Little's law, with ARRIVALS_PER_S, RESPONSE_MS and THINK_MS (0 when absent); NaN
     * for a node without any.
     */
    public static double eachSessionOf(double share, int slot, Nodes nodes) {
        double stayS = (nodes.sample(slot, Sample.RESPONSE_MS) + orElse(nodes.sample(slot, Sample.THINK_MS), 0)) / 1000;
        return share / (nodes.sample(slot, Sample.ARRIVALS_PER_S) * stayS);
    }

    /** A number of a sample, or another one when it is absent or makes no sense. */
    public static double orElse(double reported, double otherwise) {
        return reported >= 0 && reported < MOST ? reported : otherwise;
    }

    /**
     * Takes over a sample, or notes that there is none any more.
     *
     * @param nextFigure the new figure; NaN when the sample does not tell
     * @param nextEach the amount that one task adds; NaN when the sample does not tell
     */
    public void read(int slot, double nextFigure, double nextEach, Nodes nodes, long nowNs) {
        forget(slot);
        long ageNs = nodes.sampleAgeNs(slot);
        if (ageNs < Long.MAX_VALUE) {
            figure[slot] = orElse(nextFigure, Double.NaN);
            each[slot] = nextEach > 0 ? orElse(nextEach, Double.NaN) : Double.NaN;
            takenNs[slot] = nowNs - ageNs;
            sentThen[slot] = sent.to(slot, nodes);
            sampled[slot] = true;
        }
        compare(nodes.slots(), nowNs);
    }

    /**
     * Closes the node for as long as this sample counts and more than this number of tasks have been sent since; with
     * {@code feedback: as-reported} it is closed if that is below 0.
     */
    public void close(int slot, double moreThan) {
        room[slot] = moreThan;
    }

    /** A node takes the slot or leaves it. */
    public void forget(int slot) {
        figure[slot] = Double.NaN;
        each[slot] = Double.NaN;
        sampled[slot] = false;
        room[slot] = Double.POSITIVE_INFINITY;
    }

    /** The figure with its age, but without what was sent since; NaN when it is unknown. */
    public double aged(int slot, long nowNs) {
        double reported = figure[slot];
        long ageNs = nowNs - takenNs[slot];
        if (ageNs <= freshNs) {
            return reported;
        }
        return ageNs > lastNs ? Double.NaN : reported + (mean - reported) * (ageNs - freshNs) / (lastNs - freshNs);
    }

    @Override
    public double of(int slot, Nodes nodes, long nowNs) {
        double now = aged(slot, nowNs);
        if (Double.isNaN(now)) {
            return UNKNOWN;
        }
        double since = since(slot, nodes);
        if (since > room[slot]) {
            return CLOSED;
        }
        now = Math.max(0, now + (Double.isNaN(each[slot]) ? meanEach : each[slot]) * since);
        double warm = nodes.warmShare(slot);
        return Math.min(MOST, warm < 1 ? now / warm : now);
    }

    /** True when the node is closed by a sample that still counts. */
    public boolean closed(int slot, Nodes nodes, long nowNs) {
        return since(slot, nodes) > room[slot] && nowNs - takenNs[slot] <= lastNs;
    }

    private double since(int slot, Nodes nodes) {
        return compensated ? sent.to(slot, nodes) - sentThen[slot] : 0;
    }

    /** The load for people: NaN where it is unknown or the node closed. */
    public double score(int slot, Nodes nodes, long nowNs) {
        double load = of(slot, nodes, nowNs);
        return load < UNKNOWN ? load : Double.NaN;
    }

    /** The fault of the node's sample, in a few words; empty without a fault. */
    public String doubt(int slot, long nowNs) {
        if (!sampled[slot]) {
            return "no sample";
        }
        long ageNs = nowNs - takenNs[slot];
        if (ageNs > lastNs) {
            return "sample older than " + PERIOD.written(lastNs / 1e9);
        }
        if (Double.isNaN(figure[slot])) {
            return "the sample lacks what the policy needs";
        }
        return ageNs > freshNs ? "sample older than " + PERIOD.written(freshNs / 1e9) + ", drifts to the mean" : "";
    }

    /** The reason why the node was chosen by {@link LeastLoad}, where its score does not tell. */
    public String why(int slot, Nodes nodes, long nowNs) {
        return Double.isNaN(score(slot, nodes, nowNs)) ? "its turn, as no node has a sample that counts" : "";
    }

    private void compare(int slots, long nowNs) {
        double sum = 0;
        int known = 0;
        double sumEach = 0;
        int knownEach = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (!Double.isNaN(figure[slot]) && nowNs - takenNs[slot] <= freshNs) {
                sum += figure[slot];
                known++;
                if (!Double.isNaN(each[slot])) {
                    sumEach += each[slot];
                    knownEach++;
                }
            }
        }
        mean = known == 0 ? mean : sum / known;
        meanEach = knownEach == 0 ? meanEach : sumEach / knownEach;
    }
}
