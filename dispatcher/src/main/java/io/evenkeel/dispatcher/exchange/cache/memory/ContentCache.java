// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stored answers of a dispatcher, which all its loops and routes share.
 *
 * <p>The answers of a URL are one entry, weighed by its octets, so that all of them can be forgotten at once; which
 * entries stay is decided by how often they are asked for (W-TinyLFU, by Caffeine). Octets are outside the heap. An
 * answer that was asked for before its URL was invalidated is not stored. Any thread.
 */
public final class ContentCache {

    /** The least that an answer counts, so that the objects on the heap are bounded as well. */
    static final int LEAST_WEIGHT = 4096;

    /** Look-ups between two steps of the share of packed content. */
    private static final int LOOKUPS = 4096;

    private final long memory;
    private final MemoryBudget budget;
    private final LongSupplier clock;
    private final Cache<CacheKey, StoredAnswers> store;
    private final PackedTier packed;
    private final TierShare share = new TierShare();
    private final AtomicLong lookups = new AtomicLong();
    private long countedPlain;
    private long countedPacked;
    private final Marks invalidated;
    private final Marks unshared;
    private final AtomicLong purgedNs;
    private final CacheCounts counts = new CacheCounts();
    private final Fetches fetches = new Fetches();

    /**
     * @param memory octets of stored answers; a quarter more may be taken by those on their way in or out
     * @param clock the monotonic time in ns
     */
    public ContentCache(long memory, LongSupplier clock) {
        long nowNs = clock.getAsLong();
        this.memory = memory;
        this.clock = clock;
        this.budget = new MemoryBudget(memory + memory / 4);
        this.invalidated = new Marks(nowNs);
        this.unshared = new Marks(nowNs);
        this.purgedNs = new AtomicLong(Long.MIN_VALUE);
        this.packed = new PackedTier(budget, memory, part(TierShare.FIRST), this::holds);
        this.store = Caffeine.newBuilder()
                .maximumWeight(memory - part(TierShare.FIRST))
                .weigher((CacheKey key, StoredAnswers resource) -> resource.weight())
                .executor(Runnable::run)
                .removalListener(this::removed)
                .build();
    }

    private void removed(@Nullable CacheKey key, @Nullable StoredAnswers resource, RemovalCause cause) {
        if (key == null || resource == null || cause == RemovalCause.REPLACED) {
            return;
        }
        if (cause == RemovalCause.SIZE) {
            counts.evicted.increment();
            packed.offer(key, resource, clock.getAsLong());
        } else {
            resource.release();
        }
    }

    private long part(double of) {
        return Zip.isThere() ? (long) (memory * of) : 0;
    }

    private boolean holds(CacheKey key, long sinceNs) {
        return invalidated.isBefore(key, sinceNs) && sinceNs > purgedNs.get();
    }

    /** Counts of what the cache did so far. */
    public CacheCounts counts() {
        return counts;
    }

    /** The answers that are being fetched. */
    public Fetches fetches() {
        return fetches;
    }

    /**
     * The stored answers of a URL; null for none. Each must be retained before it is used; {@link StoredAnswers#seen}
     * follows once.
     */
    public @Nullable StoredAnswers find(CacheKey key) {
        StoredAnswers found = store.getIfPresent(key);
        if (lookups.incrementAndGet() % LOOKUPS == 0) {
            step();
        }
        if (found != null) {
            counts.plain.increment();
            return found;
        }
        return promoted(key);
    }

    /** Unpacks the answers of a URL, and stores them among those that are not packed. */
    private @Nullable StoredAnswers promoted(CacheKey key) {
        long beganNs = clock.getAsLong();
        StoredAnswers unpacked = packed.find(key);
        if (unpacked == null) {
            return null;
        }
        counts.packed.increment();
        counts.unpackNs.add(clock.getAsLong() - beganNs);
        boolean[] stays = new boolean[1];
        // it may have to make room at once, and is used all the same
        StoredAnswers lent = unpacked.lent();
        StoredAnswers now = store.asMap().compute(key.copy(), (own, before) -> {
            stays[0] = before == null && holds(own, beganNs);
            return stays[0] ? unpacked : before;
        });
        if (stays[0]) {
            return lent;
        }
        lent.release();
        unpacked.release();
        return now;
    }

