// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A thread of the process.
 *
 * @param state as Java names it, in small letters
 * @param cpuMs processor time since it began; negative when the JVM does not count it
 */
public record ThreadFigures(long id, String name, String state, int priority, boolean daemon, double cpuMs) {

    /** All of them, the busiest first. */
    public static List<ThreadFigures> now() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        boolean counted = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(Objects::nonNull)
                .map(thread -> of(thread, counted ? threads.getThreadCpuTime(thread.getThreadId()) / 1e6 : -1))
                .sorted(Comparator.comparingDouble(ThreadFigures::cpuMs)
                        .reversed()
                        .thenComparingLong(ThreadFigures::id))
                .toList();
    }

    private static ThreadFigures of(ThreadInfo thread, double cpuMs) {
        return new ThreadFigures(
                thread.getThreadId(),
                thread.getThreadName(),
                thread.getThreadState().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                thread.getPriority(),
                thread.isDaemon(),
                cpuMs);
    }
}
