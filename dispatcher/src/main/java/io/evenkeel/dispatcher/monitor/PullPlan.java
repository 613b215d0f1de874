// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.config.cluster.AgentSettings;
import java.util.random.RandomGenerator;

/**
 * The times at which an agent is asked: every interval, give or take a tenth, so that nodes are not all asked at once.
 *
 * <p>While samples come unasked the questions pause, but every tenth turn one is asked all the same, for the figures
 * that load reports do not carry. After a failure the next question comes after half an interval, then after twice as
 * long each time, up to {@code retry}; decision record 0013 says why; a node that has shown life since the failure is
 * asked again after five intervals at the latest, because its agent may just be starting. A sample that comes unasked
 * ends the row of failures. One thread.
 */
final class PullPlan {

    private static final double JITTER_SHARE = 0.1;
    private static final int MOST_PAUSED = 10;
    private static final int MOST_ALIVE = 5;

    private final RandomGenerator random;
    private boolean begun;
    private long askedNs;
    private long failedNs;
    private int failures;
    private double stretch = 1;

    PullPlan(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Time until the next question; 0 for now.
     *
     * @param intervalNs the usual one, or less while there is haste
     * @param sinceUnaskedNs since a sample came unasked; {@link Long#MAX_VALUE} when none ever did
     * @param alive true when the node has shown life since the last failure, or with it
     */
    long waitNs(AgentSettings settings, long intervalNs, long sinceUnaskedNs, boolean alive, long nowNs) {
        if (failures > 0 && sinceUnaskedNs < nowNs - failedNs) {
            failures = 0;
        }
        if (!begun) {
            return 0;
        }
        long turnNs = (long) (stretch * intervalNs);
        if (failures > 0) {
            double mostNs = settings.retry().toNanos();
            if (alive) {
                mostNs = Math.min(mostNs, (double) MOST_ALIVE * intervalNs);
            }
            double patienceNs = Math.min(mostNs, 0.5 * intervalNs * Math.pow(2, failures - 1.0));
            return Math.max(0, failedNs + (long) (stretch * patienceNs) - nowNs);
        }
        long dueNs = askedNs + turnNs;
        if (sinceUnaskedNs < turnNs) {
            dueNs = Math.min(Math.max(dueNs, nowNs + turnNs - sinceUnaskedNs), askedNs + MOST_PAUSED * intervalNs);
        }
        return Math.max(0, dueNs - nowNs);
    }

    /** A question is asked. */
    void asked(long nowNs) {
        begun = true;
        askedNs = nowNs;
        stretch = 1 - JITTER_SHARE + 2 * JITTER_SHARE * random.nextDouble();
    }

    /** Notes that the question was answered. */
    void answered() {
        failures = 0;
    }

    /** Notes that the question was not answered, or not with a sample. */
    void failed(long nowNs) {
        failures++;
        failedNs = nowNs;
    }

    /** The time of the last failure. */
    long failedNs() {
        return failedNs;
    }

    /** True when the last question failed and nothing came unasked since. */
    boolean failing() {
        return failures > 0;
    }
}
