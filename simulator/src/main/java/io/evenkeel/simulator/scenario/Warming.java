// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The rule by which a server that has just started becomes faster with the requests that it serves, as its compiler
 * and its caches do their work.
 *
 * <p>The processor time of a request is multiplied by {@code 1 + (factor - 1) exp(-3 served / requests)}: after {@code
 * requests} a twentieth of the difference is left.
 *
 * @param factor factor of the first request, at least 1
 * @param requests number of requests that a server must have served to be warm
 */
public record Warming(double factor, int requests) {

    public Warming {
        ScenarioChecks.that(factor >= 1 && factor <= 1000, "cold factor", "is from 1 to 1000", factor);
        ScenarioChecks.between("cold requests", requests, 1, 1_000_000_000);
    }

    /** The factor after a number of requests. */
    public double factor(long served) {
        return 1 + (factor - 1) * Math.exp(-3.0 * served / requests);
    }
}
