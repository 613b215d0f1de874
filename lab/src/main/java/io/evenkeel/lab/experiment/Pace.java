// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.lab.load.Ramp;
import java.time.Duration;

/**
 * How long the parts of a run take.
 *
 * @param ramp how users arrive; failures on the way up count, times do not
 * @param hold all users are there and everything is measured
 * @param warmUp load on fresh servers that nobody looks at, so that their code is compiled
 * @param trial hold of one run in the search for weights
 * @param freshServers whether every run has servers of its own; otherwise a scenario's runs share them
 */
public record Pace(Ramp ramp, Duration hold, Duration warmUp, Duration trial, boolean freshServers) {

    /** Minutes instead of hours: the paper's ramp in a thirtieth of its time, servers that stay. */
    public static final Pace QUICK = new Pace(
            new Ramp(3, Duration.ofMillis(333)),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(6),
            false);

    /** How users arrive for a trial of weights: fast, but not all at the same moment. */
    static final Ramp TRIAL_RAMP = new Ramp(3, Duration.ofMillis(100));

    /** The paper's times: three users every ten seconds, two minutes with all of them. */
    public static final Pace FULL = new Pace(
            new Ramp(3, Duration.ofSeconds(10)),
            Duration.ofMinutes(2),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20),
            true);
}
