// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A processor that is shared evenly and only counts: n jobs on c cores of speed v each get v * min(1, c / n).
 *
 * <p>All jobs get the same, so one clock that runs at that rate is enough: a job ends when the clock has advanced by
 * its work since it came. Time is passed in and never goes back. O(log n) for a job.
 */
final class VirtualProcessor {

    private final int cores;
    private final double speed;
    private final PriorityQueue<Running> running =
            new PriorityQueue<>(Comparator.comparingDouble(Running::ends).thenComparingLong(Running::number));
    private double shared;
    private long numbers;
    private long lastNs;
    private double busyNs;
    private double serviceNs;

    VirtualProcessor(int cores, double speed, long nowNs) {
        this.cores = cores;
        this.speed = speed;
        this.lastNs = nowNs;
    }

    /** A job and the reading of the shared clock at which it ends. */
    private record Running(LightTask job, double ends, long number) {}

    void add(LightTask job, long nowNs) {
        pass(nowNs);
        running.add(new Running(job, shared + job.work().processorNs(), numbers++));
    }

    /** The moment at which the next job ends if no other comes; {@link Long#MAX_VALUE} when none is here. */
    long nextNs() {
        Running next = running.peek();
        return next == null ? Long.MAX_VALUE : lastNs + (long) Math.ceil(Math.max(0, next.ends() - shared) / rate());
    }

    /** Takes away the job that ends now. */
    LightTask end(long nowNs) {
        pass(nowNs);
        return running.remove().job();
    }

    /** Lets time pass. */
    void pass(long nowNs) {
        long stepNs = nowNs - lastNs;
        if (stepNs > 0) {
            if (!running.isEmpty()) {
                shared += stepNs * rate();
                double cross = Math.min(cores, running.size());
                busyNs += stepNs * cross / cores;
                serviceNs += stepNs * cross;
            }
            lastNs = nowNs;
        }
    }

    /** Time at work so far; partly used cores count as their share. */
    double busyNs() {
        return busyNs;
    }

    /** Time of all cores at work so far. */
    double serviceNs() {
        return serviceNs;
    }

    private double rate() {
        return speed * Math.min(1.0, (double) cores / running.size());
    }
}
