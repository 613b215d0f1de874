// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cache of a dispatcher, made for the first request that wants it. Any thread. */
public final class CacheStart implements Supplier<ContentCache>, AutoCloseable {

    private final long memory;
    private final LongSupplier clock;
    private volatile @Nullable ContentCache made;

    /**
     * @param memory octets of stored answers
     * @param clock the monotonic time in ns, that of the loops
     */
    public CacheStart(long memory, LongSupplier clock) {
        this.memory = memory;
        this.clock = clock;
    }

    @Override
    public ContentCache get() {
        ContentCache present = made;
        return present == null ? make() : present;
    }

    private synchronized ContentCache make() {
        ContentCache present = made;
        if (present == null) {
            present = new ContentCache(memory, clock);
            made = present;
        }
        return present;
    }

    /** The cache; null while nobody has wanted it. */
    @Nullable
    ContentCache made() {
        return made;
    }

    LongSupplier clock() {
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
