// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.scenario.Scenario;

/** The state of the servers at this very moment, as no dispatcher can know it. */
public interface Truth {

    /** What is simulated. */
    Scenario scenario();

    /** Tasks in the server or on the way to it. */
    int tasks(int slot);

    /** Cores of the server that nobody steals now. */
    double freeCores(int slot);

    /** Whether the server answers new requests with errors now. */
    boolean isFailing(int slot);
}
