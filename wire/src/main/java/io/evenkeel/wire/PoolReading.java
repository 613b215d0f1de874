// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

/** One JDBC pool at one moment, for people. */
public final class PoolReading {

    final String name;
    final double active;
    final double limit;
    final double waiters;

    /**
     * A pool.
     *
     * @param active connections in use
     * @param limit most connections; NaN for no limit
     * @param waiters threads that wait for one; NaN when the pool does not say
     */
    public PoolReading(String name, double active, double limit, double waiters) {
        this.name = name;
        this.active = active;
        this.limit = limit;
        this.waiters = waiters;
    }
}
