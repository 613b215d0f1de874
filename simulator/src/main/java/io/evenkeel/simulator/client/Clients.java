// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

/** The clients of a run: users of a closed load, or sessions of an open one. Times are those of the run. */
public interface Clients {

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

    /** The run as clients use it. */
    interface Acts {

        /** The number of dispatchers. */
        int dispatchers();

        /**
         * Sets a timer.
         *
         * @param kind one of the constants of {@link io.evenkeel.simulator.event.EventHeap}
         * @param number what the timer is handed back with: a client, or a stream of arrivals
         */
        void ringAt(long atNs, int kind, int number);

        /**
         * A client asks.
         *
         * @param stream the user or session of the request, and {@code nth} the number of the request in it
         * @param clientKey key of the client's session
         */
        void issue(int client, long stream, int nth, int dispatcher, long clientKey, long atNs);

        /** A session that was admitted is over. */
        void sessionEnded(boolean succeeded, long atNs);
    }
}
