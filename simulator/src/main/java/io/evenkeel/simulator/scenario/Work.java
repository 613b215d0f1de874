// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;

/**
 * What a request needs.
 *
 * @param cpuMs processor time on a core of speed 1
 * @param jdbcMs time that it holds a connection to the database, after computing; constant 0 for none
 * @param networkMs on the way between dispatcher and server, each way
 */
public record Work(Distribution cpuMs, Distribution jdbcMs, double networkMs) {

    public Work {
        Checks.that(cpuMs.mean() > 0, "work cpu", "has a mean above 0", cpuMs.mean());
        Checks.that(jdbcMs.mean() >= 0, "work jdbc", "has a mean of at least 0", jdbcMs.mean());
        Checks.zeroOrMore("work network", networkMs);
    }
}
