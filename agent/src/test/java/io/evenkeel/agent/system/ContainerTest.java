// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that sees 4 processors and 8 MiB on a machine with 4 processors, under different limits. */
final class ContainerTest {

    private static final Offset<Double> CLOSE = within(1e-6);
    private static final String GROUPS = "sys/fs/cgroup/";

    @TempDir
    private Path root;

    private FakeMachine machine;

    @BeforeEach
    void boot() {
        machine = new FakeMachine(root)
                .file("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0", "cpu0 0", "cpu1 0", "cpu2 0", "cpu3 0")
                .file("proc/meminfo", "MemTotal: 8192 kB", "MemAvailable: 4096 kB");
    }

    @AfterEach
    void halt() {
        machine.close();
    }

    @Test
    void version2LimitsTakeTheMachinesPlace() {
        version2("");

        // 1.5 s of the 3 s that 1.5 processors have in 2 s; 5 of 20 periods were cut short.
        machine.after(0);
        machine.file("proc/stat", "cpu  90 0 0 10 0 0 0 0 0 0", "cpu0 0", "cpu1 0", "cpu2 0", "cpu3 0");
        machine.file(GROUPS + "cpu.stat", "usage_usec 2500000", "user_usec 1", "nr_periods 120", "nr_throttled 15");
        NodeSample sample = machine.after(2);

        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isEqualTo(1.5);
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isCloseTo(50, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_AVAIL_PERCENT)).isCloseTo(50, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_USER_PERCENT))
                .as("still the machine's")
                .isCloseTo(90, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_THROTTLED_PERCENT)).isCloseTo(25, CLOSE);
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isEqualTo(2);
        assertThat(sample.value(Metric.OS_MEM_USED))
                .as("without files nobody touches")
                .isEqualTo(1);
        assertThat(sample.value(Metric.OS_MEM_USED_PERCENT)).isEqualTo(50);
        assertThat(sample.value(Metric.OS_PSI_CPU_PERCENT)).isCloseTo(3.5, CLOSE);
    }

    @Test
    void aGroupAboveCanBeTighter() {
        version2("pods/web/");
        machine.file(GROUPS + "pods/cpu.max", "50000 100000").file(GROUPS + "pods/memory.max", "1048576");
        machine.file(GROUPS + "pods/memory.current", "524288");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isEqualTo(0.5);
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isEqualTo(1);
        assertThat(sample.value(Metric.OS_MEM_USED)).isEqualTo(0.5);
    }

    @Test
    void withoutLimitsTheMachineCounts() {
        version2("");
        machine.file(GROUPS + "cpu.max", "max 100000").file(GROUPS + "memory.max", "max");
        machine.after(0);
        machine.file("proc/stat", "cpu  60 0 0 40 0 0 0 0 0 0", "cpu0 0", "cpu1 0", "cpu2 0", "cpu3 0");
        NodeSample sample = machine.after(1);

        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isEqualTo(4);
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isCloseTo(60, CLOSE);
        assertThat(sample.has(Metric.OS_CPU_THROTTLED_PERCENT)).isFalse();
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isEqualTo(8);
    }

    @Test
    void aLimitThatChangesIsSeenWithinSeconds() {
        version2("");
        machine.after(0);
        machine.file(GROUPS + "cpu.max", "300000 100000");

        assertThat(machine.after(6).value(Metric.OS_CPU_LIMIT)).isEqualTo(3);
    }

    @Test
    void anIdleContainerWasNotHeldBack() {
        version2("");
        machine.after(0);

        assertThat(machine.after(2).value(Metric.OS_CPU_THROTTLED_PERCENT)).isZero();
    }

    @Test
    void version1LimitsTakeTheMachinesPlace() {
        machine.file("proc/self/cgroup", "4:memory:/shop", "2:cpu,cpuacct:/shop", "0::/");
        machine.file(GROUPS + "cpu,cpuacct/cpu.cfs_quota_us", "-1");
        machine.file(GROUPS + "cpu,cpuacct/shop/cpu.cfs_quota_us", "200000");
        machine.file(GROUPS + "cpu,cpuacct/shop/cpu.cfs_period_us", "100000");
        machine.file(GROUPS + "cpu,cpuacct/shop/cpu.stat", "nr_periods 10", "nr_throttled 0", "throttled_time 0");
        machine.file(GROUPS + "cpu,cpuacct/shop/cpuacct.usage", "1000000000");
        machine.file(GROUPS + "memory/memory.limit_in_bytes", "9223372036854771712");
        machine.file(GROUPS + "memory/shop/memory.limit_in_bytes", "4194304");
        machine.file(GROUPS + "memory/shop/memory.usage_in_bytes", "2097152");
        machine.file(GROUPS + "memory/shop/memory.stat", "inactive_file 5", "total_inactive_file 1048576");
        machine.after(0);
        machine.file(GROUPS + "cpu,cpuacct/shop/cpuacct.usage", "2000000000");
        machine.file(GROUPS + "cpu,cpuacct/shop/cpu.stat", "nr_periods 20", "nr_throttled 4", "throttled_time 9");
        NodeSample sample = machine.after(1);

        // One second of processor time of the two that the limit gives in a second.
        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isEqualTo(2);
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isCloseTo(50, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_THROTTLED_PERCENT)).isCloseTo(40, CLOSE);
        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isEqualTo(4);
        assertThat(sample.value(Metric.OS_MEM_USED)).isEqualTo(1);
    }

    @Test
    void aContainerThatSeesItsHostsNamesReadsWhatIsMounted() {
        version2("");
        machine.file("proc/self/cgroup", "0::/system.slice/docker-0123.scope");

        assertThat(machine.after(0).value(Metric.OS_CPU_LIMIT)).isEqualTo(1.5);
    }

    @Test
    void aNameThatLeadsOutOfTheMountIsNotFollowed() {
        version2("");
        machine.file("proc/self/cgroup", "0::/../../../proc");

        assertThat(machine.after(0).value(Metric.OS_CPU_LIMIT)).isEqualTo(1.5);
    }

    /** A machine with version 2 alone, and the process in this group. */
    private void version2(String group) {
        machine.file("proc/self/cgroup", "0::/" + group);
        machine.file(GROUPS + "cgroup.controllers", "cpu memory");
        machine.file(GROUPS + group + "cpu.max", "150000 100000");
        machine.file(
                GROUPS + group + "cpu.stat", "usage_usec 1000000", "user_usec 1", "nr_periods 100", "nr_throttled 10");
        machine.file(GROUPS + group + "memory.max", "2097152");
        machine.file(GROUPS + group + "memory.current", "1572864");
        machine.file(GROUPS + group + "memory.stat", "anon 1", "inactive_anon 7", "inactive_file 524288");
        machine.file(GROUPS + group + "cpu.pressure", "some avg10=3.50 avg60=0.00 avg300=0.00 total=1");
    }
}
