// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.jvm;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.OperatingSystemBean;
import io.evenkeel.agent.collect.SlidingDifference;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The figures of table 5 of the first paper, and the process's processor time. Runs after the system's collectors. */
public final class JvmReading implements Collector {

    private static final double MIB = 1 << 20;
    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(1);

    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemBean cpuTime = OperatingSystemBean.number("ProcessCpuTime");
    private final SlidingDifference cpu = new SlidingDifference(1, SPAN_NS);

    @Override
    public void collect(NodeSample into, long nowNs) {
        into.set(Metric.JVM_CLASS_COUNT, classes.getLoadedClassCount());
        CompilationMXBean present = compiler;
        if (present != null && present.isCompilationTimeMonitoringSupported()) {
            into.set(Metric.JVM_COMPILE_TIME, (double) present.getTotalCompilationTime());
        }
        into.set(Metric.JVM_THREADS, threads.getThreadCount());
        into.set(Metric.JVM_THREADS_DAEMONS, threads.getDaemonThreadCount());
        heap(into, memory.getHeapMemoryUsage());
        processorTime(into, nowNs);
    }

    private static void heap(NodeSample into, MemoryUsage heap) {
        double most = heap.getMax() > 0
                ? (double) heap.getMax()
                : (double) Runtime.getRuntime().maxMemory();
        double used = Math.min(most, (double) heap.getUsed());
        into.set(Metric.JVM_HEAP_TOTAL, most / MIB);
        into.set(Metric.JVM_HEAP_USED, used / MIB);
        into.set(Metric.JVM_HEAP_AVAIL, (most - used) / MIB);
        into.set(Metric.JVM_HEAP_USED_PERCENT, 100 * used / most);
        into.set(Metric.JVM_HEAP_AVAIL_PERCENT, 100 * (most - used) / most);
    }

    private void processorTime(NodeSample into, long nowNs) {
        long ns = cpuTime.number();
        if (ns < 0) {
            return;
        }
        cpu.slot()[0] = ns;
        cpu.add(nowNs);
        double processors = into.has(Metric.OS_CPU_LIMIT)
                ? into.value(Metric.OS_CPU_LIMIT)
                : Runtime.getRuntime().availableProcessors();
        if (cpu.ready() && processors > 0) {
            double share = cpu.of(0) / (processors * cpu.spanNs());
            into.set(Metric.JVM_CPU_USED_PERCENT, Math.min(100, 100 * share));
        }
    }
}
