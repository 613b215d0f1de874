// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheCounts;
import io.evenkeel.dispatcher.http.HeadBuffer;

/** The lines {@code Cache-Status} (RFC 9211) and {@code Age} of answers. */
final class CacheStatus {

    private static final byte[] HIT = Octets.ascii("Cache-Status: evenkeel; hit; ttl=");
    private static final byte[] COLLAPSED = Octets.ascii("Cache-Status: evenkeel; fwd=uri-miss; collapsed; ttl=");
    private static final byte[] CONFIRMED = Octets.ascii("Cache-Status: evenkeel; fwd=stale; fwd-status=304; ttl=");
    private static final byte[] RESCUED = Octets.ascii("Cache-Status: evenkeel; hit; detail=stale-if-error; ttl=");
    private static final byte[] AGE = Octets.ascii("Age: ");

    /** The way in which a stored answer came to be used. */
    enum Use {
        HIT(CacheStatus.HIT, "cache-hit"),
        STALE(CacheStatus.HIT, "cache-stale"),
        COLLAPSED(CacheStatus.COLLAPSED, "cache-collapsed"),
        CONFIRMED(CacheStatus.CONFIRMED, "cache-revalidated"),
        RESCUED(CacheStatus.RESCUED, "cache-stale");

        private final byte[] line;

        /** The word of the access log. */
        final String word;

        Use(byte[] line, String word) {
            this.line = line;
            this.word = word;
        }

        /** Counts a request that was answered so. */
        void count(CacheCounts counts) {
            switch (this) {
                case HIT -> counts.hits.increment();
                case STALE, RESCUED -> counts.stale.increment();
                case COLLAPSED -> counts.collapsed.increment();
                case CONFIRMED -> counts.revalidated.increment();
            }
        }
    }

    /** The reason for which a request went to a node. */
    enum Forwarded {
        URI_MISS("uri-miss"),
        VARY_MISS("vary-miss"),
        STALE("stale"),
        BYPASS("bypass"),
        METHOD("method");

        private final byte[] line;
        private final byte[] storedLine;

        Forwarded(String word) {
            line = Octets.ascii("Cache-Status: evenkeel; fwd=" + word + "\r\n");
            storedLine = Octets.ascii("Cache-Status: evenkeel; fwd=" + word + "; stored\r\n");
        }

        byte[] line(boolean stored) {
            return stored ? storedLine : line;
        }
    }

    private CacheStatus() {}

    static void hit(Use use, long ttlS, HeadBuffer out) {
        out.add(use.line);
        number(ttlS, out);
        out.endLine();
    }

    static void age(long ageS, HeadBuffer out) {
        out.add(AGE);
        number(ageS, out);
        out.endLine();
    }

    /** Adds a number in decimal digits, without allocating. */
    static void number(long value, HeadBuffer out) {
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
