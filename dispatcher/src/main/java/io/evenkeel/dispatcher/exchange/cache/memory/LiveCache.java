// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.control.CacheFigures;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.CacheStrain;
import io.evenkeel.dispatcher.control.CacheView;
import org.jspecify.annotations.Nullable;

/** The figures of the cache, and orders to it. Any thread; a purge of more than one URL looks at all. */
public final class LiveCache implements CacheFigures {

    private static final byte[] CACHE_TAG = Octets.ascii("cache-tag");
    private static final byte[] SURROGATE_KEY = Octets.ascii("surrogate-key");

    private final CacheStart start;

    public LiveCache(CacheStart start) {
        this.start = start;
    }

    @Override
    public @Nullable CacheView view() {
        ContentCache cache = start.made();
        if (cache == null) {
            return null;
        }
        CacheCounts counts = cache.counts();
        return new CacheView(
                cache.memory(),
                cache.taken(),
                cache.urls(),
                counts.hits.sum(),
                counts.stale.sum(),
                counts.revalidated.sum(),
                counts.collapsed.sum(),
                counts.misses.sum(),
                counts.bypassed.sum(),
                counts.stored(),
                counts.evicted(),
                counts.invalidated(),
                counts.octets.sum(),
                cache.packedShare(),
                cache.packedTaken(),
                counts.packed(),
                counts.unpackMeanNs(),
                counts.fetchMeanNs());
    }

    @Override
    public @Nullable CacheStrain strain() {
        ContentCache cache = start.made();
        return cache == null
                ? null
                : new CacheStrain(
                        cache.budget().pinned(),
                        cache.counts().crowded.sum(),
                        cache.counts().refused.sum(),
                        cache.packFailures());
    }

    @Override
    public int purge(CachePurge order) {
        ContentCache cache = start.made();
        if (cache == null) {
            return 0;
        }
        long nowNs = start.clock().getAsLong();
        return switch (order.kind()) {
            case URL -> cache.invalidate(CacheKey.of(order.value()), nowNs) ? 1 : 0;
            case ALL -> cache.purge((key, resource) -> true, nowNs);
            case PREFIX -> {
                CacheKey prefix = CacheKey.of(order.value());
                yield cache.purge((key, resource) -> key.startsWith(prefix), nowNs);
            }
            case TAG -> {
                byte[] tag = Octets.ascii(order.value());
                yield cache.purge(
                        (key, resource) -> resource.answers().stream().anyMatch(each -> isTagged(each, tag)), nowNs);
            }
        };
    }

    private static boolean isTagged(StoredAnswer answer, byte[] tag) {
        if (!answer.retain()) {
            return false;
        }
        try {
            byte[] lines = new byte[answer.head().octets().writerIndex()];
            answer.head().octets().getBytes(0, lines);
            for (int line = 0; line < lines.length; ) {
                int end = Octets.indexOf(lines, line, lines.length, Octets.CR);
                int colon = Octets.indexOf(lines, line, end, (byte) ':');
                boolean tags = Octets.equalsLower(lines, line, colon, CACHE_TAG)
                        || Octets.equalsLower(lines, line, colon, SURROGATE_KEY);
                if (tags && hasWord(lines, colon + 1, end, tag)) {
                    return true;
                }
                line = end + 2;
            }
            return false;
        } finally {
            answer.release();
        }
    }

    /** True when a list, with commas or blanks between its members, has one. */
    private static boolean hasWord(byte[] lines, int from, int to, byte[] word) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && lines[end] != ',' && lines[end] != ' ' && lines[end] != '\t') {
                end++;
            }
            if (end - at == word.length && Octets.startsWith(lines, at, end, word)) {
                return true;
            }
            at = end + 1;
        }
        return false;
    }
}
