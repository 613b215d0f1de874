// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.client.Visits;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.SamplingModel.Way;
import io.evenkeel.simulator.server.Server;
import java.util.Arrays;

/**
 * The way of samples from servers to dispatchers: with answers, or because a dispatcher asks. A pair is a dispatcher
 * and a server.
 */
final class SampleDelivery {

    /** No sample. */
    static final int NONE = -1;

    private static final double NS_PER_MS = 1e6;
    /** The time after which a server that has sent no sample with an answer is asked; the dispatcher's own default. */
    private static final long ASK_NS = 1_000_000_000L;

    private final SamplingModel sampling;
    private final Server[] servers;
    private final SimulatedDispatcher[] dispatchers;
    private final Visits visits;
    private final EventHeap timers;
    private final Samples samples = new Samples();
    private final RandomStream polls;
    private final boolean piggyback;
    private final long intervalNs;
    private final long pollNs;
    /** The moment when a server last sent a sample with an answer, for each pair. */
    private final long[] carriedNs;

    SampleDelivery(
            SamplingModel sampling,
            Server[] servers,
            SimulatedDispatcher[] dispatchers,
            Visits visits,
            EventHeap timers,
            long seed) {
        this.sampling = sampling;
        this.servers = servers;
        this.dispatchers = dispatchers;
        this.visits = visits;
        this.timers = timers;
        polls = new RandomStream(seed);
        piggyback = sampling.way() == Way.PIGGYBACK;
        intervalNs = Math.round(sampling.intervalMs() * NS_PER_MS);
        pollNs = piggyback ? ASK_NS : intervalNs;
        carriedNs = new long[piggyback ? dispatchers.length * servers.length : 0];
        Arrays.fill(carriedNs, -intervalNs);
    }

    void begin() {
        if (sampling.way() != Way.NONE) {
            for (int pair = 0; pair < dispatchers.length * servers.length; pair++) {
                timers.set((long) (polls.nextDouble() * pollNs), EventHeap.POLL, pair);
            }
        }
    }

    /** The sample that goes with an answer, or {@link #NONE}. */
    int with(int dispatcher, int slot, long nowNs) {
        if (!piggyback) {
            return NONE;
        }
        int pair = dispatcher * servers.length + slot;
        if (nowNs - carriedNs[pair] < intervalNs) {
            return NONE;
        }
        int row = sample(dispatcher, slot, nowNs);
        carriedNs[pair] = row == NONE ? carriedNs[pair] : nowNs;
        return row;
    }

    /** Asks a server when a dispatcher's time has come; returns the sample that is there at once, or {@link #NONE}. */
    int poll(int pair, long nowNs) {
        if (piggyback && carriedNs[pair] + pollNs > nowNs) {
            timers.set(carriedNs[pair] + pollNs, EventHeap.POLL, pair);
            return NONE;
        }
        int row = sample(pair / servers.length, pair % servers.length, nowNs);
        double ageMs = sampling.minAgeMs() + (sampling.maxAgeMs() - sampling.minAgeMs()) * polls.nextDouble();
        boolean isOnItsWay = ageMs > 0 && row != NONE;
        if (isOnItsWay) {
            timers.set(nowNs + Math.round(ageMs * NS_PER_MS), EventHeap.DELIVER, row);
        }
        timers.set(nowNs + pollNs, EventHeap.POLL, pair);
        return isOnItsWay ? NONE : row;
    }

    private int sample(int dispatcher, int slot, long nowNs) {
        int row = samples.take(dispatcher, slot, nowNs);
        if (!servers[slot].sample(visits.sessions(slot), samples.rows(), samples.from(row), nowNs)) {
            samples.release(row);
            return NONE;
        }
        return row;
    }

    /** Hands a sample to its dispatcher, which is returned. */
    SimulatedDispatcher deliver(int row, long nowNs) {
        SimulatedDispatcher to = dispatchers[samples.dispatcher(row)];
        to.sample(samples.slot(row), samples.rows(), samples.from(row), samples.takenNs(row), nowNs);
        samples.release(row);
        return to;
    }
}
