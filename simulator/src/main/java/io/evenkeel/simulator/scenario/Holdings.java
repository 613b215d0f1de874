// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The part of the content that each server of a group has at hand.
 *
 * @param cache number of objects in its cache; 0 for none
 */
public record Holdings(int cache) {

    /** A server without a cache. */
    public static final Holdings NONE = new Holdings(0);

    public Holdings {
        ScenarioChecks.between("cache", cache, 0, 10_000_000);
    }
}
