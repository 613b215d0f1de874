// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;

/**
 * Passive ejection: nodes are judged by the traffic they serve.
 *
 * @param enabled off means that only the active check takes nodes out
 * @param consecutive failures in a row that eject; 0 for never
 * @param failureShare share of failures over {@code window} that ejects; above 1 for never
 * @param latencyFactor a node whose mean time over {@code window} is this many times the median of the cluster's
 *     nodes is ejected; 0 for never
 * @param minTasks tasks in the window below which shares and latencies say nothing
 * @param window time over which shares and latencies are taken
 * @param base time of the first ejection; the n-th in a row takes n times this, at most {@code max}
 * @param maxShare most nodes that may be ejected at once, share of the cluster; one node may always be ejected, the
 *     last one never
 * @param retryAfter longest time for which a node that answers 429 or 503 with {@code Retry-After} gets no new tasks; 0
 *     for never
 */
public record EjectionSettings(
        boolean enabled,
        int consecutive,
        double failureShare,
        double latencyFactor,
        int minTasks,
        Duration window,
        Duration base,
        Duration max,
        double maxShare,
        Duration retryAfter) {

    private static final Duration MOST_REST = Duration.ofSeconds(60);

    public static final EjectionSettings DEFAULTS = new EjectionSettings(
            true,
            5,
            0.5,
            0,
            20,
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(300),
            0.5,
            MOST_REST);

    /** Settings with the longest rest that there is by default. */
    public EjectionSettings(
            boolean enabled,
            int consecutive,
            double failureShare,
            double latencyFactor,
            int minTasks,
            Duration window,
            Duration base,
            Duration max,
            double maxShare) {
        this(enabled, consecutive, failureShare, latencyFactor, minTasks, window, base, max, maxShare, MOST_REST);
    }
}
