// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;

/**
 * The objects that requests of no kind ask for, each under a path of its own, and what it takes to fetch one.
 *
 * @param asked number of the object that a request asks for, from 1; rounded
 * @param missMs time that a request holds a connection to the database, on top of its other time, when its object is
 *     not in the server's cache
 */
public record ObjectModel(Distribution asked, Distribution missMs) {

    public ObjectModel {
        ScenarioChecks.that(asked.mean() >= 1, "objects asked", "has a mean of at least 1", asked.mean());
        ScenarioChecks.that(missMs.mean() > 0, "objects miss", "has a mean above 0", missMs.mean());
    }
}
