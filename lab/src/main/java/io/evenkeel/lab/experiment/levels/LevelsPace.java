// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.levels;

import io.evenkeel.lab.experiment.Pace;
import java.time.Duration;

/**
 * The durations of the parts of this experiment.
 *
 * @param compile load on fresh servers before the capacity is measured, so that their code is compiled
 * @param capacity time in which the capacity is measured
 * @param warmUp of a steady load, before anything is measured
 * @param before the time at the small load, before the surge
 * @param hold the measured time
 */
record LevelsPace(Duration compile, Duration capacity, Duration warmUp, Duration before, Duration hold) {

    static LevelsPace of(Pace pace) {
        return switch (pace) {
            case GLANCE ->
                new LevelsPace(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(1500));
            case QUICK ->
                new LevelsPace(
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(8));
            case FULL ->
                new LevelsPace(
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofMinutes(2));
        };
    }
}
