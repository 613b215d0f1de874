// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/** Where requests come from. */
public sealed interface Load permits ClosedLoad, OpenLoad {

    /** Until all users are there; 0 of an open load. */
    double rampMs();

    /** From the end of measuring until the last user has left; 0 of an open load. */
    double rampDownMs();

    /** How the requests of one session find nodes. */
    Affinity affinity();

    /** How the requests of one session find nodes. */
    enum Affinity {
        /** Each request is chosen for by itself. */
        NONE,
        /** The first is chosen for, the others follow it to the same node. */
        SESSION
    }
}
