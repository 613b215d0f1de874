// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
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
    private final Validity check;
    private final Cache<CacheKey, StoredAnswers> store;
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong waiting = new AtomicLong();
    private final long mostWaiting;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    /** Says whether what a URL had at a moment may still be used. */
    @FunctionalInterface
    interface Validity {
        boolean holds(CacheKey key, long sinceNs);
    }

    private record Waiting(CacheKey key, StoredAnswers resource, long atNs) {}

    /**
     * @param whole octets of all stored answers
     * @param memory octets of packed ones
     */
    PackedTier(MemoryBudget budget, long whole, long memory, Validity check) {
        this.mostWaiting = whole / WAITING_PART;
        this.budget = budget;
        this.check = check;
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
     * @param nowNs the monotonic time
     */
    void offer(CacheKey key, StoredAnswers resource, long nowNs) {
        boolean fits = resource.answers().stream().anyMatch(PackedTier::mayShrink);
        if (closed || !fits || isKnown(key, resource) || !waits(new Waiting(key, resource, nowNs))) {
            resource.release();
        } else if (begun.compareAndSet(false, true)) {
            begin();
        }
    }

    private boolean waits(Waiting next) {
        int octets = next.resource().weight();
        if (waiting.addAndGet(octets) <= mostWaiting && queue.offer(next)) {
            return true;
        }
        waiting.addAndGet(-octets);
        return false;
    }

    private void begin() {
        Thread mine = new Thread(this::run, "evenkeel-cache-pack");
        mine.setDaemon(true);
        thread = mine;
        mine.start();
    }

    private boolean isKnown(CacheKey key, StoredAnswers resource) {
        StoredAnswers known = store.getIfPresent(key);
        return known != null && known.isAsNewAs(resource);
    }

    /** True for content of a fitting length that its node has not packed, and that is not packed by its kind. */
    private static boolean mayShrink(StoredAnswer answer) {
        return answer.length() >= SHORTEST && answer.length() <= Zip.LONGEST && answer.mayShrink();
    }

    private void run() {
        Zip zip = new Zip();
        while (!closed) {
            try {
                packAndRelease(queue.take(), zip);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        dropWaiting();
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

    private void packAndRelease(Waiting next, Zip zip) {
        try {
            pack(next, zip);
        } finally {
            release(next);
        }
    }

    private void pack(Waiting next, Zip zip) {
        List<StoredAnswer> packed = new ArrayList<>();
        for (StoredAnswer each : next.resource().answers()) {
            ByteBuffer smaller = mayShrink(each) ? zip.pack(each.body().octets()) : null;
            OffHeap body = smaller == null ? null : OffHeap.of(budget, smaller.remaining());
            OffHeap head = body == null ? null : copy(each.head());
            if (smaller != null && body != null && head != null) {
                body.octets().writeBytes(smaller);
                packed.add(each.packed(head, body));
            } else if (body != null) {
                body.release();
            }
        }
        if (packed.isEmpty()) {
            return;
        }
        StoredAnswers resource = new StoredAnswers(packed);
        List<StoredAnswers> dropped = new ArrayList<>();
        store.asMap().compute(next.key(), (key, before) -> {
            if (closed || !check.holds(key, next.atNs())) {
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
