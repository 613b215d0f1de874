// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.OperatingSystemBean;
import io.evenkeel.agent.system.proc.MemoryFigures;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * The machine as Java's own bean knows it, where there is neither {@code /proc} nor OSHI: processors, load, memory,
 * swap space.
 */
final class JavaBeanReading implements Collector {

    private static final double MIB = 1 << 20;

    private final OperatingSystemMXBean bean = ManagementFactory.getOperatingSystemMXBean();
    private final OperatingSystemBean load = OperatingSystemBean.share("CpuLoad", "SystemCpuLoad");
    private final OperatingSystemBean memory = OperatingSystemBean.number("TotalMemorySize", "TotalPhysicalMemorySize");
    private final OperatingSystemBean free = OperatingSystemBean.number("FreeMemorySize", "FreePhysicalMemorySize");
    private final OperatingSystemBean swap = OperatingSystemBean.number("TotalSwapSpaceSize");
    private final OperatingSystemBean freeSwap = OperatingSystemBean.number("FreeSwapSpaceSize");

    @Override
    public void collect(NodeSample into, long nowNs) {
        int processors = bean.getAvailableProcessors();
        into.set(Metric.OS_LOAD_MAX, processors);
        into.set(Metric.OS_CPU_LIMIT, processors);
        into.set(Metric.OS_LOAD_AVE1, bean.getSystemLoadAverage());
        double used = 100 * load.share();
        into.set(Metric.OS_CPU_USED_PERCENT, used);
        into.set(Metric.OS_CPU_AVAIL_PERCENT, 100 - used);
        MemoryFigures.memory(into, mib(memory), mib(free));
        MemoryFigures.swap(into, mib(swap), mib(freeSwap));
    }

    private static double mib(OperatingSystemBean value) {
        long octets = value.number();
        return octets < 0 ? Double.NaN : octets / MIB;
    }
}
