// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.simulator.scenario.ServerGroup;

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

    /**
     * Adds up a time in which nothing has changed.
     *
     * @param collecting true while a collection holds the server up
     * @param busy workers in use
     */
    void pass(long elapsedNs, boolean collecting, Cores cores, ConnectionPool pool, int busy) {
        computedNs += elapsedNs * (collecting ? cores.free() : cores.used());
        stolenNs += elapsedNs * (cores.count() - cores.free());
        connectedNs += (double) elapsedNs * pool.active();
        workedNs += (double) elapsedNs * busy;
        stillNs += collecting ? elapsedNs : 0;
    }

    /** Share of the time until a moment in which cores were at work, 0.0 to 1.0. */
    double computedShare(int cores, long atNs) {
        return computedNs / cores / Math.max(1, atNs);
    }

    /** Share of the time until a moment in which the busiest of cores, connections and workers were in use. */
    double usedShare(ServerGroup group, ConnectionPool pool, long atNs) {
        double ofCores = computedNs / group.cores();
        double ofPool = pool.most() == 0 ? 0 : connectedNs / pool.most();
        return Math.max(ofCores, Math.max(ofPool, workedNs / group.workers())) / Math.max(1, atNs);
    }
}
