// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * A time in which a server answers every new request with an error; a short {@code afterMs} makes it a black hole,
 * because it looks fast.
 *
 * @param fromMs since the start of the run
 * @param untilMs since the start of the run
 * @param afterMs time from a request to its error
 */
public record Failing(double fromMs, double untilMs, double afterMs) {

    private static final double NS_PER_MS = 1e6;

    public Failing {
        ScenarioChecks.zeroOrMore("failing from", fromMs);
        ScenarioChecks.that(untilMs > fromMs, "failing until", "is after 'from'", untilMs);
        ScenarioChecks.zeroOrMore("failing after", afterMs);
    }

    /** True at a moment of this time. */
    boolean includes(long atNs) {
        return atNs >= fromMs * NS_PER_MS && atNs < untilMs * NS_PER_MS;
    }
}
