// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of the dispatcher in this process: that of its event loops, user and kernel together. Of several
 * dispatchers it is the sum.
 *
 * <p>Work that the kernel does for sockets outside these threads, in interrupts, is not in it.
 */
public final class DispatcherCpu {

    private static final String LOOPS = "evenkeel-loop-";

    private DispatcherCpu() {}

    /** Processor time of the loops that live, nanoseconds. */
    public static long ns() {
        return ns(LOOPS);
    }

    /** Processor time of the threads that live and whose names begin so, nanoseconds. */
    public static long ns(String threadNames) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(threadNames)) {
                sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }
}
