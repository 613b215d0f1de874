// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A garbage collector of the process.
 *
 * @param count collections since the start
 * @param totalMs time that they took in all
 * @param lastMs time that the last one took; negative when there was none
 */
public record CollectorFigures(String name, long count, long totalMs, long lastMs) {

    /** All of them, as the JVM lists them. */
    public static List<CollectorFigures> now() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(bean -> new CollectorFigures(
                        bean.getName(),
                        Math.max(0, bean.getCollectionCount()),
                        Math.max(0, bean.getCollectionTime()),
                        lastMs(bean)))
                .toList();
    }

    private static long lastMs(GarbageCollectorMXBean bean) {
        GcInfo last = bean instanceof com.sun.management.GarbageCollectorMXBean known ? known.getLastGcInfo() : null;
        return last == null ? -1 : last.getDuration();
    }
}
