// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.server.Server;
import java.util.function.LongSupplier;

/** The truth about the servers of a run under way. */
final class TrueState implements Truth {

    private final Scenario scenario;
    private final Server[] servers;
    private final int[] inSystem;
    private final LongSupplier nowNs;

    /** @param inSystem tasks in each server or on the way to it; read, never written */
    TrueState(Scenario scenario, Server[] servers, int[] inSystem, LongSupplier nowNs) {
        this.scenario = scenario;
        this.servers = servers;
        this.inSystem = inSystem;
        this.nowNs = nowNs;
    }

    @Override
    public Scenario scenario() {
        return scenario;
    }

    @Override
    public int tasks(int slot) {
        return inSystem[slot];
    }

    @Override
    public double freeCores(int slot) {
        return servers[slot].freeCores();
    }

    @Override
    public boolean isFailing(int slot) {
        return servers[slot].isFailing(nowNs.getAsLong());
    }
}
