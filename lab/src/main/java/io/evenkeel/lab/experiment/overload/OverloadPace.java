// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.lab.experiment.Pace;
import java.time.Duration;
import java.util.List;

/**
 * The durations and loads of this experiment.
 *
 * @param compile load on fresh servers before the capacity is measured
 * @param capacity time in which it is measured
 * @param warmUp of a cell, in which the load is there and nothing is measured
 * @param hold the measured time
 * @param loads arriving sessions, % of the capacity
 */
record OverloadPace(Duration compile, Duration capacity, Duration warmUp, Duration hold, List<Double> loads) {

    static OverloadPace of(Pace pace) {
        return switch (pace) {
            case GLANCE ->
                new OverloadPace(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(3),
                        List.of(200.0));
            case QUICK ->
                new OverloadPace(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(20),
                        List.of(50.0, 80.0, 100.0, 200.0, 300.0));
            case FULL ->
                new OverloadPace(
                        Duration.ofSeconds(120),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        Duration.ofMinutes(4),
                        List.of(50.0, 80.0, 100.0, 125.0, 150.0, 200.0, 250.0, 300.0));
        };
    }
}
