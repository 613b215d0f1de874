// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/**
 * The inside of a light server: workers, a bounded queue in front of them, the processor that jobs share.
 *
 * <p>Time is passed in. Events between two looks happen at their own time, in order: a late look delays the answers and
 * changes no event. For one thread at a time.
 */
final class Station {

    private final int workers;
    private final int places;
    private final VirtualProcessor processor;
    private final Deque<LightTask> queue = new ArrayDeque<>();
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::untilNs).thenComparingLong(Waiting::number));
    private int busy;
    private long numbers;
    private long arrived;
    private long completed;
    private long refused;
    private long responseNs;

    Station(LightPlan plan, long nowNs) {
        this.workers = plan.workers();
        this.places = plan.queue();
        this.processor = new VirtualProcessor(plan.cores(), plan.speed(), nowNs);
    }

    private record Waiting(LightTask job, long untilNs, long number) {}

    /** Takes a job in; false when there is no place for it. {@link #pass} up to now comes first. */
    boolean arrive(LightTask job, long nowNs) {
        arrived++;
        if (busy < workers) {
            busy++;
            begin(job, nowNs);
            return true;
        }
        if (queue.size() < places) {
            queue.add(job);
            return true;
        }
        refused++;
        return false;
    }

    private void begin(LightTask job, long nowNs) {
        if (job.work().waitNs() > 0) {
            waiting.add(new Waiting(job, nowNs + job.work().waitNs(), numbers++));
        } else {
            processor.add(job, nowNs);
        }
    }

    /** The moment of the next event; {@link Long#MAX_VALUE} when there is none. */
    long nextNs() {
        Waiting first = waiting.peek();
        return Math.min(processor.nextNs(), first == null ? Long.MAX_VALUE : first.untilNs());
    }

    /** Lets everything happen that is due up to now, and answers the jobs that are done. */
    void pass(long nowNs) {
        for (long next = nextNs(); next <= nowNs; next = nextNs()) {
            if (processor.nextNs() <= next) {
                finish(processor.end(next), next);
            } else {
                processor.add(waiting.remove().job(), next);
            }
        }
        processor.pass(nowNs);
    }

    private void finish(LightTask job, long nowNs) {
        completed++;
        responseNs += nowNs - job.arrivedNs();
        LightTask next = queue.poll();
        if (next == null) {
            busy--;
        } else {
            begin(next, nowNs);
        }
        job.reply().done(job, nowNs);
    }

    int busy() {
        return busy;
    }

    int queued() {
        return queue.size();
    }

    LightCounts counts(long nowNs) {
        return new LightCounts(
                nowNs,
                arrived,
                completed,
                refused,
                responseNs,
                Math.round(processor.serviceNs()),
                Math.round(processor.busyNs()));
    }
}
