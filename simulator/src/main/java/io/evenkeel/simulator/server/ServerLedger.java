// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

/** The sums of what has happened in a server since its start; read by its agent and for results. */
final class ServerLedger {

    /** Requests that got a worker. */
    long arrivals;
    /** Requests that ended after having had a worker, or became tunnels. */
    long completions;
    /** Those of them that failed. */
    long errors;
    /** Time from worker to end, of completions. */
    long responseNs;
    /** Time of cores at work for requests or collections. */
    double computedNs;
    /** Time of cores that a neighbour took. */
    double stolenNs;
    /** Time of connections held. */
    double connectedNs;
    /** Time for which workers were kept after the work of a request, of those that ended. */
    double keptNs;
    /** Time of workers busy. */
    double workedNs;
    /** Time of standing still for collections, without pauses. */
    long stillNs;
    /** Collections. */
    long collections;
    /** Pauses of clients between an answer of this server and their next request to it. */
    long pauses;
    /** Their length. */
    long pauseNs;
}
