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

final class LinuxTest {

    private static final Offset<Double> CLOSE = within(1e-6);
    private static final String TCP_TITLE =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

    @TempDir
    private Path root;

    private FakeMachine machine;

    @BeforeEach
    void boot() {
        machine = new FakeMachine(root);
    }

    @AfterEach
    void halt() {
        machine.close();
    }

    @Test
    void aMachineThatShowsNothingGivesTheProcessorsAlone() {
        NodeSample sample = machine.after(0);

        assertThat(sample.size()).isEqualTo(1);
        assertThat(sample.value(Metric.OS_CPU_LIMIT)).isEqualTo(4);
    }

    @Test
    void processorTimeIsSharedOutBetweenTwoReadings() {
        machine.file("proc/stat", "cpu  1000 0 500 8000 500 0 0 0 0 0", "cpu0 1 1", "cpu1 1 1", "intr 1");
        assertThat(machine.after(0).has(Metric.OS_CPU_USED_PERCENT))
                .as("after one reading")
                .isFalse();

        // Of 400 ticks: 100 user, 20 nice, 40 system, 120 idle, 60 iowait, 10 and 10 interrupts, 40 stolen; guests are
        // in user.
        machine.file("proc/stat", "cpu  1100 20 540 8120 560 10 10 40 77 7", "cpu0 1 1", "cpu1 1 1", "intr 1");
        NodeSample sample = machine.after(1);

        assertThat(sample.value(Metric.OS_LOAD_MAX)).isEqualTo(2);
        assertThat(sample.value(Metric.OS_CPU_USER_PERCENT)).isCloseTo(30, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_SYSTEM_PERCENT)).isCloseTo(15, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_IDLE_PERCENT)).isCloseTo(30, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_IOWAIT_PERCENT)).isCloseTo(15, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_AVAIL_PERCENT)).isCloseTo(45, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_USED_PERCENT)).isCloseTo(55, CLOSE);
        assertThat(sample.value(Metric.OS_CPU_STEAL_PERCENT)).isCloseTo(10, CLOSE);
    }

    @Test
    void loadAveragesAreRead() {
        machine.file("proc/loadavg", "0.20 12.08 3.5 2/80 11206");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_LOAD_AVE1)).isCloseTo(0.2, CLOSE);
        assertThat(sample.value(Metric.OS_LOAD_AVE5)).isCloseTo(12.08, CLOSE);
        assertThat(sample.value(Metric.OS_LOAD_AVE15)).isCloseTo(3.5, CLOSE);
    }

    @Test
    void memoryThatCanBeDroppedIsFree() {
        machine.file(
                "proc/meminfo",
                "MemTotal:        8192 kB",
                "MemFree:         1024 kB",
                "MemAvailable:    6144 kB",
                "SwapCached:         0 kB",
                "SwapTotal:       2048 kB",
                "SwapFree:        1536 kB");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_MEM_TOTAL)).isEqualTo(8);
        assertThat(sample.value(Metric.OS_MEM_FREE)).isEqualTo(6);
        assertThat(sample.value(Metric.OS_MEM_USED)).isEqualTo(2);
        assertThat(sample.value(Metric.OS_MEM_USED_PERCENT)).isEqualTo(25);
        assertThat(sample.value(Metric.OS_MEM_FREE_PERCENT)).isEqualTo(75);
        assertThat(sample.value(Metric.OS_SWAP_USED)).isEqualTo(0.5);
        assertThat(sample.value(Metric.OS_SWAP_USED_PERCENT)).isEqualTo(25);
        assertThat(sample.value(Metric.OS_SWAP_FREE_PERCENT)).isEqualTo(75);
    }

    @Test
    void withoutSwapSpaceNoShareOfItIsKnown() {
        machine.file("proc/meminfo", "MemTotal: 8192 kB", "MemFree: 1024 kB", "SwapTotal: 0 kB", "SwapFree: 0 kB");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_MEM_FREE)).as("before MemAvailable").isEqualTo(1);
        assertThat(sample.value(Metric.OS_SWAP_TOTAL)).isZero();
        assertThat(sample.has(Metric.OS_SWAP_USED_PERCENT)).isFalse();
    }

    @Test
    void pagesAreCountedInMebibytes() {
        machine.file("proc/vmstat", "nr_free_pages 1", "pswpin 512", "pswpout 1024");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_SWAP_PAGEINS)).isEqualTo(2);
        assertThat(sample.value(Metric.OS_SWAP_PAGEOUTS)).isEqualTo(4);
    }

    @Test
    void disksAreAddedUpWithoutPartitionsAndWhatIsMadeOfDisks() {
        machine.directory("sys/block/sda")
                .directory("sys/block/nvme0n1")
                .directory("sys/block/dm-0")
                .directory("sys/block/loop0");
        machine.file(
                "proc/diskstats",
                "   7       0 loop0 9 9 9 9 9 9 9 9 9 9 9",
                "   8       0 sda 100 1 4096 5 10 2 2048 7 3 1 1 0 0 0 0 0 0",
                "   8       1 sda1 100 1 4096 5 10 2 2048 7 3 1 1",
                " 259       0 nvme0n1 1 0 2048 0 2 0 0 0 4 0 0",
                " 253       0 dm-0 100 1 4096 5 10 2 2048 7 3 1 1");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_DISK_READS)).isEqualTo(101);
        assertThat(sample.value(Metric.OS_DISK_READ_BYTES)).isEqualTo(3);
        assertThat(sample.value(Metric.OS_DISK_WRITES)).isEqualTo(12);
        assertThat(sample.value(Metric.OS_DISK_WRITE_BYTES)).isEqualTo(1);
        assertThat(sample.value(Metric.OS_DISK_QUEUE)).isEqualTo(7);
    }

    @Test
    void tcpIsReadByTheNamesOfItsColumns() {
        machine.file(
                "proc/self/net/snmp",
                "Ip: Forwarding",
                "Ip: 1",
                "Tcp: RtoMin MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab New InSegs OutSegs RetransSegs"
                        + " InErrs OutRsts InCsumErrors",
                "Tcp: 200 -1 1 2 3 4 5 99 6 7 8 9 10 11");
        machine.file("proc/self/net/netstat", "TcpExt: SyncookiesSent ListenOverflows ListenDrops", "TcpExt: 1 48 49");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.NET_TCP_ACT_OPENS)).isEqualTo(1);
        assertThat(sample.value(Metric.NET_TCP_PASV_OPENS)).isEqualTo(2);
        assertThat(sample.value(Metric.NET_TCP_ATT_FAILS)).isEqualTo(3);
        assertThat(sample.value(Metric.NET_TCP_ESTAB_RESETS)).isEqualTo(4);
        assertThat(sample.value(Metric.NET_TCP_CUR_ESTAB)).isEqualTo(5);
        assertThat(sample.value(Metric.NET_TCP_IN_SEGS)).isEqualTo(6);
        assertThat(sample.value(Metric.NET_TCP_OUT_SEGS)).isEqualTo(7);
        assertThat(sample.value(Metric.NET_TCP_RETRANS_SEGS)).isEqualTo(8);
        assertThat(sample.value(Metric.NET_TCP_IN_ERRS)).isEqualTo(9);
        assertThat(sample.value(Metric.NET_TCP_OUT_RSTS)).isEqualTo(10);
        assertThat(sample.value(Metric.NET_ACCEPT_OVERFLOWS)).isEqualTo(48);
    }

    @Test
    void acceptQueuesOfThisProcessAreAddedUp() {
        machine.socket(3, 1_001).socket(4, 1_002).socket(5, 1_003);
        machine.file(
                "proc/self/net/tcp",
                TCP_TITLE,
                row(0, "0100007F:1F90", "0A", 5, 1_001),
                row(1, "00000000:0016", "0A", 7, 9_999),
                row(2, "0100007F:2645", "0A", 2, 1_002),
                row(3, "0100007F:1F90", "01", 64, 1_003),
                row(4, "0100007F:1F91", "0A", 32, 1_003));
        machine.file("proc/self/net/tcp6", TCP_TITLE, row(0, "00000000000000000000000000000000:1F92", "0A", 13, 1_003));
        NodeSample sample = machine.after(0);

        // 5 and 13 are ours; 7 is another process's, 2 the agent's own port (2645 is 9797), and reading ends at the
        // open connection.
        assertThat(sample.value(Metric.NET_ACCEPT_QD)).isEqualTo(18);
    }

    @Test
    void aTableLongerThanOneReadIsReadUpToItsListeners() {
        machine.socket(3, 77);
        String[] lines = new String[203];
        lines[0] = TCP_TITLE;
        for (int i = 0; i < 200; i++) {
            lines[i + 1] = row(i, "0100007F:1F90", "0A", 1, i == 150 ? 77 : 50_000 + i);
        }
        lines[201] = row(200, "0100007F:1F90", "01", 5, 77);
        lines[202] = row(201, "0100007F:1F90", "0A", 5, 77);
        machine.file("proc/self/net/tcp", lines);

        assertThat(machine.after(0).value(Metric.NET_ACCEPT_QD)).isEqualTo(1);
    }

    @Test
    void withoutListenersOfItsOwnTheAcceptQueueIsUnknown() {
        machine.directory("proc/self/fd");
        machine.file("proc/self/net/tcp", TCP_TITLE, row(0, "00000000:0016", "0A", 7, 9_999));

        assertThat(machine.after(0).has(Metric.NET_ACCEPT_QD)).isFalse();
    }

    @Test
    void pressureOfTheMachineIsReadWhereThereIsNoGroup() {
        machine.file("proc/pressure/cpu", "some avg10=17.81 avg60=52.30 avg300=41.23 total=1", "full avg10=1.00");
        machine.file("proc/pressure/io", "some avg10=0.07 avg60=0.00 avg300=0.00 total=1");
        NodeSample sample = machine.after(0);

        assertThat(sample.value(Metric.OS_PSI_CPU_PERCENT)).isCloseTo(17.81, CLOSE);
        assertThat(sample.value(Metric.OS_PSI_IO_PERCENT)).isCloseTo(0.07, CLOSE);
        assertThat(sample.has(Metric.OS_PSI_MEM_PERCENT)).isFalse();
    }

    private static String row(int place, String local, String state, int queued, int inode) {
        return String.format(
                "%4d: %s 00000000:0000 %s 00000000:%08X 00:00000000 00000000     0        0 %d 1 0000000085917d66 100 0 0 10 0",
                place, local, state, queued, inode);
    }
}
