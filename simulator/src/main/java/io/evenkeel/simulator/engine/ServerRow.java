// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.event.EventQueue;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.server.Server;
import io.evenkeel.simulator.server.Tasks;

/** The servers of a run, made from its scenario, and the number of tasks in each of them or on the way to it. */
final class ServerRow {

    private final Server[] servers;
    private final int[] inSystem;
    private final EventQueue events;

    /**
     * Servers that are up and idle.
     *
     * @param events keeps the next time of each
     * @param seed of their chances
     */
    ServerRow(Scenario scenario, Tasks tasks, Server.Ends ends, EventQueue events, long seed) {
        this.events = events;
        servers = new Server[scenario.nodes()];
        inSystem = new int[servers.length];
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            for (int k = 0; k < group.count(); k++) {
                RandomStream random = new RandomStream(RandomStream.seed(seed, slot));
                servers[slot] = new Server(slot, group, k, tasks, ends, random);
                foresee(slot);
                slot++;
            }
        }
    }

    /** All of them, by slot. Not to be changed. */
    Server[] servers() {
        return servers;
    }

    /** Tasks in a server or on the way to it, those that rest there included. */
    int inSystem(int slot) {
        return inSystem[slot];
    }

    /** Sends a request to its server. */
    void send(int slot, int request, long nowNs) {
        inSystem[slot]++;
        events.request(request, nowNs);
    }

    /** A request arrives at its server. */
    void arrive(int slot, int request, long nowNs) {
        servers[slot].arrive(request, nowNs);
        foresee(slot);
    }

    /** Does what is due in a server. */
    void advance(int slot) {
        servers[slot].advance();
        foresee(slot);
    }

    /** A task leaves its server. */
    void left(int slot) {
        inSystem[slot]--;
    }

    private void foresee(int slot) {
        events.server(slot, servers[slot].nextNs());
    }
}
