// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.unix;

import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.IovArray;
import io.netty.channel.unix.Socket;
import java.io.IOException;

/** The ranges of two buffers, which one system call sends ({@code writev}). Threads: one. */
public final class TwoRanges {

    private final IovArray ranges = new IovArray(2);

    /** True for a buffer with a memory address: to read it changes nothing in it. */
    public static boolean mayHold(ByteBuf buffer) {
        return buffer.hasMemoryAddress();
    }

    /**
     * Sends the octets of both, in their order.
     *
     * @return octets that the kernel has taken, 0 when it takes none now
     * @throws IOException when it never will
     */
    public int send(Socket to, ByteBuf first, int index, int length, ByteBuf second, int secondIndex, int secondLength)
            throws IOException {
        ranges.clear();
        ranges.add(first, index, length);
        ranges.add(second, secondIndex, secondLength);
        return (int) to.writevAddresses(ranges.memoryAddress(0), ranges.count());
    }
}
