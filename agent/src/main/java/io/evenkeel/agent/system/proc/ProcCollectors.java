// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** All collectors of this package. */
public final class ProcCollectors {

    private ProcCollectors() {}

    /** Collectors that read these trees, usually {@code /proc} and {@code /sys}. */
    public static List<Collector> of(Path proc, Path sys) {
        return Arrays.asList(
                new CpuReading(proc),
                new LoadReading(proc),
                new MemoryReading(proc),
                new PagingReading(proc),
                new DiskReading(proc, sys),
                new TcpReading(proc),
                new AcceptQueueReading(proc, System::nanoTime));
    }
}
