// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;

/**
 * The work added to a request whose session was answered last by another server, which has to fetch it from there or
 * from a store.
 *
 * @param cpuMs processor time on a core of speed 1
 * @param jdbcMs time that the request holds a connection to the database longer
 */
public record SessionFetch(Distribution cpuMs, Distribution jdbcMs) {

    public SessionFetch {
        ScenarioChecks.that(cpuMs.mean() >= 0, "fetch cpu", "has a mean of at least 0", cpuMs.mean());
        ScenarioChecks.that(jdbcMs.mean() >= 0, "fetch jdbc", "has a mean of at least 0", jdbcMs.mean());
    }
}
