// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Memory for buckets, outside the heap: slabs that are cut into blocks of equal size. Blocks come back and are given
 * out again; slabs live as long as this object.
 *
 * <p>Threads: any, one at a time.
 */
final class BucketMemory {

    static final int BUCKETS_OF_BLOCK = 64;
    static final int BLOCK_BYTES = BUCKETS_OF_BLOCK * BucketRun.BUCKET_BYTES;

    private static final int BLOCKS_OF_SLAB = 128;
    private static final int REST_SECONDS = 60;

    /** One block: the octets {@code [offset, offset + BLOCK_BYTES)} of a slab. */
    record Block(ByteBuffer slab, int offset) {}

    private final IntFunction<ByteBuffer> allocator;
    private final int blocksOfSlab;
    private Block[] free = new Block[0];
    private int spare;
    private long bytes;
    private boolean exhausted;
    private int exhaustedAt;

    /**
     * @param allocator zeroed memory of so many octets outside the heap; an {@link OutOfMemoryError} means that there
     *     is none
     * @param mostBlocks number of blocks that are ever needed
     */
    BucketMemory(IntFunction<ByteBuffer> allocator, int mostBlocks) {
        this.allocator = allocator;
        this.blocksOfSlab = Math.min(mostBlocks, BLOCKS_OF_SLAB);
    }

    /** Octets of all slabs. Any thread. */
    synchronized long bytes() {
        return bytes;
    }

    /**
     * Returns zeroed blocks, or null when there is no memory; then it does not ask for more for a minute, because a
     * refusal costs a garbage collection.
     */
    synchronized Block @Nullable [] take(int count, int nowSeconds) {
        while (spare < count) {
            if (!grow(nowSeconds)) {
                return null;
            }
        }
        Block[] taken = new Block[count];
        for (int i = 0; i < count; i++) {
            taken[i] = free[--spare];
        }
        return taken;
    }

    /** Takes back blocks, which must be zeroed. */
    synchronized void giveBack(Block[] blocks) {
        room(blocks.length);
        for (Block block : blocks) {
            free[spare++] = block;
        }
    }

    private boolean grow(int nowSeconds) {
        if (exhausted && nowSeconds - exhaustedAt < REST_SECONDS) {
            return false;
        }
        try {
            ByteBuffer slab = allocator.apply(blocksOfSlab * BLOCK_BYTES);
            exhausted = false;
            bytes += slab.capacity();
            room(blocksOfSlab);
            for (int block = blocksOfSlab - 1; block >= 0; block--) {
                free[spare++] = new Block(slab, block * BLOCK_BYTES);
            }
            return true;
        } catch (OutOfMemoryError e) {
            exhausted = true;
            exhaustedAt = nowSeconds;
            return false;
        }
    }

    private void room(int count) {
        if (spare + count > free.length) {
            free = Arrays.copyOf(free, Math.max(2 * free.length, spare + count));
        }
    }
}
