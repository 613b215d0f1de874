// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;

/** The machine's load averages, from {@code /proc/loadavg}. */
final class LoadReading implements Collector {

    private final ProcFile file;

    LoadReading(Path proc) {
        file = new ProcFile(proc.resolve("loadavg"));
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (file.load()) {
            into.set(Metric.OS_LOAD_AVE1, file.decimal());
            into.set(Metric.OS_LOAD_AVE5, file.decimal());
            into.set(Metric.OS_LOAD_AVE15, file.decimal());
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
