// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import io.evenkeel.wire.NodeSample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Takes samples with its collectors and keeps the last one.
 *
 * <p>{@link #take} belongs to one thread. Everybody may {@link #read} what it took last, or ask for something
 * {@link #fresh} and wait for it. Two samples are used in turn, so a reader never sees a half-filled one and a
 * collector that hangs holds up no reader: readers then get the old sample, whose clock and sequence say how old it is.
 * A sample with nothing but present figures makes no garbage.
 */
public final class SampleTaker {

    private final List<GuardedCollector> collectors = new ArrayList<>();
    private final LongSupplier nanoClock;
    private final LongSupplier wallClock;
    private final long epochMs;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition taken = lock.newCondition();
    private NodeSample next = new NodeSample();
    private NodeSample last = new NodeSample();
    private long sequence;
    private volatile long takenNs;
    private volatile int agentPort;

    /**
     * A sampler with these collectors, called in this order.
     *
     * @param nanoClock {@link System#nanoTime}
     * @param wallClock {@link System#currentTimeMillis}
     */
    public SampleTaker(List<Collector> collectors, LongSupplier nanoClock, LongSupplier wallClock) {
        for (Collector collector : collectors) {
            this.collectors.add(new GuardedCollector(collector));
        }
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.epochMs = wallClock.getAsLong();
        this.takenNs = nanoClock.getAsLong();
    }

    /** Says on which port of its own the agent answers; 0: on none. */
    public void agentPort(int port) {
        agentPort = port;
    }

    /** Takes a sample. For the sampling thread alone. */
    public void take() {
        long nowNs = nanoClock.getAsLong();
        NodeSample sample = next;
        sample.clear();
        sample.stamp(epochMs, sequence + 1, wallClock.getAsLong());
        sample.agentPort(agentPort);
        for (GuardedCollector collector : collectors) {
            collector.collect(sample, nowNs);
        }
        lock.lock();
        try {
            sequence++;
            next = last;
            last = sample;
            takenNs = nowNs;
            taken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Makes something of the last sample, which must not be kept; its sequence is 0 when there has been none. */
    public <T> T read(Function<NodeSample, T> reader) {
        lock.lock();
        try {
            return reader.apply(last);
        } finally {
            lock.unlock();
        }
    }

    /** The time since the last sample was taken, or since this sampler was made. */
    public long ageNs() {
        return nanoClock.getAsLong() - takenNs;
    }

    /**
     * Waits until there is a sample younger than an age, but not without end.
     *
     * @return false when the time was over first
     */
    public boolean fresh(long maxAgeNs, long patienceNs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNs = patienceNs;
            while (sequence == 0 || ageNs() > maxAgeNs) {
                if (leftNs <= 0) {
                    return false;
                }
                leftNs = taken.awaitNanos(leftNs);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the collectors. For the sampling thread, when it takes no more samples. */
    public void close() {
        for (GuardedCollector collector : collectors) {
            collector.close();
        }
    }
}
