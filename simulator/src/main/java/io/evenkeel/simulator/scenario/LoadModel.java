// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/** The source of requests. */
public sealed interface LoadModel permits ClosedLoad, OpenLoad {

    /** Time until all users are there; 0 of an open load. */
    double rampMs();

    /** Time from the end of measuring until the last user has left; 0 of an open load. */
    double rampDownMs();

    /** The way in which the requests of one session find nodes. */
    NodeChoice affinity();

    /** The same with a choice of a node for each request. */
    LoadModel withoutAffinity();

    /** The way in which the requests of one session find nodes. */
    enum NodeChoice {
        /** A node is chosen for each request by itself. */
        NONE,
        /** A node is chosen for the first request; the others follow it to the same node. */
        SESSION
    }
}
