// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * The servers of one scenario, and one run after the other on them.
 *
 * <p>{@link #start} and {@link #run} are for one thread. {@link #close} may come from any thread at any time, stops
 * every process and makes the other two fail soon.
 */
public interface Stage extends AutoCloseable {

    /** Starts the servers that the cells share, waits until they are ready and warms them up. */
    void start() throws ExperimentException, InterruptedException;

    /**
     * Runs a cell once.
     *
     * @param repeat from 0
     * @param seed of everything that is drawn
     */
    Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException;

    @Override
    void close();
}
