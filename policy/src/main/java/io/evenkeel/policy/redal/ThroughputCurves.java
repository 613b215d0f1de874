// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.redal;

import io.evenkeel.policy.LoadBySlice;
import java.util.Arrays;

/**
 * The application analyser: the throughput of each node over its load, and where on this curve the node is.
 *
 * <pre>
 * x      = mean tasks in flight in a slice                   the load, that of joined dispatchers included
 * f      = tasks that ended in a slice / its length          the throughput, theirs included
 * f(x)   = mean of f over the slices whose x was about the same: four steps of x in an octave; a slice weighs
 *          1 - 1/{@value #MEMORY} of the one after it
 * df/dx  = slope of the line through the points of f(x) that are at most {@value #REACH} steps from the present load
 * heavy  = df/dx <= 0 and present load >= 1
 * peak   = highest f(x) of a point with the weight of {@value #LEAST_WEIGHT} slices
 * </pre>
 *
 * The paper designates a node as lightly loaded while df/dx is positive, and is silent on how to get it out of figures
 * that vary. A line through the last slices alone would not do: after a ramp it is the chord from the empty node to the
 * full one, which rises for minutes after the peak. Arrivals cannot stand for the load, since in the long run they are
 * the throughput. A node with less than one task in flight has no queue, so it is light whatever the slope; so is one
 * whose curve has a single point near its load.
 *
 * <p>When joined dispatchers are heard no longer, the points that were learned with them stay: the peak is that of all
 * dispatchers until those have less than the least weight, which takes some 1,000 slices. They are not forgotten at
 * once, since figures of 0 may also be those of dispatchers that have little to do now, and a curve that is forgotten
 * again and again tells no slope.
 *
 * <p>Cost: O(1) for each event of a node, about 0.1 microseconds for each node at the end of a slice.
 */
public final class ThroughputCurves {

    /** The slices that count, about. */
    private static final int MEMORY = 300;

    /** Steps of load to both sides that tell the slope: a factor of 1.7. */
    private static final int REACH = 3;

    /** The slices without which a point is chance. */
    private static final int LEAST_WEIGHT = 3;

    private static final int STEPS = 48;
    private static final int STEP_BITS = 50;
    private static final int FIRST_STEP = (int) (Double.doubleToRawLongBits(0.5) >>> STEP_BITS);

    private static final double NS_PER_S = 1e9;
    private static final double LEAST_LOAD = 1;
    private static final double LEAST_VARIANCE = 1e-6;
    private static final double PRESENT_PART = 0.2;
    private static final double GROWTH = 1 / (1 - 1.0 / MEMORY);
    private static final double MOST_WEIGHT = 1e12;

    private final int[] running;
    private final long[] sinceNs;
    private final double[] areaNs;
    private final int[] ended;
    private final double[] ownLoad;
    private final double[] ownEnded;
    private final double[] peersLoad;
    private final double[] peersPerS;
    private final double[] present;
    private final double[] slope;
    private final double[] peak;

    /** The curves, {@link #STEPS} points for each slot: weight, load and throughput. */
    private final double[] weight;

    private final double[] load;
    private final double[] throughput;

    /** Weight of the points of this slice; it grows, so that older points need not be touched. */
    private double weightNow = 1;

    private long beganNs;

    public ThroughputCurves(int maxNodes) {
        running = new int[maxNodes];
        sinceNs = new long[maxNodes];
        areaNs = new double[maxNodes];
        ended = new int[maxNodes];
        ownLoad = new double[maxNodes];
        ownEnded = new double[maxNodes];
        peersLoad = new double[maxNodes];
        peersPerS = new double[maxNodes];
        present = new double[maxNodes];
        slope = new double[maxNodes];
        peak = new double[maxNodes];
        weight = new double[maxNodes * STEPS];
        load = new double[maxNodes * STEPS];
        throughput = new double[maxNodes * STEPS];
        Arrays.fill(slope, Double.NaN);
        Arrays.fill(peak, Double.POSITIVE_INFINITY);
    }

    /** Begins the first slice. */
    public void begin(long nowNs) {
        beganNs = nowNs;
        Arrays.fill(sinceNs, nowNs);
    }

    /** A task has started or ended on a node, or become a tunnel. */
    public void changed(int slot, int inFlight, long nowNs) {
        pass(slot, nowNs);
        running[slot] = inFlight;
    }

    /** A node has done a task. */
    public void answered(int slot) {
        ended[slot]++;
    }

    /**
     * Sets what joined dispatchers have of a node, for the end of the present slice.
     *
     * @param inFlight their mean tasks in flight in a slice
     * @param perSecond tasks that the node has done for them in it
     */
    public void peers(int slot, double inFlight, double perSecond) {
        peersLoad[slot] = inFlight;
        peersPerS[slot] = perSecond;
    }

