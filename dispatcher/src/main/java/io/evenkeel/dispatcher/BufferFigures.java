// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.dispatcher.control.BufferView;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.util.stream.Stream;

/** Asks Netty for the size of its buffers outside the heap; meant for displays, not for every request. Any thread. */
final class BufferFigures {

    private BufferFigures() {}

    static BufferView now() {
        long pooled = Stream.of(ByteBufAllocator.DEFAULT, PooledByteBufAllocator.DEFAULT)
                .distinct()
                .filter(ByteBufAllocatorMetricProvider.class::isInstance)
                .mapToLong(allocator ->
                        ((ByteBufAllocatorMetricProvider) allocator).metric().usedDirectMemory())
                .sum();
        return new BufferView(pooled, PlatformDependent.usedDirectMemory(), PlatformDependent.maxDirectMemory());
    }
}
