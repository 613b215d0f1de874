// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

/**
 * The samples from which dispatchers know the state of servers.
 *
 * @param intervalMs least time between two samples with answers, for each server and dispatcher; or between two
 *     questions
 * @param minAgeMs least age of a sample on arrival; for {@link Way#POLLED} only
 * @param maxAgeMs greatest age on arrival; drawn uniformly for each sample
 */
public record SamplingModel(Way way, double intervalMs, double minAgeMs, double maxAgeMs) {

    /** The way in which samples travel. */
    public enum Way {
        /** No agents. */
        NONE,
        /** Samples come with answers; a server that has sent none for a second is asked, as by the real dispatcher. */
        PIGGYBACK,
        /** All servers are asked in turn. */
        POLLED
    }

    /** No samples at all. */
    public static final SamplingModel NONE = new SamplingModel(Way.NONE, 0, 0, 0);

    public SamplingModel {
        ScenarioChecks.zeroOrMore("sampling interval", intervalMs);
        ScenarioChecks.zeroOrMore("sampling age", minAgeMs);
        ScenarioChecks.that(maxAgeMs >= minAgeMs, "sampling age", "goes from less to more", maxAgeMs);
        ScenarioChecks.that(
                way != Way.POLLED || intervalMs > 0, "sampling interval", "is above 0 when polled", intervalMs);
    }
}
