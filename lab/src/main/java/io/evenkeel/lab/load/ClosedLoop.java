// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A running load.
 *
 * <p>Closed means that a visitor waits for the answer before thinking about the next request, so a slow application slows the load
 * down; the times are those of requests that were sent, not of those that would have been.
 */
public final class ClosedLoop implements AutoCloseable {

    private final LoadPlan plan;
    private final LoadMeter meter = new LoadMeter();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final long endNs;

    private ClosedLoop(LoadPlan plan) {
        this.plan = plan;
        this.endNs = System.nanoTime() + plan.longest().toNanos();
    }

    /** Lets the visitors in, one thread each; a visitor thinks before the first request too. */
    public static ClosedLoop start(LoadPlan plan) {
        ClosedLoop loop = new ClosedLoop(plan);
        String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        for (int i = 0; i < plan.visitors(); i++) {
            long arrivalNs = plan.ramp().arrival(i).toNanos();
            Visitor visitor = new Visitor(plan, i, run, loop.meter);
            Thread thread = new Thread(() -> loop.visit(visitor, arrivalNs), "visitor-" + i);
            thread.setDaemon(true);
            loop.threads.add(thread);
        }
        loop.threads.forEach(Thread::start);
        return loop;
    }

    private void visit(Visitor visitor, long arrivalNs) {
        try (visitor) {
            if (isOver(arrivalNs)) {
                return;
            }
            while (!isOver(visitor.thinkNs(plan.think().toNanos()))) {
                visitor.act();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOver(long thinkNs) throws InterruptedException {
        long leftNs = endNs - System.nanoTime();
        boolean stopped = stop.await(Math.max(0, Math.min(thinkNs, leftNs)), TimeUnit.NANOSECONDS);
        return stopped || leftNs <= thinkNs || meter.total() >= plan.requests();
    }

    /** What has happened so far in this period of counting. */
    public LoadReport report() {
        return meter.report();
    }

    /** Begins a new period of counting; what happened in the one before comes back. A request belongs to the period it ends in. */
    public LoadReport next() {
        return meter.next();
    }

    /** Waits until the load has ended by itself or was closed. */
    public void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Sends no more requests and waits for the answers to those that are under way, at most the plan's timeout for each step. */
    @Override
    public void close() {
        stop.countDown();
        try {
            await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
