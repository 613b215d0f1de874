// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.collect.SlidingDifference;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The number of processors that this process may use, and two figures of a container's limit: use of the limit, and
 * time held back.
 *
 * <p>The tightest limit on the way up the control groups counts. If there is one, it takes the place of the machine in
 * {@code OS_CPU_USED%} and {@code OS_CPU_AVAIL%}; the other shares stay those of the machine. Runs after the machine's
 * figures are there.
 */
final class CpuLimitReading implements Collector {

    private static final long SPAN_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

    private static final int USAGE = 0;
    private static final int PERIODS = 1;
    private static final int THROTTLED = 2;
    private static final int COUNTERS = 3;

    private final List<CpuGroup> groups = new ArrayList<>();
    private final IntSupplier processors;

    private @Nullable CpuGroup tightest;
    private double limit = Double.POSITIVE_INFINITY;
    private SlidingDifference counts = new SlidingDifference(COUNTERS, SPAN_NS);
    private boolean looked;
    private long lookedNs;

    /** Reads the limits of these groups for a process that sees a number of processors. */
    CpuLimitReading(ControlGroups control, IntSupplier processors) {
        this.processors = processors;
        List<Path> version1 = control.upwards("cpu");
        List<Path> accounting = control.upwards("cpuacct");
        for (int i = 0; i < version1.size(); i++) {
            groups.add(CpuGroup.ofVersion1(
                    version1.get(i), accounting.isEmpty() ? version1.get(i) : counterpart(accounting, i)));
        }
        for (Path group : version1.isEmpty() ? control.unifiedUpwards() : List.<Path>of()) {
            groups.add(CpuGroup.ofVersion2(group));
        }
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (!looked || nowNs - lookedNs > LOOK_EVERY_NS) {
            look(nowNs);
        }
        int present = processors.getAsInt();
        into.set(Metric.OS_CPU_LIMIT, Math.min(present, limit));
        CpuGroup group = tightest;
        double machine = into.has(Metric.OS_LOAD_MAX) ? into.value(Metric.OS_LOAD_MAX) : present;
        if (group == null || limit >= machine) {
            return;
        }
        long[] slot = counts.slot();
        slot[USAGE] = group.usageUs();
        slot[PERIODS] = group.periods();
        slot[THROTTLED] = group.throttled();
        boolean known = slot[USAGE] >= 0;
        boolean held = slot[PERIODS] >= 0;
        counts.add(nowNs);
        if (!counts.ready()) {
            return;
        }
        if (known) {
            double couldUs = TimeUnit.NANOSECONDS.toMicros(counts.spanNs()) * limit;
            double used = Math.min(100, 100 * counts.of(USAGE) / couldUs);
            into.set(Metric.OS_CPU_USED_PERCENT, used);
            into.set(Metric.OS_CPU_AVAIL_PERCENT, 100 - used);
        }
        if (held) {
            // Periods pass only while a task wants to run.
            long periods = counts.of(PERIODS);
            double share = periods == 0 ? 0 : (double) counts.of(THROTTLED) / periods;
            into.set(Metric.OS_CPU_THROTTLED_PERCENT, Math.min(100, 100 * share));
        }
    }

    @Override
    public void close() {
        groups.forEach(CpuGroup::close);
    }

    private void look(long nowNs) {
        looked = true;
        lookedNs = nowNs;
        CpuGroup before = tightest;
        tightest = null;
        limit = Double.POSITIVE_INFINITY;
        for (CpuGroup group : groups) {
            double candidate = group.limit();
            if (candidate < limit) {
                limit = candidate;
                tightest = group;
            }
        }
        if (tightest != before) {
            counts = new SlidingDifference(COUNTERS, SPAN_NS);
        }
    }

    /** The accounting group as far below the top as the cpu group with this place. */
    private static Path counterpart(List<Path> accounting, int place) {
        return accounting.get(Math.min(place, accounting.size() - 1));
    }
}
