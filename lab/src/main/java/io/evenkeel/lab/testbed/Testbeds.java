// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.testbed;

import io.evenkeel.lab.experiment.ExperimentException;

/**
 * The testbed of a stage, which may be exchanged for one with servers of its own between two runs.
 *
 * <p>{@link #present} and {@link #renew} are for one thread; {@link #close} may come from any thread at any time and
 * ends the present testbed.
 */
public final class Testbeds implements AutoCloseable {

    /** Makes a testbed whose servers are not started yet. */
    public interface Maker {
        Testbed make() throws ExperimentException;
    }

    private final Maker maker;
    private final Object lock = new Object();
    private Testbed present;
    private boolean isClosed;

    public Testbeds(Maker maker) throws ExperimentException {
        this.maker = maker;
        this.present = maker.make();
    }

    /** The present testbed. */
    public Testbed present() {
        return present;
    }

    /**
     * Ends the present testbed and takes another one, whose servers are not started yet.
     *
     * @throws ExperimentException when this was closed
     */
    public void renew() throws ExperimentException {
        Testbed old;
        Testbed fresh = maker.make();
        synchronized (lock) {
            old = present;
            if (!isClosed) {
                present = fresh;
            }
        }
        old.close();
        if (present == old) {
            fresh.close();
            throw ExperimentException.stopped();
        }
    }

    @Override
    public void close() {
        Testbed running;
        synchronized (lock) {
            isClosed = true;
            running = present;
        }
        running.close();
    }
}
