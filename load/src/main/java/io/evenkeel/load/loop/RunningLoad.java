// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.net.LoadLanes;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A load under way, closed or open: its course, its lanes, and how to stop what is on them. */
final class RunningLoad implements LoadHandle {

    private final Course course;
    private final LoadLanes lanes;
    private final CountDownLatch present;
    private final List<Runnable> stops;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * A load that is about to begin.
     *
     * @param present comes to 0 when the last one has left
     * @param stops actions, run on a lane each, the first on lane 0; after them no new request begins
     */
    RunningLoad(Course course, LoadLanes lanes, CountDownLatch present, List<Runnable> stops) {
        this.course = course;
        this.lanes = lanes;
        this.present = present;
        this.stops = List.copyOf(stops);
    }

    @Override
    public LoadSummary report() {
        return course.meter.report();
    }

    @Override
    public LoadSummary next() {
        return course.meter.next();
    }

    @Override
    public void await() throws InterruptedException {
        present.await();
    }

    @Override
    public boolean await(long longestNs) throws InterruptedException {
        return present.await(longestNs, TimeUnit.NANOSECONDS);
    }

    /**
     * Sends no more requests and waits for the answers to those that are under way, at most the plan's timeout; a
     * second time does nothing.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        course.stop();
        for (int i = 0; i < stops.size(); i++) {
            lanes.lane(i).run(stops.get(i));
        }
        try {
            await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lanes.close();
    }
}