    private synchronized void step() {
        long plainHits = counts.plain.sum();
        long packedHits = counts.packed.sum();
        double gain = TierShare.gain(
                plainHits - countedPlain,
                packedHits - countedPacked,
                LOOKUPS,
                counts.fetchMeanNs(),
                counts.unpackMeanNs());
        countedPlain = plainHits;
        countedPacked = packedHits;
        long octets = part(share.next(gain));
        packed.memory(octets);
        store.policy().eviction().ifPresent(each -> each.setMaximum(memory - octets));
    }

    /** The share of the memory that packed answers may take now, 0.0 to 1.0. */
    public synchronized double packedShare() {
        return Zip.isThere() ? share.share() : 0;
    }

    /** Octets that packed answers count as. */
    public long packedTaken() {
        return packed.taken();
    }

    /** True when no answer waits to be packed; for tests. */
    boolean isPacked() {
        return packed.isIdle();
    }

    /** Room for octets; null when there is none. */
    public @Nullable OffHeap room(int capacity) {
        return OffHeap.of(budget, capacity);
    }

    /** Gives back room that comes to nothing. */
    public void give(OffHeap room) {
        room.release();
    }

    /**
     * Makes an answer of octets that become its own.
     *
     * @param head field lines, each with its CR LF
     * @param body a use of its own, when it is shared with another answer
     * @param nowNs the time at which its node said it
     */
    public StoredAnswer answer(
            RequestWay request, int status, AnswerTerms terms, long nowNs, OffHeap head, OffHeap body) {
        return new StoredAnswer(request, status, terms, nowNs, head, body);
    }

    /**
     * Stores an answer, of which one use goes over to the cache.
     *
     * @param askedNs the time at which a node was asked for it
     * @return false when it came to nothing
     */
    public boolean put(CacheKey key, StoredAnswer answer, long askedNs) {
        if (answer.weight() > memory / 4) {
            answer.release();
            return false;
        }
        List<StoredAnswer> dropped = new ArrayList<>();
        store.asMap().compute(key, (known, before) -> {
            if (!holds(key, askedNs)) {
                dropped.add(answer);
                return before;
            }
            return before == null ? new StoredAnswers(List.of(answer)) : before.with(answer, dropped);
        });
        boolean stored = !dropped.remove(answer);
        packed.remove(key);
        if (stored) {
            counts.stored.increment();
            counts.fetchNs.add(Math.max(0, clock.getAsLong() - askedNs));
            unshared.clear(key);
        } else {
            answer.release();
        }
        dropped.forEach(StoredAnswer::release);
        return stored;
    }

    /** One use more of the body of an answer that is retained. */
    public OffHeap again(OffHeap body) {
        if (!body.retain()) {
            throw new IllegalStateException("the octets of an answer that is in use are freed");
        }
        return body;
    }

    /** Forgets the answers of a URL, and those that nodes were asked for before now. */
    public void invalidate(CacheKey key, long nowNs) {
        invalidated.set(key, nowNs);
        boolean wasPacked = packed.remove(key);
        if (store.asMap().remove(key) != null || wasPacked) {
            counts.invalidated.increment();
        }
    }

    /**
     * Forgets answers.
     *
     * @param chosen says which, by URL and answers
     * @return the number of URLs
     */
    public int purge(BiPredicate<CacheKey, StoredAnswers> chosen, long nowNs) {
        purgedNs.accumulateAndGet(nowNs, Math::max);
        int purged = packed.purge(
                (key, resource) -> chosen.test(key, resource) && store.asMap().get(key) == null);
        packed.purge(chosen);
        counts.invalidated.add(purged);
        for (CacheKey key : store.asMap().keySet()) {
            StoredAnswers resource = store.asMap().get(key);
            if (resource != null && chosen.test(key, resource) && store.asMap().remove(key) != null) {
                counts.invalidated.increment();
                purged++;
            }
        }
        return purged;
    }

    /** Remembers that the last answer of a URL was for one client alone. */
    public void unshared(CacheKey key, long nowNs) {
        unshared.set(key, nowNs);
    }

    /** True when the answers of a URL were not for everybody within a time. */
    public boolean isUnshared(CacheKey key, long nowNs, long withinNs) {
        return !unshared.isBefore(key, nowNs - withinNs);
    }

    /** Octets that stored answers may take. */
    public long memory() {
        return memory;
    }

    /** Octets taken now, with those on their way in or out. */
    public long taken() {
        return budget.taken();
    }

    /** The number of URLs with stored answers, about. */
    public long urls() {
        return store.estimatedSize();
    }

    /** Forgets everything. */
    public void close() {
        packed.close();
        store.invalidateAll();
        store.cleanUp();
    }
}
