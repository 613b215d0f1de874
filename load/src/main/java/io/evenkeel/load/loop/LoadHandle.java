// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.LoadSummary;

/** A load that is running, or has ended; for any thread. */
public interface LoadHandle extends AutoCloseable {

    /** The report of the current period of counting so far. */
    LoadSummary report();

    /**
     * Begins a new period of counting and returns the report of the one before. A request belongs to the period in
     * which it ends.
     */
    LoadSummary next();

    /** Waits until the load has ended by itself or was closed. */
    void await() throws InterruptedException;

    /**
     * Waits until the load has ended, or some time has passed.
     *
     * @return true when it has ended
     */
    boolean await(long longestNs) throws InterruptedException;

    /** Sends no more requests and waits for the answers to those that are under way. */
    @Override
    void close();

    /** A word that no other load uses. */
    static String runWord() {
        return Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    }
}
