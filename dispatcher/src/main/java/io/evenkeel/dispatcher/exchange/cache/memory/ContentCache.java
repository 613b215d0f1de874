// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Doorkeeper;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.RecentKeys;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.TierShare;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Zip;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
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

    /** The part of the memory that clients may keep which take answers slowly: half of what is beside the store. */
    private static final int PINNED_PART = 8;

    /** The time for which nobody waits for the answers of a URL behind one that was for a single client. */
    private static final long UNSHARED_NS = 10_000_000_000L;

    private final long memory;
    private final MemoryBudget budget;
    private final LongSupplier clock;
    private final Cache<CacheKey, StoredAnswers> store;
    private final PackedTier packed;
    private final RecentKeys evictedKeys;
    private final Doorkeeper doorkeeper;
    private final TierShare share;
    private final Validity validity;
    private final Marks unshared;
    private final CacheCounts counts = new CacheCounts();
    private final Fetches fetches = new Fetches();

    /**
     * @param memory octets of stored answers; a quarter more may be taken by those on their way in or out
     * @param clock the monotonic time in ns
     * @param failed told when answers can no longer be packed, once, on a thread of the cache
     * @param packedShare the share of packed answers that stays, 0.0 to 1.0; null for one that is found
     */
    ContentCache(
            long memory,
            LongSupplier clock,
            PackedTier.Packing packing,
            Consumer<Throwable> failed,
            @Nullable Double packedShare) {
        long nowNs = clock.getAsLong();
        this.share = new TierShare(packedShare);
        this.memory = memory;
        this.clock = clock;
        this.budget = new MemoryBudget(memory + memory / 4, memory / PINNED_PART);
        this.validity = new Validity(nowNs);
        this.unshared = new Marks(nowNs);
        this.evictedKeys = new RecentKeys(memory / LEAST_WEIGHT);
        this.doorkeeper = new Doorkeeper(memory / LEAST_WEIGHT);
        this.packed = new PackedTier(budget, memory, part(TierShare.FIRST), validity, packing, failed);
        this.store = Caffeine.newBuilder()
                .maximumWeight(memory - part(TierShare.FIRST))
                .weigher((CacheKey key, StoredAnswers resource) -> resource.weight())
                .executor(Runnable::run)
                .evictionListener((key, resource, cause) -> evicted(key, resource))
                .removalListener((key, resource, cause) -> removed(resource, cause))
                .build();
    }

    /**
     * Told while the entry is being taken out, so that the time is one at which it was stored. Answers that nobody
     * asked for again are not packed the first time: a flood of them would keep the thread that packs busy.
     */
    private void evicted(@Nullable CacheKey key, @Nullable StoredAnswers resource) {
        if (key != null && resource != null) {
            counts.evicted.increment();
            doorkeeper.evicted();
            if (evictedKeys.again(key.hashCode()) || resource.isWanted()) {
                packed.offer(key, resource, clock.getAsLong());
            } else {
                resource.release();
            }
        }
    }

    private static void removed(@Nullable StoredAnswers resource, RemovalCause cause) {
        if (resource != null && cause != RemovalCause.REPLACED && !cause.wasEvicted()) {
            resource.release();
        }
    }

    private long part(double of) {
        return Zip.isThere() ? (long) (memory * share.orElse(of)) : 0;
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
        looked();
        if (found != null) {
            counts.plain.increment();
            want(found);
            return found;
        }
        return promoted(key);
    }

    private void want(StoredAnswers found) {
        if (found.want()) {
            doorkeeper.useful();
        }
    }

    /** A plain request asks for a URL of which nothing is stored: says whether its answer will be stored. */
    public Doorkeeper.Admittance admit(CacheKey key) {
        Doorkeeper.Admittance admittance = doorkeeper.admit(key.hashCode());
        if (admittance == Doorkeeper.Admittance.REFUSED) {
            counts.refused.increment();
        }
        return admittance;
    }

    /** The answer of a URL that was admitted may be stored. */
    public void storable(Doorkeeper.Admittance admittance) {
        doorkeeper.storable(admittance);
    }

    /** True when the answer to a plain request for a URL would not be stored now; for those who only look. */
    public boolean wouldRefuse(CacheKey key) {
        return doorkeeper.wouldRefuse(key.hashCode());
    }

    private void looked() {
        if (share.looked()) {
            step();
        }
    }

    /**
     * The packed answers of a URL, as they are; null for none. Each must be retained before it is used, and
     * {@link #sentPacked} follows when one is sent.
     */
    public @Nullable StoredAnswers findPacked(CacheKey key) {
        return packed.findPacked(key);
    }

    /** A packed answer goes to a client that takes it as it is. */
    public void sentPacked() {
        looked();
        counts.plain.increment();
        counts.encoded.increment();
    }

    /**
     * Has the answers of a URL packed soon, because clients want one of them so; every few seconds at most for each.
     *
     * @param wanted one of them, retained
     * @param sinceNs a monotonic time before they were found
     */
    public void pack(CacheKey key, StoredAnswers resource, StoredAnswer wanted, long sinceNs) {
        if (Zip.isThere() && wanted.offers(sinceNs) && PackedTier.mayShrink(wanted)) {
            StoredAnswers mine = resource.retained();
            if (mine != null) {
                packed.offer(key.copy(), mine, sinceNs);
            }
        }
    }

    /**
     * The stored answers of a URL as they are, packed or not, for those who only look: nothing is counted, unpacked or
     * moved. Null for none.
     */
    public @Nullable StoredAnswers peek(CacheKey key) {
        StoredAnswers plain = store.policy().getIfPresentQuietly(key);
        return plain == null ? packed.peek(key) : plain;
    }

    /** The packed answers of a URL, for those who only look; null for none. */
    public @Nullable StoredAnswers peekPacked(CacheKey key) {
        return packed.peek(key);
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
        unpacked.want();
        // it may have to make room at once, and is used all the same
        StoredAnswers lent = unpacked.lent();
        StoredAnswers now = store.asMap().compute(key.copy(), (own, before) -> {
            stays[0] = before == null && validity.mayMove(own, beganNs);
            return stays[0] ? unpacked : before;
        });
        if (stays[0]) {
            return lent;
        }
        lent.release();
        unpacked.release();
        return now;
    }

    private void step() {
        long octets =
                part(share.next(counts.plain.sum(), counts.packed.sum(), counts.fetchMeanNs(), counts.unpackMeanNs()));
        packed.memory(octets);
        store.policy().eviction().ifPresent(each -> each.setMaximum(memory - octets));
    }

    /** The share of the memory that packed answers may take now, 0.0 to 1.0. */
    public double packedShare() {
        return Zip.isThere() ? share.share() : 0;
    }

    /** Octets that packed answers count as. */
    public long packedTaken() {
        return packed.taken();
    }

    /** The number of times that answers could not be packed because of an error. */
    public long packFailures() {
        return packed.failures();
    }

    /** True when no answer waits to be packed; for tests. */
    boolean isPacked() {
        return packed.isIdle();
    }

    /** The bound of all octets, and of those that slow clients keep. */
    public MemoryBudget budget() {
        return budget;
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
            if (!validity.mayStore(key, askedNs)) {
                dropped.add(answer);
                return before;
            }
            // earlier than now, for the new one may have to make room at once
            validity.replace(key, clock.getAsLong() - 1);
            packed.remove(key);
            return before == null ? new StoredAnswers(List.of(answer)) : before.with(answer, dropped);
        });
        boolean stored = !dropped.remove(answer);
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

    /**
     * Forgets the answers of a URL, and those that nodes were asked for before now. Answers may be on their way from
     * one tier to the other meanwhile: those that were taken up before the first removal arrive before the second one,
     * or are refused by the mark between them.
     *
     * @return true when there were some
     */
    public boolean invalidate(CacheKey key, long nowNs) {
        validity.invalidate(key, nowNs);
        boolean was = forget(key);
        validity.invalidate(key, clock.getAsLong());
        was |= forget(key);
        if (was) {
            counts.invalidated.increment();
        }
        return was;
    }

    private boolean forget(CacheKey key) {
        boolean wasPacked = packed.remove(key);
        return store.asMap().remove(key) != null || wasPacked;
    }

    /**
     * Forgets answers, as {@link #invalidate} does.
     *
     * @param chosen says which, by URL and answers
     * @return the number of URLs
     */
    public int purge(BiPredicate<CacheKey, StoredAnswers> chosen, long nowNs) {
        validity.purge(nowNs);
        int purged = purgeStored(chosen);
        validity.purge(clock.getAsLong());
        purged += purgeStored(chosen);
        counts.invalidated.add(purged);
        return purged;
    }

    private int purgeStored(BiPredicate<CacheKey, StoredAnswers> chosen) {
        int purged = packed.purge(
                (key, resource) -> chosen.test(key, resource) && store.asMap().get(key) == null);
        packed.purge(chosen);
        for (CacheKey key : store.asMap().keySet()) {
            StoredAnswers resource = store.asMap().get(key);
            if (resource != null && chosen.test(key, resource) && store.asMap().remove(key) != null) {
                purged++;
            }
        }
        return purged;
    }

    /** Remembers that the last answer of a URL was for one client alone. */
    public void unshared(CacheKey key, long nowNs) {
        unshared.set(key, nowNs);
    }

    /** True when an answer of a URL was for one client alone just now, so that nobody waits for its answers. */
    public boolean isUnshared(CacheKey key, long nowNs) {
        return !unshared.isBefore(key, nowNs - UNSHARED_NS);
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
