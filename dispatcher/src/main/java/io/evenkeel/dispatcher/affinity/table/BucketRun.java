// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The buckets of a segment: open addressing with linear probing over blocks of memory. A bucket has 32 octets, half a
 * cache line: both halves of a key, the node and the use. Empty is a bucket whose first half is 0.
 *
 * <p>Threads: one writes, under the segment's lock; others read at the same time and must then ask the lock whether
 * what they read was true. Only {@link #exchangeUse} and {@link #takeUse} need no lock: the use of an entry that is
 * moved or taken out is set to 0 first, so an exchange with an older use fails.
 */
final class BucketRun {

    static final int BUCKET_BYTES = 32;

    private static final int BLOCK_SHIFT = 6;
    private static final int BLOCK_MASK = BucketMemory.BUCKETS_OF_BLOCK - 1;
    private static final int LOW = 8;
    private static final int NODE = 16;
    private static final int USE = 24;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer[] slabs;
    private final int[] blocks;
    private final int buckets;

    /**
     * An empty run.
     *
     * @param slabs those of the memory
     * @param blocks taken from it
     */
    BucketRun(ByteBuffer[] slabs, int[] blocks) {
        this.slabs = slabs;
        this.blocks = blocks;
        this.buckets = blocks.length * BucketMemory.BUCKETS_OF_BLOCK;
    }

    int[] blocks() {
        return blocks;
    }

    /** Number of buckets. */
    int size() {
        return buckets;
    }

    /** The bucket with a key, or -1. Ends after one round, whatever others write meanwhile. */
    int find(long high, long low) {
        int bucket = start(low);
        for (int looked = 0; looked < buckets; looked++) {
            long there = high(bucket);
            if (there == high && get(bucket, LOW) == low) {
                return bucket;
            }
            if (there == 0) {
                return -1;
            }
            bucket = after(bucket);
        }
        return -1;
    }

    /** Adds an entry whose key is not there; at least one bucket must be empty. */
    void add(long high, long low, long node, long use) {
        int bucket = start(low);
        while (high(bucket) != 0) {
            bucket = after(bucket);
        }
        write(bucket, high, low, node, use);
    }

    /** Takes an entry out, and moves those behind it up, so that no gap is left. Returns its use. */
    long remove(int bucket) {
        long use = takeUse(bucket);
        int gap = bucket;
        int next = after(bucket);
        while (high(next) != 0) {
            if (distance(start(get(next, LOW)), next) >= distance(gap, next)) {
                write(gap, high(next), get(next, LOW), node(next), takeUse(next));
                gap = next;
            }
            next = after(next);
        }
        clear(gap);
        return use;
    }

    /** Moves all entries to a run that has room for them, and leaves the blocks of this one zeroed. */
    void moveTo(BucketRun larger) {
        for (int bucket = 0; bucket < buckets; bucket++) {
            if (high(bucket) != 0) {
                larger.add(high(bucket), get(bucket, LOW), node(bucket), takeUse(bucket));
                clear(bucket);
            }
        }
    }

    /** 0 when the bucket is empty. */
    long high(int bucket) {
        return get(bucket, 0);
    }

    long low(int bucket) {
        return get(bucket, LOW);
    }

    long node(int bucket) {
        return get(bucket, NODE);
    }

    void node(int bucket, long node) {
        set(bucket, NODE, node);
    }

    /** {@link SessionUse}; 0 while the entry is moved. */
    long use(int bucket) {
        return get(bucket, USE);
    }

    boolean exchangeUse(int bucket, long expected, long use) {
        int block = blocks[bucket >>> BLOCK_SHIFT];
        return LONGS.compareAndSet(slabs[BucketMemory.slab(block)], index(block, bucket, USE), expected, use);
    }

    int after(int bucket) {
        return bucket + 1 == buckets ? 0 : bucket + 1;
    }

    private long takeUse(int bucket) {
        int block = blocks[bucket >>> BLOCK_SHIFT];
        return (long) LONGS.getAndSet(slabs[BucketMemory.slab(block)], index(block, bucket, USE), 0L);
    }

    private void write(int bucket, long high, long low, long node, long use) {
        set(bucket, 0, high);
        set(bucket, LOW, low);
        set(bucket, NODE, node);
        set(bucket, USE, use);
    }

    private void clear(int bucket) {
        write(bucket, 0, 0, 0, 0);
    }

    private int start(long low) {
        return (int) (((low >>> 32) * buckets) >>> 32);
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + buckets;
    }

    private long get(int bucket, int field) {
        int block = blocks[bucket >>> BLOCK_SHIFT];
        return (long) LONGS.getOpaque(slabs[BucketMemory.slab(block)], index(block, bucket, field));
    }

    private void set(int bucket, int field, long value) {
        int block = blocks[bucket >>> BLOCK_SHIFT];
        LONGS.setOpaque(slabs[BucketMemory.slab(block)], index(block, bucket, field), value);
    }

    private static int index(int block, int bucket, int field) {
        return BucketMemory.offset(block) + (bucket & BLOCK_MASK) * BUCKET_BYTES + field;
    }
}
