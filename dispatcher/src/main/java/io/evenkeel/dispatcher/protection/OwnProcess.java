// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Figures of this process. The heap counts as it was after the last collection, whichever collector made it: between
 * two of them most of it may be garbage.
 *
 * <p>Since Linux 6.2 the number of descriptors is the size of a folder, which costs a microsecond; before, every
 * descriptor is counted. Threads: the one that looks.
 */
final class OwnProcess implements ProcessFigures {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** The end of the names of collectors that tell of pauses and not of memory. */
    private static final String PAUSES = "Pauses";

    private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                    .filter(each -> !each.getName().endsWith(PAUSES))
                    .toList();
    private final List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(each -> each.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .toList();
    private final LongSupplier buffersUsed;
    private final LongSupplier buffersMost;
    private long seen;
    private long heapUsed;

    /** @param buffersUsed octets of buffers outside the heap, below 0 when that is not known; then their most */
    OwnProcess(LongSupplier buffersUsed, LongSupplier buffersMost) {
        this.buffersUsed = buffersUsed;
        this.buffersMost = buffersMost;
    }

    @Override
    public long heapUsed() {
        long collections = collections();
        if (collections != seen) {
            seen = collections;
            long lastMs = -1;
            for (GarbageCollectorMXBean each : collectors) {
                GcInfo info = each.getLastGcInfo();
                if (info != null && info.getEndTime() > lastMs) {
                    lastMs = info.getEndTime();
                    heapUsed = usedAfter(info);
                }
            }
        }
        return heapUsed;
    }

    private long usedAfter(GcInfo info) {
        long used = 0;
        for (String pool : pools) {
            MemoryUsage usage = info.getMemoryUsageAfterGc().get(pool);
            used += usage == null ? 0 : usage.getUsed();
        }
        return used;
    }

    @Override
    public long heapMost() {
        return Runtime.getRuntime().maxMemory();
    }

    @Override
    public long collections() {
        long sum = 0;
        for (GarbageCollectorMXBean each : collectors) {
            sum += Math.max(0, each.getCollectionCount());
        }
        return sum;
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public long buffersUsed() {
        return Math.max(0, buffersUsed.getAsLong());
    }

    @Override
    public long buffersMost() {
        return buffersMost.getAsLong();
    }

    @Override
    public long descriptorsOpen() {
        try {
            long size = Files.size(DESCRIPTORS);
            if (size > 0) {
                return size;
            }
        } catch (IOException e) {
            // counted below
        }
        try {
            return system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
        } catch (InternalError e) {
            return -1;
        }
    }

    @Override
    public long descriptorsMost() {
        return system instanceof UnixOperatingSystemMXBean unix ? unix.getMaxFileDescriptorCount() : Long.MAX_VALUE;
    }
}
