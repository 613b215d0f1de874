// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import io.evenkeel.wire.NodeSample;

/**
 * A part of the agent that knows some of a sample's figures.
 *
 * <p>Always called by the sampler's thread, at most every 50 ms. It sets what it knows and leaves the rest alone: what
 * a server does not offer stays absent, never 0. It may read what collectors before it have set. It should not throw;
 * if it does, the {@link SampleTaker} catches that, says so once and leaves it out for a while.
 */
@FunctionalInterface
public interface Collector {

    /**
     * Sets the figures it knows.
     *
     * @param nowNs time of this sample by {@link System#nanoTime}; differences of it are what rates are made of
     */
    void collect(NodeSample into, long nowNs) throws Exception;

    /** The name of the collector in the log. */
    default String title() {
        return getClass().getSimpleName();
    }

    /** Called once when the sampler ends: closes what is open. */
    default void close() {}
}
