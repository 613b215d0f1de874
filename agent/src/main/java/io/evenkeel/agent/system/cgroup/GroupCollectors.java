// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import io.evenkeel.agent.collect.Collector;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/** All collectors of this package. */
public final class GroupCollectors {

    private GroupCollectors() {}

    /**
     * Collectors that read these trees, usually {@code /proc} and {@code /sys}.
     *
     * @param processors the number of processors that this process sees
     */
    public static List<Collector> of(Path proc, Path sys, IntSupplier processors) {
        ControlGroups groups = new ControlGroups(proc, sys.resolve("fs/cgroup"));
        return Arrays.asList(
                new CpuLimitReading(groups, processors),
                new MemoryLimitReading(groups),
                new PressureReading(proc, groups));
    }
}
