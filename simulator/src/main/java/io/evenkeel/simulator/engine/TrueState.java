// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.server.Server;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * The truth about the servers of a run under way.
 *
 * @param inSystem tasks in a server or on the way to it, those that rest there included
 */
record TrueState(Scenario scenario, List<Server> servers, IntUnaryOperator inSystem, LongSupplier nowNs)
        implements ServerStates {

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
