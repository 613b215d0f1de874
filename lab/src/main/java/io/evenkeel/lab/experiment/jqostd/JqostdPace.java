// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.jqostd;

import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.load.Ramp;
import java.time.Duration;

/**
 * The durations of the parts of this experiment.
 *
 * @param ramp arrival of the users; failures on the way up count, times do not
 * @param hold time in which all users are there and everything is measured
 * @param warmUp load on fresh servers that is not measured, so that their code is compiled
 * @param trial hold of one run in the search for weights
 * @param session requests of a user before another one comes, on a new connection; short where time is short, so
 *     that connections gather at the slow server within the measured time as they do in the paper's minutes
 * @param freshServers true when every run has servers of its own; otherwise a scenario's runs share them
 */
record JqostdPace(Ramp ramp, Duration hold, Duration warmUp, Duration trial, String session, boolean freshServers) {

    /** Arrival of the users for a trial of weights: fast, but not all at the same moment. */
    static final Ramp TRIAL_RAMP = new Ramp(3, Duration.ofMillis(60));

    static JqostdPace of(Pace pace) {
        return switch (pace) {
            case GLANCE ->
                new JqostdPace(
                        new Ramp(3, Duration.ofMillis(50)),
                        Duration.ofMillis(1500),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(500),
                        "geometric(8)",
                        false);
            case QUICK ->
                new JqostdPace(
                        new Ramp(3, Duration.ofMillis(70)),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(2),
                        "geometric(8)",
                        false);
            case FULL ->
                new JqostdPace(
                        new Ramp(3, Duration.ofSeconds(10)),
                        Duration.ofMinutes(2),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        "geometric(31)",
                        true);
        };
    }
}
