// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.evenkeel.dispatcher.exchange.cache.memory.tier.TierShare;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.Zip;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cache of a dispatcher, made for the first request that wants it. Any thread. */
public final class CacheStart implements Supplier<ContentCache>, AutoCloseable {

    private final long memory;
    private final LongSupplier clock;
    private final Consumer<Throwable> failed;
    private final @Nullable Double packedShare;
    private volatile @Nullable ContentCache made;

    /**
     * @param memory octets of stored answers
     * @param clock the monotonic time in ns, that of the loops
     * @param failed told when answers cannot be packed because of an error, once, on a thread of the cache
     * @throws IllegalStateException when {@link TierShare#PROPERTY} is no share, with a sentence
     */
    public CacheStart(long memory, LongSupplier clock, Consumer<Throwable> failed) {
        this(memory, clock, failed, System.getProperty(TierShare.PROPERTY));
    }

    /** @param packedShare the value of {@link TierShare#PROPERTY}; null for none */
    CacheStart(long memory, LongSupplier clock, Consumer<Throwable> failed, @Nullable String packedShare) {
        this.memory = memory;
        this.clock = clock;
        this.failed = failed;
        this.packedShare = packedShare == null ? null : TierShare.parse(packedShare);
    }

    @Override
    public ContentCache get() {
        ContentCache present = made;
        return present == null ? make() : present;
    }

    private synchronized ContentCache make() {
        ContentCache present = made;
        if (present == null) {
            present = new ContentCache(memory, clock, new Zip()::pack, failed, packedShare);
            made = present;
        }
        return present;
    }

    /** The cache; null while nobody has wanted it. */
    public @Nullable ContentCache made() {
        return made;
    }

    /** The monotonic time in ns. */
    public LongSupplier clock() {
        return clock;
    }

    @Override
    public void close() {
        ContentCache present = made;
        if (present != null) {
            present.close();
        }
    }
}
