// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheCounts;
import io.evenkeel.dispatcher.http.HeadBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The lines {@code Cache-Status} (RFC 9211) and {@code Age} of answers. Any thread. */
public final class CacheStatus {

    private static final String NAME = "Cache-Status: evenkeel; ";
    private static final byte[] AGE = Octets.ascii("Age: ");

    private static final Map<Use, byte[]> USES = new EnumMap<>(Use.class);
    private static final Map<Forwarded, byte[]> FORWARDED = new EnumMap<>(Forwarded.class);
    private static final Map<Forwarded, byte[]> STORED = new EnumMap<>(Forwarded.class);

    static {
        for (Use each : Use.values()) {
            USES.put(each, Octets.ascii(NAME + each.said + "; ttl="));
        }
        for (Forwarded each : Forwarded.values()) {
            FORWARDED.put(each, Octets.ascii(NAME + "fwd=" + each.said + "\r\n"));
            STORED.put(each, Octets.ascii(NAME + "fwd=" + each.said + "; stored\r\n"));
        }
    }

    /** The way in which a stored answer came to be used. */
    public enum Use {
        HIT("hit", "cache-hit"),
        STALE("hit", "cache-stale"),
        COLLAPSED("fwd=uri-miss; collapsed", "cache-collapsed"),
        CONFIRMED("fwd=stale; fwd-status=304", "cache-revalidated"),
        RESCUED("hit; detail=stale-if-error", "cache-stale");

        private final String said;

        /** The word of the access log. */
        public final String word;

        Use(String said, String word) {
            this.said = said;
            this.word = word;
        }

        /** Counts a request that was answered so. */
        public void count(CacheCounts counts) {
            switch (this) {
                case HIT -> counts.hits.increment();
                case STALE, RESCUED -> counts.stale.increment();
                case COLLAPSED -> counts.collapsed.increment();
                case CONFIRMED -> counts.revalidated.increment();
            }
        }
    }

    /** The reason for which a request went to a node. */
    public enum Forwarded {
        URI_MISS("uri-miss"),
        VARY_MISS("vary-miss"),
        STALE("stale"),
        BYPASS("bypass", false),
        /** Slow clients keep too much of the memory. */
        CROWDED("bypass; detail=slow-clients", false),
        METHOD("method", false);

        private final String said;

        /** True when the answer may be stored. */
        public final boolean stores;

        Forwarded(String said) {
            this(said, true);
        }

        Forwarded(String said, boolean stores) {
            this.said = said;
            this.stores = stores;
        }
    }

    private CacheStatus() {}

    /** The line of an answer of a node; not to be changed. */
    public static byte[] forwarded(Forwarded why, boolean stored) {
        return Objects.requireNonNull((stored ? STORED : FORWARDED).get(why));
    }

    /**
     * Adds the line of an answer out of the cache, which is good for so many seconds more; below 0 when it was older.
     */
    public static void hit(Use use, long ttlS, HeadBuffer out) {
        out.add(Objects.requireNonNull(USES.get(use)));
        number(ttlS, out);
        out.endLine();
    }

    /** Adds the line of an age in seconds. */
    public static void age(long ageS, HeadBuffer out) {
        out.add(AGE);
        number(ageS, out);
        out.endLine();
    }

    /** Adds a number in decimal digits, without allocating. */
    public static void number(long value, HeadBuffer out) {
        long rest = value;
        if (rest < 0) {
            out.add((byte) '-');
            rest = -rest;
        }
        long unit = 1;
        while (rest / unit >= 10) {
            unit *= 10;
        }
        for (; unit > 0; unit /= 10) {
            out.add((byte) ('0' + rest / unit % 10));
        }
    }
}
