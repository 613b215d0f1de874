// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.system.proc.MemoryFigures;
import io.evenkeel.agent.system.proc.ProcFile;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of a container, which takes the place of the machine's where its limit is lower.
 *
 * <p>Memory in use is the kernel's count for the control group without files in memory that were not touched lately,
 * which it would drop first. The tightest limit on the way up the control groups counts. Runs after the machine's
 * figures are there.
 */
final class MemoryLimitReading implements Collector {

    private static final double MIB = 1 << 20;

    private final List<MemoryGroup> groups = new ArrayList<>();

    MemoryLimitReading(ControlGroups control) {
        List<Path> version1 = control.upwards("memory");
        for (Path group : version1) {
            groups.add(
                    new MemoryGroup(group, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "));
        }
        for (Path group : version1.isEmpty() ? control.unifiedUpwards() : List.<Path>of()) {
            groups.add(new MemoryGroup(group, "memory.max", "memory.current", "inactive_file "));
        }
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        MemoryGroup tightest = null;
        double limit = into.has(Metric.OS_MEM_TOTAL) ? into.value(Metric.OS_MEM_TOTAL) * MIB : Long.MAX_VALUE;
        for (MemoryGroup group : groups) {
            long candidate = group.limit();
            if (candidate > 0 && candidate < limit) {
                limit = candidate;
                tightest = group;
            }
        }
        long used = tightest == null ? -1 : tightest.used();
        if (used >= 0) {
            MemoryFigures.memory(into, limit / MIB, Math.max(0, limit - used) / MIB);
        }
    }

    @Override
    public void close() {
        groups.forEach(MemoryGroup::close);
    }

    /** One control group's files about memory. */
    private static final class MemoryGroup {

        private final ProcFile limit;
        private final ProcFile current;
        private final ProcFile stat;
        private final byte[] inactive;

        MemoryGroup(Path group, String limit, String current, String inactive) {
            this.limit = new ProcFile(group.resolve(limit));
            this.current = new ProcFile(group.resolve(current));
            this.stat = new ProcFile(group.resolve("memory.stat"));
            this.inactive = ProcFile.label(inactive);
        }

        /** Octets its processes may use together; -1 when there is no limit. */
        long limit() {
            return limit.load() ? limit.number() : -1;
        }

        /** Octets in use; -1 when unknown. */
        long used() {
            long all = current.load() ? current.number() : -1;
            long droppable = stat.load() && stat.seek(inactive) ? stat.number() : 0;
            return all < 0 ? -1 : Math.max(0, all - droppable);
        }

        void close() {
            limit.close();
            current.close();
            stat.close();
        }
    }
}
