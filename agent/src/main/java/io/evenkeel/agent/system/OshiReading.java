// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.SlidingDifference;
import io.evenkeel.agent.system.proc.MemoryFigures;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.util.List;
import java.util.concurrent.TimeUnit;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.VirtualMemory;
import oshi.software.os.InternetProtocolStats;
import oshi.software.os.InternetProtocolStats.TcpStats;

/**
 * The machine as OSHI knows it, where there is no {@code /proc}.
 *
 * <p>OSHI is not part of the agent; its jar with JNA's must be on the class path that the agent is on. Disks and TCP
 * cost it milliseconds, so they are read every 5 seconds and repeated in between.
 */
final class OshiReading implements Collector {

    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(1);

    private static final double MIB = 1 << 20;
    private static final long COSTLY_EVERY_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int LOAD_AVERAGES = 3;

    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final List<HWDiskStore> disks;
    private final InternetProtocolStats network;
    private final SlidingDifference ticks = new SlidingDifference(TickType.values().length, SPAN_NS);
    private final NodeSample costly = new NodeSample();
    private boolean asked;
    private long askedNs;

    OshiReading() {
        SystemInfo system = new SystemInfo();
        processor = system.getHardware().getProcessor();
        memory = system.getHardware().getMemory();
        disks = system.getHardware().getDiskStores();
        network = system.getOperatingSystem().getInternetProtocolStats();
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        processors(into, nowNs);
        MemoryFigures.memory(into, memory.getTotal() / MIB, memory.getAvailable() / MIB);
        VirtualMemory swap = memory.getVirtualMemory();
        MemoryFigures.swap(into, swap.getSwapTotal() / MIB, (swap.getSwapTotal() - swap.getSwapUsed()) / MIB);
        into.set(Metric.OS_SWAP_PAGEINS, swap.getSwapPagesIn() * memory.getPageSize() / MIB);
        into.set(Metric.OS_SWAP_PAGEOUTS, swap.getSwapPagesOut() * memory.getPageSize() / MIB);
        if (!asked || nowNs - askedNs > COSTLY_EVERY_NS) {
            asked = true;
            askedNs = nowNs;
            costly.clear();
            disks();
            network();
        }
        for (Metric metric : Metric.values()) {
            if (costly.has(metric)) {
                into.set(metric, costly.value(metric));
            }
        }
    }

    private void processors(NodeSample into, long nowNs) {
        int count = processor.getLogicalProcessorCount();
        into.set(Metric.OS_LOAD_MAX, count);
        into.set(Metric.OS_CPU_LIMIT, Math.min(count, Runtime.getRuntime().availableProcessors()));
        double[] load = processor.getSystemLoadAverage(LOAD_AVERAGES);
        into.set(Metric.OS_LOAD_AVE1, load[0]);
        into.set(Metric.OS_LOAD_AVE5, load[1]);
        into.set(Metric.OS_LOAD_AVE15, load[2]);
        System.arraycopy(processor.getSystemCpuLoadTicks(), 0, ticks.slot(), 0, TickType.values().length);
        ticks.add(nowNs);
        long all = ticks.sum();
        if (ticks.ready() && all > 0) {
            double idle = share(all, TickType.IDLE);
            double available = idle + share(all, TickType.IOWAIT);
            into.set(Metric.OS_CPU_IDLE_PERCENT, idle);
            into.set(Metric.OS_CPU_IOWAIT_PERCENT, share(all, TickType.IOWAIT));
            into.set(Metric.OS_CPU_AVAIL_PERCENT, Math.min(100, available));
            into.set(Metric.OS_CPU_USED_PERCENT, Math.max(0, 100 - available));
            into.set(Metric.OS_CPU_USER_PERCENT, share(all, TickType.USER) + share(all, TickType.NICE));
            into.set(
                    Metric.OS_CPU_SYSTEM_PERCENT,
                    share(all, TickType.SYSTEM) + share(all, TickType.IRQ) + share(all, TickType.SOFTIRQ));
            into.set(Metric.OS_CPU_STEAL_PERCENT, share(all, TickType.STEAL));
        }
    }

    private double share(long all, TickType kind) {
        return 100.0 * ticks.of(kind.getIndex()) / all;
    }

    private void disks() {
        long reads = 0;
        long readOctets = 0;
        long writes = 0;
        long writtenOctets = 0;
        long waiting = 0;
        for (HWDiskStore disk : disks) {
            disk.updateAttributes();
            reads += disk.getReads();
            readOctets += disk.getReadBytes();
            writes += disk.getWrites();
            writtenOctets += disk.getWriteBytes();
            waiting += disk.getCurrentQueueLength();
        }
        if (!disks.isEmpty()) {
            costly.set(Metric.OS_DISK_READS, (double) reads);
            costly.set(Metric.OS_DISK_READ_BYTES, readOctets / MIB);
            costly.set(Metric.OS_DISK_WRITES, (double) writes);
            costly.set(Metric.OS_DISK_WRITE_BYTES, writtenOctets / MIB);
            costly.set(Metric.OS_DISK_QUEUE, (double) waiting);
        }
    }

    private void network() {
        TcpStats tcp = network.getTCPv4Stats();
        costly.set(Metric.NET_TCP_ACT_OPENS, (double) tcp.getConnectionsActive());
        costly.set(Metric.NET_TCP_PASV_OPENS, (double) tcp.getConnectionsPassive());
        costly.set(Metric.NET_TCP_ATT_FAILS, (double) tcp.getConnectionFailures());
        costly.set(Metric.NET_TCP_ESTAB_RESETS, (double) tcp.getConnectionsReset());
        costly.set(Metric.NET_TCP_CUR_ESTAB, (double) tcp.getConnectionsEstablished());
        costly.set(Metric.NET_TCP_IN_SEGS, (double) tcp.getSegmentsReceived());
        costly.set(Metric.NET_TCP_OUT_SEGS, (double) tcp.getSegmentsSent());
        costly.set(Metric.NET_TCP_RETRANS_SEGS, (double) tcp.getSegmentsRetransmitted());
        costly.set(Metric.NET_TCP_IN_ERRS, (double) tcp.getInErrors());
        costly.set(Metric.NET_TCP_OUT_RSTS, (double) tcp.getOutResets());
    }
}
