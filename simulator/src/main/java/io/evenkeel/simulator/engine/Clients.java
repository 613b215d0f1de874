// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

/** Those who ask. */
interface Clients {

    /** Sets the timers with which everything begins. */
    void begin();

    /** Sends a client's request, as its time has come. */
    void wake(int client, long nowNs);

    /** Begins a new session at a dispatcher; only where sessions arrive. */
    void arrive(int dispatcher, long nowNs);

    /** A client's session is refused at its beginning. */
    void refused(int client, long nowNs);

    /** A client has its answer, or none. */
    void ended(int client, boolean succeeded, long nowNs);
}
