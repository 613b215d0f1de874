// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.SlowPeriod;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The times in which a server computes nothing: collections of its heap, and the pauses among its {@link SlowPeriods}.
 * The cores are told. During a collection the database goes on, and during a pause nothing does.
 */
final class ServerPauses {

    private final SlowPeriods slowPeriods;
    private final Memory memory;
    private final Cores cores;
    private boolean paused;
    private long collectedNs = Long.MAX_VALUE;

    ServerPauses(List<SlowPeriod> slowPeriods, Memory memory, Cores cores, RandomGenerator random) {
        this.slowPeriods = new SlowPeriods(slowPeriods, random);
        this.memory = memory;
        this.cores = cores;
    }

    /** The moment when something of it changes next; {@link Long#MAX_VALUE} for never. */
    long nextNs() {
        return Math.min(slowPeriods.nextNs(), collectedNs);
    }

    /** Lets begin and end what is due. */
    void change(long nowNs) {
        if (collectedNs <= nowNs) {
            collectedNs = Long.MAX_VALUE;
            cores.still(paused);
        }
        if (slowPeriods.nextNs() <= nowNs) {
            slowPeriods.change(nowNs);
            paused = slowPeriods.isPause();
            cores.slowness(slowPeriods.factor());
            cores.still(isStill());
        }
    }

    /** Begins a collection when the heap is full and none is under way; false when it does not. */
    boolean collect(int requests, long nowNs) {
        if (isCollecting() || !memory.isFull(requests)) {
            return false;
        }
        collectedNs = nowNs + memory.collect(requests);
        cores.still(true);
        return true;
    }

    /** True while nothing comes out of the server. */
    boolean isPaused() {
        return paused;
    }

    /** True while a collection, and no pause, holds the server up. */
    boolean onlyCollects() {
        return isCollecting() && !paused;
    }

    /** True while the server computes nothing. */
    boolean isStill() {
        return paused || isCollecting();
    }

    /** The factor by which processor time is longer now, at least 1.0; pauses left out. */
    double slowness() {
        return slowPeriods.factor();
    }

    private boolean isCollecting() {
        return collectedNs < Long.MAX_VALUE;
    }
}
