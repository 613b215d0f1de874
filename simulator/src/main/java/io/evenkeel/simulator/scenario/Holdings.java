// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import java.util.List;

/**
 * The part of the content that each server of a group has at hand, or is for.
 *
 * @param cache number of objects in its cache; 0 for none
 * @param serves names of the services that it is for; empty when nothing is said of it
 */
public record Holdings(int cache, List<String> serves) {

    /** A server without a cache. */
    public static final Holdings NONE = new Holdings(0, List.of());

    public Holdings {
        serves = List.copyOf(serves);
        ScenarioChecks.between("cache", cache, 0, 10_000_000);
    }
}
