// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Answers that are being fetched for the cache, and who waits for them. Any thread. */
public final class Fetches {

    /** The most requests that wait for one fetch; further ones go to a node themselves. */
    private static final int MOST_WAITING = 10_000;

    private final ConcurrentMap<CacheKey, Fetch> open = new ConcurrentHashMap<>();

    /**
     * Begins to fetch a URL for everybody who asks for it meanwhile.
     *
     * @return null when somebody does so already
     */
    public @Nullable Fetch begin(CacheKey key) {
        Fetch mine = new Fetch(this, key);
        return open.putIfAbsent(key, mine) == null ? mine : null;
    }

    /** The fetch of a URL that is under way; null for none. */
    public @Nullable Fetch find(CacheKey key) {
        return open.get(key);
    }

    /** One fetch. */
    public static final class Fetch {

        private final Fetches all;
        private final CacheKey key;
        private final List<Waiter> waiting = new ArrayList<>();
        private boolean over;

        private Fetch(Fetches all, CacheKey key) {
            this.all = all;
            this.key = key;
        }

        /** Waits for the end; false when it has come already, or too many wait. */
        public boolean await(Waiter waiter) {
            synchronized (waiting) {
                if (over || waiting.size() >= MOST_WAITING) {
                    return false;
                }
                waiting.add(waiter);
                return true;
            }
        }

        /**
         * Ends it, once.
         *
         * @param left true when only the client that it was for has gone, so that another one may fetch
         */
        public void end(boolean left) {
            all.open.remove(key, this);
            List<Waiter> told;
            synchronized (waiting) {
                over = true;
                told = List.copyOf(waiting);
                waiting.clear();
            }
            told.forEach(each -> each.ended(left));
        }
    }

    /** A request that waits for a fetch. */
    @FunctionalInterface
    public interface Waiter {

        /** The fetch has ended; on the thread of the one who fetched. See {@link Fetch#end}. */
        void ended(boolean left);
    }
}
