// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The pages that went from swap space and to it since the machine started, from {@code /proc/vmstat}. */
final class PagingReading implements Collector {

    private static final byte[] IN = ProcFile.label("pswpin ");
    private static final byte[] OUT = ProcFile.label("pswpout ");

    private static final double MIB = 1 << 20;
    private static final long USUAL_PAGE = 4_096;

    /** The entry of a process's auxiliary vector that holds the size of a page, AT_PAGESZ. */
    private static final long PAGE_SIZE_ENTRY = 6;

    private final ProcFile file;
    private final long pageBytes;

    PagingReading(Path proc) {
        file = new ProcFile(proc.resolve("vmstat"));
        pageBytes = pageBytes(proc.resolve("self/auxv"));
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (file.load()) {
            set(into, Metric.OS_SWAP_PAGEINS, IN);
            set(into, Metric.OS_SWAP_PAGEOUTS, OUT);
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private void set(NodeSample into, Metric metric, byte[] label) {
        if (file.seek(label)) {
            into.set(metric, file.number() * pageBytes / MIB);
        }
    }

    private static long pageBytes(Path auxiliaryVector) {
        try {
            ByteBuffer entries =
                    ByteBuffer.wrap(Files.readAllBytes(auxiliaryVector)).order(ByteOrder.nativeOrder());
            while (entries.remaining() >= 2 * Long.BYTES) {
                long kind = entries.getLong();
                long value = entries.getLong();
                if (kind == PAGE_SIZE_ENTRY && value >= USUAL_PAGE) {
                    return value;
                }
            }
        } catch (IOException e) {
            return USUAL_PAGE;
        }
        return USUAL_PAGE;
    }
}
