// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.FinishedSession;
import io.evenkeel.load.Limits;
import io.evenkeel.load.LoadMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state that all users of a running load share: its end, its budget of requests and its witness. For any thread.
 */
final class Course {

    final long startNs;
    final long endNs;
    final LoadMeter meter = new LoadMeter();
    private final FinishedRequest.Witness witness;
    private final AtomicLong budget;
    private volatile boolean isStopped;

    Course(Limits limits, FinishedRequest.Witness witness) {
        this.startNs = System.nanoTime();
        long longestNs = limits.longest().compareTo(Duration.ofDays(3650)) > 0
                ? Long.MAX_VALUE / 4
                : limits.longest().toNanos();
        this.endNs = startNs + longestNs;
        this.budget = new AtomicLong(limits.requests());
        this.witness = witness;
    }

    /** True when a request that is due at this moment may be sent; it is then taken off the budget. */
    boolean takes(long dueNs) {
        return !isStopped && dueNs - endNs < 0 && budget.get() > 0 && budget.getAndDecrement() > 0;
    }

    /** True when no more requests are sent, at any time. */
    boolean isSpent() {
        return isStopped || budget.get() <= 0;
    }

    void stop() {
        isStopped = true;
    }

    void count(FinishedSession session) {
        meter.count(session);
    }

    void count(FinishedRequest request) {
        meter.count(request);
        witness.saw(request);
    }
}
