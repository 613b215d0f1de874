// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cache;

import io.evenkeel.dispatcher.control.CacheView;
import java.util.function.ToLongFunction;

/** A result of the cache for a request: the word of the metrics, and its meaning. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum CacheResult {
    HIT("hit", "a fresh stored answer was used", CacheView::hits),
    STALE("stale", "a stored answer was used beyond its lifetime, as it or the client allows", CacheView::stale),
    COLLAPSED("collapsed", "it waited for the same answer that another request fetched", CacheView::collapsed),
    REVALIDATED("revalidated", "a node said that the stored answer is still good", CacheView::revalidated),
    MISS("miss", "a node was asked, because nothing fitting was stored", CacheView::misses),
    BYPASS("bypass", "the cache is not for it", CacheView::bypassed);

    private final String word;
    private final String meaning;
    private final ToLongFunction<CacheView> count;

    CacheResult(String word, String meaning, ToLongFunction<CacheView> count) {
        this.word = word;
        this.meaning = meaning;
        this.count = count;
    }

    public String word() {
        return word;
    }

    /** The begin of the keys of its texts. */
    public String key() {
        return "cache/result/" + word;
    }

    public String meaning() {
        return meaning;
    }

    long count(CacheView view) {
        return count.applyAsLong(view);
    }
}
