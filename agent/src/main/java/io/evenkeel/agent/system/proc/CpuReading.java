// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.SlidingDifference;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The machine's processors, from {@code /proc/stat}: what each kind of work took of the time of about the last second.
 *
 * <p>Time that a hypervisor gave to others counts as used, because this machine cannot have it: used and available are
 * 100 together.
 */
final class CpuReading implements Collector {

    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(1);

    private static final byte[] ALL = ProcFile.label("cpu ");
    private static final byte[] EACH = ProcFile.label("cpu");

    private static final int USER = 0;
    private static final int NICE = 1;
    private static final int SYSTEM = 2;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int INTERRUPTS = 5;
    private static final int SOFT_INTERRUPTS = 6;
    private static final int STEAL = 7;
    /**
     * The number of columns that are read; those after them, time given to guests, are part of the user time already.
     */
    private static final int KINDS = 8;

    private final ProcFile stat;
    private final SlidingDifference ticks = new SlidingDifference(KINDS, SPAN_NS);

    CpuReading(Path proc) {
        stat = new ProcFile(proc.resolve("stat"));
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (!stat.load() || !stat.seek(ALL)) {
            return;
        }
        long[] slot = ticks.slot();
        for (int i = 0; i < KINDS; i++) {
            slot[i] = Math.max(0, stat.number());
        }
        ticks.add(nowNs);
        int processors = 0;
        while (stat.nextLine() && stat.startsWith(EACH)) {
            processors++;
        }
        into.set(Metric.OS_LOAD_MAX, processors);
        long all = ticks.sum();
        if (ticks.ready() && all > 0) {
            double percent = 100.0 / all;
            double idle = percent * ticks.of(IDLE);
            double available = percent * (ticks.of(IDLE) + ticks.of(IOWAIT));
            into.set(Metric.OS_CPU_IDLE_PERCENT, idle);
            into.set(Metric.OS_CPU_IOWAIT_PERCENT, percent * ticks.of(IOWAIT));
            into.set(Metric.OS_CPU_AVAIL_PERCENT, Math.min(100, available));
            into.set(Metric.OS_CPU_USED_PERCENT, Math.max(0, 100 - available));
            into.set(Metric.OS_CPU_USER_PERCENT, percent * (ticks.of(USER) + ticks.of(NICE)));
            into.set(
                    Metric.OS_CPU_SYSTEM_PERCENT,
                    percent * (ticks.of(SYSTEM) + ticks.of(INTERRUPTS) + ticks.of(SOFT_INTERRUPTS)));
            into.set(Metric.OS_CPU_STEAL_PERCENT, percent * ticks.of(STEAL));
        }
    }

    @Override
    public void close() {
        stat.close();
    }
}
