// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import io.evenkeel.agent.system.proc.ProcFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The processor limit of one control group, and what its processes have used and missed. */
final class CpuGroup {

    private static final byte[] USAGE = ProcFile.label("usage_usec ");
    private static final byte[] PERIODS = ProcFile.label("nr_periods ");
    private static final byte[] THROTTLED = ProcFile.label("nr_throttled ");

    private final ProcFile quota;
    private final @Nullable ProcFile period;
    private final ProcFile stat;
    private final @Nullable ProcFile usage;

    private CpuGroup(ProcFile quota, @Nullable ProcFile period, ProcFile stat, @Nullable ProcFile usage) {
        this.quota = quota;
        this.period = period;
        this.stat = stat;
        this.usage = usage;
    }

    static CpuGroup ofVersion2(Path group) {
        return new CpuGroup(
                new ProcFile(group.resolve("cpu.max")), null, new ProcFile(group.resolve("cpu.stat")), null);
    }

    /** The same of version 1, where usage is counted by a controller of its own. */
    static CpuGroup ofVersion1(Path cpu, Path accounting) {
        return new CpuGroup(
                new ProcFile(cpu.resolve("cpu.cfs_quota_us")),
                new ProcFile(cpu.resolve("cpu.cfs_period_us")),
                new ProcFile(cpu.resolve("cpu.stat")),
                new ProcFile(accounting.resolve("cpuacct.usage")));
    }

    /** The number of processors that its processes may use together; infinity without a limit. */
    double limit() {
        if (!quota.load()) {
            return Double.POSITIVE_INFINITY;
        }
        long quotaUs = quota.number();
        ProcFile apart = period;
        long periodUs = apart == null ? quota.number() : apart.load() ? apart.number() : -1;
        return quotaUs > 0 && periodUs > 0 ? (double) quotaUs / periodUs : Double.POSITIVE_INFINITY;
    }

    /** Processor time used, in microseconds; -1 when unknown. */
    long usageUs() {
        ProcFile apart = usage;
        if (apart == null) {
            return counted(USAGE);
        }
        long ns = apart.load() ? apart.number() : -1;
        return ns < 0 ? -1 : ns / 1_000;
    }

    /** Periods of enforcement that have passed; -1 when unknown. */
    long periods() {
        return counted(PERIODS);
    }

    /** Those of them in which the limit was reached; -1 when unknown. */
    long throttled() {
        return counted(THROTTLED);
    }

    void close() {
        quota.close();
        stat.close();
        ProcFile[] others = {period, usage};
        for (ProcFile other : others) {
            if (other != null) {
                other.close();
            }
        }
    }

    private long counted(byte[] label) {
        return stat.load() && stat.seek(label) ? stat.number() : -1;
    }
}
