// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.hybrid;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of this process at a moment, after a collection.
 *
 * @param used octets of heap and of buffers outside it
 * @param resident octets that the process occupies; NaN where the system does not tell
 */
record ProcessMemory(double used, double resident) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final double KB = 1024;

    /** Collects what nobody uses, and looks. */
    static ProcessMemory now() {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long outside = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return new ProcessMemory(heap + outside, residentNow());
    }

    private static double residentNow() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmRSS:")) {
                    return Double.parseDouble(line.replaceAll("\\D", "")) * KB;
                }
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return Double.NaN;
    }

    /** The growth since an earlier moment for each client, kB. */
    double usedPerClient(ProcessMemory before, int clients) {
        return (used - before.used) / clients / KB;
    }

    /** The same of what the process occupies. */
    double residentPerClient(ProcessMemory before, int clients) {
        return (resident - before.resident) / clients / KB;
    }
}
