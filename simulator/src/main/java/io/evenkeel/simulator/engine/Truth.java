// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.scenario.Scenario;

/** The state of the servers at this very moment, as no dispatcher can know it. */
public interface Truth {

    /** What is simulated. */
    Scenario scenario();

    /** Tasks in the server or on the way to it, without those that are parked there or are tunnels. */
    int tasks(int slot);

    /** Cores of the server that nobody steals now. */
    double freeCores(int slot);

    /**
     * By how much processor time is longer now because the server is slow; at least 1.0. That it is cold is not in it:
     * a greedy rule that knew would keep the cold ones cold.
     */
    double slowness(int slot);

    /** Tells whether nothing comes out of the server now. */
    boolean isPaused(int slot);

    /** Whether the server answers new requests with errors now. */
    boolean isFailing(int slot);
}
