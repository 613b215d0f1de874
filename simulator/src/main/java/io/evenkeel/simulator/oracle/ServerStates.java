// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.oracle;

import io.evenkeel.simulator.scenario.Scenario;

/** The state of the servers at this very moment, as no dispatcher can know it. */
public interface ServerStates {

    /** The scenario that is simulated. */
    Scenario scenario();

    /** Tasks in the server or on the way to it, without those that are parked there or are tunnels. */
    int tasks(int slot);

    /** Cores of the server that no neighbour takes now. */
    double freeCores(int slot);

    /**
     * The factor by which processor time is longer now because the server is slow; at least 1.0. It does not include
     * that the server is cold: a greedy rule that knew would keep cold servers cold.
     */
    double slowness(int slot);

    /** True when nothing comes out of the server now. */
    boolean isPaused(int slot);

    /** Sessions that run: admitted, and not at their end. */
    int sessions();

    /** Sessions that keep the servers busy and do not have to wait for long. */
    double mostSessions();

    /** True when the server answers new requests with errors now. */
    boolean isFailing(int slot);
}
