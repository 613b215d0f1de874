// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

/** Those who ask. */
interface Clients {

    /** Sets the timers with which everything begins. */
    void begin();

    /** A client's time has come to ask. */
    void wake(int client, long nowNs);

    /** A new session comes to a dispatcher; only where sessions arrive. */
    void arrive(int dispatcher, long nowNs);

    /** A client has its answer, or none. */
    void ended(int client, boolean succeeded, long nowNs);
}
