// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/** The dispatcher's own Java virtual machine, and the processor time of its event loops. One thread. */
final class OwnJvm {

    private static final double BYTES_PER_MB = 1 << 20;
    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;
    private static final String LOOPS = "evenkeel-loop-";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long collectedMs = -1;
    private long cpuNs = -1;
    private Map<Long, Long> loopNs = new HashMap<>();

    /** Heap, threads, collections, processor, and the loops' mean and busiest, at six places of a row. */
    void fill(double[] row, int from, double elapsedS) {
        row[from] = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MB;
        row[from + 1] = threads.getThreadCount();
        long nowMs = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .filter(time -> time > 0)
                .sum();
        row[from + 2] = collectedMs < 0 ? Double.NaN : (nowMs - collectedMs) / elapsedS;
        collectedMs = nowMs;
        long usedNs = system.getProcessCpuTime();
        row[from + 3] = cpuNs < 0 || usedNs < 0
                ? Double.NaN
                : PERCENT * (usedNs - cpuNs) / NS_PER_S / elapsedS / system.getAvailableProcessors();
        cpuNs = usedNs;
        loops(row, from + 4, elapsedS);
    }

    private void loops(double[] row, int from, double elapsedS) {
        Map<Long, Long> now = new HashMap<>();
        double sum = 0;
        double most = 0;
        int known = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread == null || !thread.getThreadName().startsWith(LOOPS)) {
                continue;
            }
            long usedNs = threads.getThreadCpuTime(thread.getThreadId());
            Long before = loopNs.get(thread.getThreadId());
            now.put(thread.getThreadId(), usedNs);
            if (before != null && usedNs >= before) {
                double share = (usedNs - before) / NS_PER_S / elapsedS;
                sum += share;
                most = Math.max(most, share);
                known++;
            }
        }
        loopNs = now;
        row[from] = known == 0 ? Double.NaN : PERCENT * sum / known;
        row[from + 1] = known == 0 ? Double.NaN : PERCENT * most;
    }
}
