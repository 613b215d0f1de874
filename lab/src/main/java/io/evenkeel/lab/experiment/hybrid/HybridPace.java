// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import io.evenkeel.lab.experiment.Pace;
import java.time.Duration;
import java.util.List;

/**
 * The durations and sizes of this experiment.
 *
 * @param idle numbers of idle clients
 * @param active users who ask meanwhile
 * @param many workers of the server that has many
 * @param warmUp of the active users, before anything is measured
 * @param hold the measured time
 */
record HybridPace(List<Integer> idle, int active, int many, Duration warmUp, Duration hold) {

    static HybridPace of(Pace pace) {
        return switch (pace) {
            case GLANCE -> new HybridPace(List.of(200), 4, 40, Duration.ofMillis(500), Duration.ofMillis(1500));
            case QUICK -> new HybridPace(List.of(2000, 8000), 100, 500, Duration.ofSeconds(10), Duration.ofSeconds(20));
            case FULL ->
                new HybridPace(List.of(1000, 5000, 20_000), 200, 500, Duration.ofSeconds(30), Duration.ofMinutes(3));
        };
    }
}
