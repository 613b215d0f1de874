// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.lab.experiment.Pace;
import java.time.Duration;
import java.util.List;

/**
 * The durations and sizes of this experiment.
 *
 * @param files or pages of the content
 * @param warmUp of a cell after all content was asked for once, so that what is often asked for is known
 * @param hold the measured time
 * @param loads memory of the cache, % of the working set
 */
record MemoryPace(int files, Duration warmUp, Duration hold, List<Double> loads) {

    private static final List<Double> ALL = List.of(6.25, 12.5, 25.0, 50.0, 100.0, 200.0);

    static MemoryPace of(Pace pace) {
        return switch (pace) {
            case GLANCE -> new MemoryPace(120, Duration.ofMillis(300), Duration.ofSeconds(1), List.of(50.0, 100.0));
            case QUICK -> new MemoryPace(1000, Duration.ofSeconds(12), Duration.ofSeconds(6), ALL);
            case FULL -> new MemoryPace(1000, Duration.ofSeconds(60), Duration.ofSeconds(60), ALL);
        };
    }
}
