// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The work of the machine's disks, from {@code /proc/diskstats}, all disks together.
 *
 * <p>Disks are the entries of {@code /sys/block}, so partitions are not counted again; neither are loops, memory disks
 * and devices made of other disks (device mapper, software RAID).
 */
final class DiskReading implements Collector {

    private static final String[] NOT_DISKS = {"loop", "ram", "zram", "dm-", "md", "sr", "fd"};
    private static final long LIST_EVERY_NS = TimeUnit.SECONDS.toNanos(60);
    private static final double SECTORS_IN_MIB = 2_048;

    private final ProcFile file;
    private final File block;
    private final List<byte[]> disks = new ArrayList<>();
    private long listedNs;
    private boolean listed;

    DiskReading(Path proc, Path sys) {
        file = new ProcFile(proc.resolve("diskstats"));
        block = sys.resolve("block").toFile();
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (!listed || nowNs - listedNs > LIST_EVERY_NS) {
            list(nowNs);
        }
        if (disks.isEmpty() || !file.load()) {
            return;
        }
        int seen = 0;
        long reads = 0;
        long readSectors = 0;
        long writes = 0;
        long writtenSectors = 0;
        long waiting = 0;
        do {
            file.skipWords(2);
            if (file.skipBlanks() && isDisk()) {
                seen++;
                reads += file.number();
                file.skipWords(1);
                readSectors += file.number();
                file.skipWords(1);
                writes += file.number();
                file.skipWords(1);
                writtenSectors += file.number();
                file.skipWords(1);
                waiting += file.number();
            }
        } while (file.nextLine());
        if (seen > 0) {
            into.set(Metric.OS_DISK_READS, (double) reads);
            into.set(Metric.OS_DISK_READ_BYTES, readSectors / SECTORS_IN_MIB);
            into.set(Metric.OS_DISK_WRITES, (double) writes);
            into.set(Metric.OS_DISK_WRITE_BYTES, writtenSectors / SECTORS_IN_MIB);
            into.set(Metric.OS_DISK_QUEUE, (double) waiting);
        }
    }

    @Override
    public void close() {
        file.close();
    }

    /** True when the word at the cursor is a disk's name; the cursor is behind it then. */
    private boolean isDisk() {
        for (byte[] disk : disks) {
            if (file.startsWith(disk)) {
                file.skipWords(1);
                return true;
            }
        }
        return false;
    }

    private void list(long nowNs) {
        listed = true;
        listedNs = nowNs;
        disks.clear();
        String[] names = block.list();
        for (String name : names == null ? new String[0] : names) {
            boolean disk = true;
            for (String prefix : NOT_DISKS) {
                disk &= !name.startsWith(prefix);
            }
            if (disk) {
                // With the blank behind it: sda, and not sda1.
                disks.add(ProcFile.label(name.replace('!', '/') + " "));
            }
        }
    }
}
