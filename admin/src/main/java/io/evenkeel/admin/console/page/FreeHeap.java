// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/** The share of the heap that is free, garbage counted as free. Any thread; some microseconds. */
final class FreeHeap {

    private FreeHeap() {}

    /** The most the heap may have, less what was in use after the last collection; octets. */
    static long freeOctets() {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage live = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            used += live == null ? 0 : live.getUsed();
        }
        return Runtime.getRuntime().maxMemory() - used;
    }
}
