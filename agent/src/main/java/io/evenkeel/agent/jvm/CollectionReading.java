// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.jvm;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.SlidingDifference;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Garbage collections: their time, the share of the last 2 seconds in which the application stood still for them, and
 * the memory in use after them.
 *
 * <p>Collectors that work beside the application have one bean for their work and one for their pauses; only pauses
 * hold up requests, so the share leaves the work out. The memory in use after them is that of each pool after its own
 * last collection; a pool of old objects that has never been collected counts with what it holds.
 */
public final class CollectionReading implements Collector {

    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(2);

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final List<MemoryPoolMXBean> pools = new ArrayList<>();
    private final SlidingDifference pausedMs = new SlidingDifference(1, SPAN_NS);
    private long collections = -1;
    private long liveOctets = -1;

    public CollectionReading() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                pools.add(pool);
            }
        }
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        long count = 0;
        long allMs = 0;
        long pauseMs = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            long ms = Math.max(0, collector.getCollectionTime());
            count += Math.max(0, collector.getCollectionCount());
            allMs += ms;
            pauseMs += worksBeside(collector.getName()) ? 0 : ms;
        }
        into.set(Metric.JVM_GC_TIME, (double) allMs);
        pausedMs.slot()[0] = pauseMs;
        pausedMs.add(nowNs);
        if (pausedMs.ready()) {
            double spanMs = pausedMs.spanNs() / 1e6;
            into.set(Metric.JVM_GC_SHARE_PERCENT, Math.min(100, 100 * pausedMs.of(0) / spanMs));
        }
        live(into, count);
    }

    /**
     * True for the bean of a collector's work beside the application: ZGC and Shenandoah "Cycles", "G1 Concurrent GC".
     */
    static boolean worksBeside(String bean) {
        return bean.endsWith("Cycles") || bean.contains("Concurrent");
    }

    private void live(NodeSample into, long count) {
        if (count == 0) {
            return;
        }
        if (count != collections) {
            collections = count;
            liveOctets = liveOctets();
        }
        long most = Runtime.getRuntime().maxMemory();
        into.set(Metric.JVM_HEAP_LIVE_PERCENT, Math.min(100, 100.0 * liveOctets / most));
    }

    private long liveOctets() {
        long sum = 0;
        for (MemoryPoolMXBean pool : pools) {
            MemoryUsage after = pool.getCollectionUsage();
            long left = after == null ? 0 : after.getUsed();
            // Only pools of objects that stay have a usage threshold; the others are empty after a collection.
            if (left == 0 && pool.isUsageThresholdSupported()) {
                MemoryUsage now = pool.getUsage();
                left = now == null ? 0 : now.getUsed();
            }
            sum += left;
        }
        return sum;
    }
}
