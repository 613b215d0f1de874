// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import java.util.Arrays;

/**
 * One reading of a node's state.
 *
 * <p>The owner fills an object again and again; it is not safe for two threads at once. A figure that was not set is
 * absent and reads as NaN. A figure that the metric's unit does not allow is not taken, so a sample never holds NaN as
 * a value, infinity or anything out of range.
 *
 * <p>The producer says when it took the reading, by its own clock, and numbers its readings. {@link #epochMs} is the
 * time when it started, so that readings of a restarted agent, whose numbers begin again, are still newer. All three
 * are 0 in reports of producers that do not say.
 */
@SuppressWarnings("EnumOrdinal") // an array by metric, as an EnumMap has one, of unboxed numbers
public final class NodeSample {

    private static final int MOST_ROUTE = 64;

    private final double[] values = new double[Metric.count()];
    private long epochMs;
    private long sequence;
    private long clockMs;
    private int agentPort;
    private String route = "";
    private int rejected;

    public NodeSample() {
        clear();
    }

    /** Makes every figure absent and the head 0. */
    public void clear() {
        Arrays.fill(values, Double.NaN);
        epochMs = 0;
        sequence = 0;
        clockMs = 0;
        agentPort = 0;
        route = "";
        rejected = 0;
    }

    /** Becomes equal to another sample. */
    public void copy(NodeSample from) {
        System.arraycopy(from.values, 0, values, 0, values.length);
        epochMs = from.epochMs;
        sequence = from.sequence;
        clockMs = from.clockMs;
        agentPort = from.agentPort;
        route = from.route;
        rejected = from.rejected;
    }

    /**
     * Sets a figure.
     *
     * @return false, and nothing is set but one more is {@link #rejected}, when the metric's unit does not allow
     *     the value
     */
    public boolean set(Metric metric, double value) {
        if (!metric.unit().allows(value)) {
            rejected++;
            return false;
        }
        values[metric.ordinal()] = value;
        return true;
    }

    /** The figure, in the metric's unit; NaN when it is absent. */
    public double value(Metric metric) {
        return values[metric.ordinal()];
    }

    /** True when the figure is there. */
    public boolean has(Metric metric) {
        return !Double.isNaN(values[metric.ordinal()]);
    }

    /** The number of figures in the sample. */
    public int size() {
        int present = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                present++;
            }
        }
        return present;
    }

    /** Counts a figure that was there but is not valid. */
    void reject() {
        rejected++;
    }

    /**
     * The number of figures that were offered and not taken since the sample was cleared. In a sample that was read,
     * more than 0 means that its producer lies.
     */
    public int rejected() {
        return rejected;
    }

    /** Says who took the reading, as the number of which, and when; negative numbers become 0. */
    public void stamp(long newEpochMs, long newSequence, long newClockMs) {
        epochMs = Math.max(0, newEpochMs);
        sequence = Math.max(0, newSequence);
        clockMs = Math.max(0, newClockMs);
    }

    /** The time when the producer started, milliseconds since 1970 by its clock; 0 when unknown. */
    public long epochMs() {
        return epochMs;
    }

    /** The number of the reading, from 1 in each epoch; 0 when the producer does not count. */
    public long sequence() {
        return sequence;
    }

    /** The time when the reading was taken, milliseconds since 1970 by the producer's clock; 0 when unknown. */
    public long clockMs() {
        return clockMs;
    }

    /** The port of its own on which the producer answers; 0 when it has none or does not say. */
    public int agentPort() {
        return agentPort;
    }

    /** The word that the app server appends to the identifiers of its sessions; empty when it is not known. */
    public String route() {
        return route;
    }

    /**
     * Sets the word that the app server appends to the identifiers of its sessions. Empty instead is what a cookie
     * could not carry: more than 64 characters, or others than letters, digits and {@code -_.}.
     */
    public void route(String newRoute) {
        route = newRoute.length() <= MOST_ROUTE && newRoute.chars().allMatch(NodeSample::isOfRoute) ? newRoute : "";
    }

    private static boolean isOfRoute(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "-_.".indexOf(c) >= 0;
    }

    /** Sets the port of its own on which the producer answers; a number that is not a port becomes 0. */
    public void agentPort(int port) {
        agentPort = port > 0 && port < 65536 ? port : 0;
    }
}
