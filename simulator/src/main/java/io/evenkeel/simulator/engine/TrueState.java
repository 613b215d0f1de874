// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.server.Server;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The truth about the servers of a run under way.
 *
 * @param inSystem tasks in a server or on the way to it, those that rest there included
 * @param running sessions that were admitted and are not at their end
 */
record TrueState(
        Scenario scenario, List<Server> servers, IntUnaryOperator inSystem, IntSupplier running, LongSupplier nowNs)
        implements ServerStates {

    private static final double RESPONSE_MS = 200;

    @Override
    public int sessions() {
        return running.getAsInt();
    }

    @Override
    public double mostSessions() {
        double thinkMs = scenario.load() instanceof OpenLoad open
                ? open.thinkMs().mean()
                : ((ClosedLoad) scenario.load()).thinkMs().mean();
        return scenario.capacityPerSecond() * (RESPONSE_MS + thinkMs) / 1000;
    }

    @Override
    public int tasks(int slot) {
        return inSystem.applyAsInt(slot) - servers.get(slot).resting();
    }

    @Override
    public double freeCores(int slot) {
        return servers.get(slot).freeCores();
    }

    @Override
    public double slowness(int slot) {
        return servers.get(slot).slowness();
    }

    @Override
    public boolean isPaused(int slot) {
        return servers.get(slot).isPaused();
    }

    @Override
    public boolean isFailing(int slot) {
        return servers.get(slot).isFailing(nowNs.getAsLong());
    }
}
