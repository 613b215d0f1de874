// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Memory for buckets, outside the heap: slabs that are cut into blocks of equal size. Blocks come back and are given
 * out again; slabs live as long as this object. A block is a number, from which its slab and its offset there follow.
 *
 * <p>Threads: any, one at a time.
 */
final class BucketMemory {

    static final int BUCKETS_OF_BLOCK = 64;
    static final int BLOCK_BYTES = BUCKETS_OF_BLOCK * BucketRun.BUCKET_BYTES;

    private static final int SLAB_SHIFT = 9;
    private static final int BLOCKS_OF_SLAB = 1 << SLAB_SHIFT;
    private static final int BLOCKS_OF_FIRST_SLAB = 64;
    private static final int REST_SECONDS = 60;

    /** The first slabs are smaller, and blocks are taken twice while their buckets are moved. */
    private static final int MORE_SLABS = 16;

    private final IntFunction<ByteBuffer> allocator;
    private final int mostBlocks;
    private final ByteBuffer[] slabs;
    private int slabsTaken;
    private int blocksTaken;
    private int[] free = new int[0];
    private int spare;
    private boolean exhausted;
    private int exhaustedAt;

    /**
     * Memory without a slab.
     *
     * @param allocator zeroed memory of so many octets outside the heap; an {@link OutOfMemoryError} means that there
     *     is none
     * @param mostBlocks number of blocks that are needed when nothing is moved
     */
    BucketMemory(IntFunction<ByteBuffer> allocator, int mostBlocks) {
        this.allocator = allocator;
        this.mostBlocks = mostBlocks;
        this.slabs = new ByteBuffer[mostBlocks / BLOCKS_OF_SLAB + MORE_SLABS];
    }

    /** The slab of a block. */
    static int slab(int block) {
        return block >>> SLAB_SHIFT;
    }

    /** The place of a block in its slab, in octets. */
    static int offset(int block) {
        return (block & (BLOCKS_OF_SLAB - 1)) * BLOCK_BYTES;
    }

    /** The slabs by number; one that a taken block is in stays there. */
    ByteBuffer[] slabs() {
        return slabs;
    }

    /** Octets of all slabs. Any thread. */
    synchronized long bytes() {
        return (long) blocksTaken * BLOCK_BYTES;
    }

    /**
     * Returns zeroed blocks, or null when there is no memory; then it does not ask for more for a minute, because a
     * refusal costs a garbage collection.
     */
    synchronized int @Nullable [] take(int count, int nowSeconds) {
        while (spare < count) {
            if (!grow(nowSeconds)) {
                return null;
            }
        }
        spare -= count;
        return Arrays.copyOfRange(free, spare, spare + count);
    }

    /** Takes back blocks, which must be zeroed. */
    synchronized void giveBack(int[] blocks) {
        room(blocks.length);
        System.arraycopy(blocks, 0, free, spare, blocks.length);
        spare += blocks.length;
    }

    /** Each slab is as large as all before it, within bounds. */
    private boolean grow(int nowSeconds) {
        if (slabsTaken == slabs.length || (exhausted && nowSeconds - exhaustedAt < REST_SECONDS)) {
            return false;
        }
        int blocks = Math.min(Math.max(blocksTaken, Math.min(mostBlocks, BLOCKS_OF_FIRST_SLAB)), BLOCKS_OF_SLAB);
        try {
            slabs[slabsTaken] = allocator.apply(blocks * BLOCK_BYTES);
        } catch (OutOfMemoryError e) {
            exhausted = true;
            exhaustedAt = nowSeconds;
            return false;
        }
        exhausted = false;
        room(blocks);
        for (int block = blocks - 1; block >= 0; block--) {
            free[spare++] = slabsTaken << SLAB_SHIFT | block;
        }
        slabsTaken++;
        blocksTaken += blocks;
        return true;
    }

    private void room(int count) {
        if (spare + count > free.length) {
            free = Arrays.copyOf(free, Math.max(2 * free.length, spare + count));
        }
    }
}
