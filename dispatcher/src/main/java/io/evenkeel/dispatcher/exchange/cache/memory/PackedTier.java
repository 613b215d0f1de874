// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Zip;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The packed tier: answers that had to make room, with their content packed. What does not become smaller is left out,
 * and so is content that its node has packed already.
 *
 * <p>A packed answer stays while its unpacked copy is used, so that it need not be packed again when that makes room
 * once more. Threads: one of its own packs; looking up and forgetting is for any thread.
 */
final class PackedTier implements AutoCloseable {

    private static final int SHORTEST = 512;
    private static final int MOST_WAITING = 64;
    /** Part of the memory of the cache that answers may have which wait to be packed. */
    private static final int WAITING_PART = 8;

    private final MemoryBudget budget;
    private final Validity validity;
    private final Packing packing;
    private final Consumer<Throwable> failed;
    private final AtomicLong failures = new AtomicLong();
    private final Cache<CacheKey, StoredAnswers> store;
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong waiting = new AtomicLong();
    private final long mostWaiting;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    /** Packs content; null when that takes little away. */
    @FunctionalInterface
    interface Packing {
        @Nullable
        ByteBuffer pack(ByteBuf content);
    }

    private record Waiting(CacheKey key, StoredAnswers resource, long atNs) {}

    /**
     * @param whole octets of all stored answers
     * @param memory octets of packed ones
     * @param packing called by this tier's thread alone
     * @param failed told the first time that packing throws, on that thread
     */
    PackedTier(
            MemoryBudget budget,
            long whole,
            long memory,
            Validity validity,
            Packing packing,
            Consumer<Throwable> failed) {
        this.packing = packing;
        this.failed = failed;
        this.mostWaiting = whole / WAITING_PART;
        this.budget = budget;
        this.validity = validity;
        this.store = Caffeine.newBuilder()
                .maximumWeight(memory)
                .weigher((CacheKey key, StoredAnswers resource) -> resource.weight())
                .executor(Runnable::run)
                .removalListener(PackedTier::removed)
                .build();
    }

    private static void removed(@Nullable CacheKey key, @Nullable StoredAnswers resource, RemovalCause cause) {
        if (resource != null && cause != RemovalCause.REPLACED) {
            resource.release();
        }
    }

    /** Changes the octets that packed answers may take. */
    void memory(long octets) {
        store.policy().eviction().ifPresent(each -> each.setMaximum(octets));
    }

    private boolean hasMemory() {
        return store.policy().eviction().map(each -> each.getMaximum() > 0).orElse(false);
    }

    /** Octets that packed answers count as. */
    long taken() {
        return store.policy()
                .eviction()
                .flatMap(each -> each.weightedSize().stream().boxed().findFirst())
                .orElse(0L);
    }

    /**
     * Takes over the answers of a URL that had to make room; soon packed, or dropped.
     *
     * @param nowNs the monotonic time at which they were still stored
     */
    void offer(CacheKey key, StoredAnswers resource, long nowNs) {
        boolean fits = hasMemory() && resource.answers().stream().anyMatch(PackedTier::mayShrink);
        if (closed || !fits || isKnown(key, resource) || !waits(new Waiting(key, resource, nowNs))) {
            resource.release();
        } else if (begun.compareAndSet(false, true)) {
            begin();
        }
    }

    private boolean waits(Waiting next) {
        int octets = next.resource().weight();
        if (waiting.addAndGet(octets) <= mostWaiting && queue.offer(next)) {
            if (closed) {
                // the tier's thread may have looked for the last time
                dropWaiting();
            }
            return true;
        }
        waiting.addAndGet(-octets);
        return false;
    }

    private void begin() {
        Thread mine = new Thread(this::run, "evenkeel-cache-pack");
        mine.setDaemon(true);
        thread = mine;
        try {
            mine.start();
        } catch (OutOfMemoryError e) {
            // no thread can be had now: what waits makes room, and the next offer tries again
            thread = null;
            begun.set(false);
            dropWaiting();
            failed(e);
        }
    }

    private boolean isKnown(CacheKey key, StoredAnswers resource) {
        StoredAnswers known = store.getIfPresent(key);
        return known != null && known.isAsNewAs(resource);
    }

    /** True for content of a fitting length that its node has not packed, and that is not packed by its kind. */
    static boolean mayShrink(StoredAnswer answer) {
        return answer.length() >= SHORTEST && answer.length() <= Zip.LONGEST && answer.mayShrink();
    }

