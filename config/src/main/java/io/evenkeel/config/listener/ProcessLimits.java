// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The part of the machine that this process may have, as far as it bounds the connections of clients.
 *
 * @param descriptors files and sockets it may have open; {@link Long#MAX_VALUE} where it is not known
 * @param heapBytes the most heap there can be
 */
public record ProcessLimits(long descriptors, long heapBytes) {

    /** Descriptors for everything but clients and nodes: jars, logs, history, console. */
    public static final int OTHER_DESCRIPTORS = 256;

    private static final long HEAP_OF_A_CONNECTION = 3 << 10;
    private static final int LEAST = 16;

    /** The limits of this process on this machine. */
    public static ProcessLimits here() {
        return new ProcessLimits(
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE,
                Runtime.getRuntime().maxMemory());
    }

    /** Client connections that find room: each may need a connection to a node too, and all of them half the heap. */
    public int connections() {
        long byDescriptors = (descriptors - OTHER_DESCRIPTORS) / 2;
        long byHeap = heapBytes / 2 / HEAP_OF_A_CONNECTION;
        return (int) Math.max(LEAST, Math.min(Integer.MAX_VALUE, Math.min(byDescriptors, byHeap)));
    }
}
