// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;

/**
 * The machine's memory and swap space, from {@code /proc/meminfo}. A machine without swap space has no share of it in
 * use either.
 */
final class MemoryReading implements Collector {

    private static final byte[] TOTAL = ProcFile.label("MemTotal:");
    private static final byte[] FREE = ProcFile.label("MemFree:");
    private static final byte[] AVAILABLE = ProcFile.label("MemAvailable:");
    private static final byte[] SWAP_TOTAL = ProcFile.label("SwapTotal:");
    private static final byte[] SWAP_FREE = ProcFile.label("SwapFree:");

    private static final double KIB_IN_MIB = 1_024;

    private final ProcFile file;

    MemoryReading(Path proc) {
        file = new ProcFile(proc.resolve("meminfo"));
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (!file.load()) {
            return;
        }
        double available = mib(AVAILABLE);
        MemoryFigures.memory(into, mib(TOTAL), Double.isNaN(available) ? mib(FREE) : available);
        MemoryFigures.swap(into, mib(SWAP_TOTAL), mib(SWAP_FREE));
    }

    @Override
    public void close() {
        file.close();
    }

    private double mib(byte[] label) {
        long kib = file.seek(label) ? file.number() : -1;
        return kib < 0 ? Double.NaN : kib / KIB_IN_MIB;
    }
}