    private void run() {
        while (!closed) {
            try {
                packAndRelease(queue.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } catch (RuntimeException | OutOfMemoryError | LinkageError e) {
                // one answer is lost for the tier; the next one may be smaller, and find room
                failed(e);
            }
        }
        dropWaiting();
    }

    private void failed(Throwable thrown) {
        if (failures.getAndIncrement() == 0) {
            failed.accept(thrown);
        }
    }

    /** The number of times that packing threw. */
    long failures() {
        return failures.get();
    }

    private void dropWaiting() {
        for (Waiting each = queue.poll(); each != null; each = queue.poll()) {
            release(each);
        }
    }

    private void release(Waiting each) {
        waiting.addAndGet(-each.resource().weight());
        each.resource().release();
    }

    private void packAndRelease(Waiting next) {
        try {
            pack(next);
        } finally {
            release(next);
        }
    }

    private void pack(Waiting next) {
        List<StoredAnswer> packed = new ArrayList<>();
        try {
            packEach(next.resource(), packed);
        } catch (RuntimeException | OutOfMemoryError | LinkageError e) {
            packed.forEach(StoredAnswer::release);
            throw e;
        }
        if (!packed.isEmpty()) {
            keep(next, new StoredAnswers(packed));
        }
    }

    private void packEach(StoredAnswers resource, List<StoredAnswer> packed) {
        for (StoredAnswer each : resource.answers()) {
            boolean may = mayShrink(each);
            ByteBuffer smaller = may ? packing.pack(each.body().octets()) : null;
            if (may && smaller == null) {
                each.shrinksLittle();
            }
            OffHeap body = smaller == null ? null : OffHeap.of(budget, smaller.remaining());
            OffHeap head = body == null ? null : copy(each.head());
            if (smaller != null && body != null && head != null) {
                body.octets().writeBytes(smaller);
                packed.add(each.packed(head, body));
            } else if (body != null) {
                body.release();
            }
        }
    }

    private void keep(Waiting next, StoredAnswers resource) {
        List<StoredAnswers> dropped = new ArrayList<>();
        store.asMap().compute(next.key(), (key, before) -> {
            if (closed || !validity.mayMove(key, next.atNs())) {
                dropped.add(resource);
                return before;
            }
            if (before != null) {
                dropped.add(before);
            }
            return resource;
        });
        dropped.forEach(StoredAnswers::release);
    }

    private @Nullable OffHeap copy(OffHeap from) {
        OffHeap to = OffHeap.of(budget, from.capacity());
        if (to != null) {
            to.octets().writeBytes(from.octets(), 0, from.octets().writerIndex());
        }
        return to;
    }

    /** The answers of a URL as they are here; null for none. Each must be retained before it is used. */
    @Nullable
    StoredAnswers findPacked(CacheKey key) {
        return store.getIfPresent(key);
    }

    /** The answers of a URL, unpacked, one use of each the caller's; null for none. */
    @Nullable
    StoredAnswers find(CacheKey key) {
        StoredAnswers packed = store.getIfPresent(key);
        if (packed == null) {
            return null;
        }
        List<StoredAnswer> whole = new ArrayList<>();
        for (StoredAnswer each : packed.answers()) {
            StoredAnswer unpacked = each.retain() ? unpacked(each) : null;
            if (unpacked != null) {
                whole.add(unpacked);
            }
        }
        return whole.isEmpty() ? null : new StoredAnswers(whole);
    }

    private @Nullable StoredAnswer unpacked(StoredAnswer packed) {
        try {
            int length = packed.unpackedLength();
            OffHeap body = OffHeap.of(budget, length);
            OffHeap head = body == null ? null : copy(packed.head());
            if (body == null || head == null) {
                if (body != null) {
                    body.release();
                }
                return null;
            }
            if (!Zip.unpack(packed.body().octets(), body.octets(), length)) {
                body.release();
                head.release();
                return null;
            }
            return packed.unpacked(head, body);
        } finally {
            packed.release();
        }
    }

    /** The answers of a URL as they are here, packed; nobody notices that they were looked at. */
    @Nullable
    StoredAnswers peek(CacheKey key) {
        return store.policy().getIfPresentQuietly(key);
    }

    /** Forgets the answers of a URL. */
    boolean remove(CacheKey key) {
        return store.asMap().remove(key) != null;
    }

    /** Forgets the answers that are chosen; says of how many URLs. */
    int purge(BiPredicate<CacheKey, StoredAnswers> chosen) {
        int purged = 0;
        for (CacheKey key : store.asMap().keySet()) {
            StoredAnswers resource = store.asMap().get(key);
            if (resource != null && chosen.test(key, resource) && remove(key)) {
                purged++;
            }
        }
        return purged;
    }

    /** True when nothing waits to be packed, or is being packed. */
    boolean isIdle() {
        return waiting.get() == 0;
    }

    @Override
    public void close() {
        closed = true;
        Thread mine = thread;
        if (mine != null) {
            mine.interrupt();
            try {
                mine.join(2000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        dropWaiting();
        store.invalidateAll();
        store.cleanUp();
    }
}
