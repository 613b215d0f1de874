// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A limit of how often each address may ask: a bucket that refills steadily, and is full at first.
 *
 * <p>The addresses that asked last are remembered, as many as it was told; a forgotten one begins with a full bucket. The networks of IPv6,
 * where one sender has a whole /64, count as one address. Any thread; time is an argument.
 */
public final class Throttle {

    private static final int NETWORK_GROUPS = 4;

    private final double perSecond;
    private final double burst;
    private final Map<String, Bucket> buckets;

    private static final class Bucket {
        private double left;
        private long filledNs;

        Bucket(double left, long filledNs) {
            this.left = left;
            this.filledNs = filledNs;
        }
    }

    /**
     * @param burst what may be spent at once
     * @param most addresses that are remembered
     */
    public Throttle(double perSecond, double burst, int most) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.buckets = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
                return size() > most;
            }
        };
    }

    /** Spends one; false, and nothing is spent, when there is none left. */
    public synchronized boolean admits(String address, long nowNs) {
        Bucket bucket = fill(address, nowNs);
        if (bucket.left < 1) {
            return false;
        }
        bucket.left--;
        return true;
    }

    /** Spends more for what was admitted; the bucket can go below empty, by a burst at most. */
    public synchronized void charge(String address, double cost, long nowNs) {
        Bucket bucket = fill(address, nowNs);
        bucket.left = Math.max(-burst, bucket.left - cost);
    }

    /** Whether one could be spent now; spends nothing. */
    public synchronized boolean hasLeft(String address, long nowNs) {
        return fill(address, nowNs).left >= 1;
    }

    private Bucket fill(String address, long nowNs) {
        Bucket bucket = buckets.computeIfAbsent(network(address), absent -> new Bucket(burst, nowNs));
        bucket.left = Math.min(burst, bucket.left + perSecond * Math.max(0, nowNs - bucket.filledNs) / 1e9);
        bucket.filledNs = Math.max(bucket.filledNs, nowNs);
        return bucket;
    }

    /**
     * The range that counts as one address: the first four groups of an IPv6 address, which servers write without
     * abbreviations; other addresses as they are.
     */
    public static String network(String address) {
        int end = -1;
        for (int group = 0; group < NETWORK_GROUPS; group++) {
            end = address.indexOf(':', end + 1);
            if (end < 0) {
                return address;
            }
        }
        return address.substring(0, end);
    }
}
