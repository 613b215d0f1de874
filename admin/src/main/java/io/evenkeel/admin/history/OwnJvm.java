// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The dispatcher's own Java virtual machine. */
final class OwnJvm {

    private static final double BYTES_PER_MB = 1 << 20;

    private long collectedMs = -1;

    /** Heap in use, threads, and time in collections for each second, at three places of a row. */
    void fill(double[] row, int from, double elapsedS) {
        row[from] = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MB;
        row[from + 1] = ManagementFactory.getThreadMXBean().getThreadCount();
        long nowMs = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .filter(time -> time > 0)
                .sum();
        row[from + 2] = collectedMs < 0 ? Double.NaN : (nowMs - collectedMs) / elapsedS;
        collectedMs = nowMs;
    }
}
