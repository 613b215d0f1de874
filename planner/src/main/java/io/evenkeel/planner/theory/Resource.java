// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

/**
 * A resource of which each request needs some time: processors, a pool of connections, or only time.
 *
 * @param name its name for people
 * @param demandMs D, time each request needs of one of its units, milliseconds; 0 = it needs none
 * @param units most requests it works on at once; {@link #DELAY} = any number, none ever waits
 */
public record Resource(String name, double demandMs, int units) {

    /** The number of units of a delay: enough for all requests. */
    public static final int DELAY = Integer.MAX_VALUE;

    public Resource {
        ArgumentCheck.notNegative("demandMs", demandMs);
        ArgumentCheck.atLeast("units", 1, units);
    }

    /** The time for which one request keeps the whole resource busy, D/c, milliseconds; 0 for a delay. */
    public double bottleneckMs() {
        return units == DELAY ? 0 : demandMs / units;
    }
}