    private void pass(int slot, long nowNs) {
        if (nowNs > sinceNs[slot]) {
            areaNs[slot] += (double) running[slot] * (nowNs - sinceNs[slot]);
            sinceNs[slot] = nowNs;
        }
    }

    /**
     * Ends a slice, or some in which nothing has happened: each node gets a point of its curve.
     *
     * @param slots slots are below this number
     * @param untilNs end of the last of them
     */
    public void endSlice(int slots, long untilNs) {
        double lengthNs = (double) (untilNs - beganNs);
        weightNow *= GROWTH;
        for (int slot = 0; slot < slots; slot++) {
            pass(slot, untilNs);
            ownLoad[slot] = areaNs[slot] / lengthNs;
            ownEnded[slot] = ended[slot] / lengthNs;
            double x = ownLoad[slot] + peersLoad[slot];
            present[slot] += PRESENT_PART * (x - present[slot]);
            point(slot * STEPS + step(x), x, ownEnded[slot] * NS_PER_S + peersPerS[slot]);
            slope[slot] = slopeAt(slot, step(present[slot]));
            peak[slot] = highest(slot);
            areaNs[slot] = 0;
            ended[slot] = 0;
        }
        beganNs = untilNs;
        if (weightNow > MOST_WEIGHT) {
            for (int i = 0; i < weight.length; i++) {
                weight[i] /= weightNow;
            }
            weightNow = 1;
        }
    }

    /**
     * Fills in the tasks in flight and done of this dispatcher in the last slice that is over; changes nothing here.
     *
     * @param passed slices that have passed since the last {@link #endSlice}
     */
    public void tell(LoadBySlice told, long passed) {
        long lengthNs = told.lengthNs();
        for (int slot = 0; slot < told.came().length; slot++) {
            double x = running[slot];
            double done = 0;
            if (passed == 0) {
                x = ownLoad[slot];
                done = ownEnded[slot] * lengthNs;
            } else if (passed == 1) {
                x = (areaNs[slot] + (double) running[slot] * (beganNs + lengthNs - sinceNs[slot])) / lengthNs;
                done = ended[slot];
            }
            told.running()[slot] = Math.max(0, x);
            told.ended()[slot] = (int) Math.rint(done);
        }
    }

    private static int step(double x) {
        int step = (int) (Double.doubleToRawLongBits(x) >>> STEP_BITS) - FIRST_STEP;
        return Math.max(0, Math.min(STEPS - 1, step));
    }

    private void point(int i, double x, double f) {
        weight[i] += weightNow;
        double part = weightNow / weight[i];
        load[i] += part * (x - load[i]);
        throughput[i] += part * (f - throughput[i]);
    }

    private double slopeAt(int slot, int step) {
        int from = slot * STEPS + Math.max(0, step - REACH);
        int to = slot * STEPS + Math.min(STEPS - 1, step + REACH);
        double sum = 0;
        double x = 0;
        double f = 0;
        for (int i = from; i <= to; i++) {
            sum += weight[i];
            x += weight[i] * load[i];
            f += weight[i] * throughput[i];
        }
        x /= sum;
        f /= sum;
        double variance = 0;
        double covariance = 0;
        for (int i = from; i <= to; i++) {
            double aside = load[i] - x;
            variance += weight[i] * aside * aside;
            covariance += weight[i] * aside * (throughput[i] - f);
        }
        return variance < LEAST_VARIANCE * sum ? Double.NaN : covariance / variance;
    }

    private double highest(int slot) {
        double most = 0;
        for (int i = slot * STEPS; i < (slot + 1) * STEPS; i++) {
            if (weight[i] >= LEAST_WEIGHT * weightNow) {
                most = Math.max(most, throughput[i]);
            }
        }
        return most == 0 ? Double.POSITIVE_INFINITY : most;
    }

    /** The highest throughput of a node's curve, tasks a second; infinite when it is not known. */
    public double peak(int slot) {
        return peak[slot];
    }

    /** The derivative of a node's throughput by its load, tasks a second for each task; NaN when it is not known. */
    public double slope(int slot) {
        return slope[slot];
    }

    /** True for a node whose throughput does not grow with its load any more; false while that is not known. */
    public boolean isHeavy(int slot) {
        return slope[slot] <= 0 && present[slot] >= LEAST_LOAD;
    }

    /** Forgets a node. */
    public void forget(int slot, int inFlight, long nowNs) {
        running[slot] = inFlight;
        sinceNs[slot] = nowNs;
        areaNs[slot] = 0;
        ended[slot] = 0;
        ownLoad[slot] = 0;
        ownEnded[slot] = 0;
        present[slot] = 0;
        slope[slot] = Double.NaN;
        peak[slot] = Double.POSITIVE_INFINITY;
        Arrays.fill(weight, slot * STEPS, (slot + 1) * STEPS, 0);
        Arrays.fill(load, slot * STEPS, (slot + 1) * STEPS, 0);
        Arrays.fill(throughput, slot * STEPS, (slot + 1) * STEPS, 0);
    }
}
