// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.dispatcher.control.BufferView;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the process's memory.
 *
 * @param used in octets
 * @param most the limit in octets; -1 for none
 */
public record MemoryPart(String name, long used, long most) {

    /** Heap, the JVM's memory beside it, and buffers outside: those that the JVM counts and those of the data plane. */
    public static List<MemoryPart> now(BufferView dataPlane) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        List<MemoryPart> figures = new ArrayList<>();
        figures.add(of("Heap", memory.getHeapMemoryUsage()));
        figures.add(of("Beside the heap", memory.getNonHeapMemoryUsage()));
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getMemoryUsed() > 0) {
                figures.add(new MemoryPart("Buffers, " + pool.getName(), pool.getMemoryUsed(), -1));
            }
        }
        figures.add(new MemoryPart("Buffers, data plane", dataPlane.pooled(), -1));
        if (dataPlane.reserved() >= 0) {
            figures.add(new MemoryPart("Buffers, reserved by it", dataPlane.reserved(), dataPlane.most()));
        }
        return figures;
    }

    private static MemoryPart of(String name, MemoryUsage usage) {
        return new MemoryPart(name, usage.getUsed(), usage.getMax());
    }
}
