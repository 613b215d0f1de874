// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A limit for the attempts of each address: a bucket that refills steadily, and is full at first.
 *
 * <p>It remembers as many addresses as it was told, and first of all those that have spent most: when there are too
 * many, full buckets are forgotten, which are the same as new ones, then those with the most left. So invented
 * addresses or names do not make it forget a sender who was stopped. The networks of IPv6, where one sender has a whole
 * /64, count as one address. Any thread; time is an argument.
 */
public final class Throttle {

    private static final int NETWORK_GROUPS = 4;

    /** The part of all addresses that is forgotten at once, so that each look at all serves many new ones. */
    private static final int FORGOTTEN_PART = 8;

    private final double perSecond;
    private final double burst;
    private final int most;
    private final Map<String, Bucket> buckets = new HashMap<>();

    private static final class Bucket {
        private double left;
        private long filledNs;

        Bucket(double left, long filledNs) {
            this.left = left;
            this.filledNs = filledNs;
        }
    }

    /**
     * @param burst attempts that may be spent at once
     * @param most addresses that are remembered
     */
    public Throttle(double perSecond, double burst, int most) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.most = most;
    }

    /** Spends one attempt; false, and nothing is spent, when none is left. */
    public synchronized boolean admits(String address, long nowNs) {
        Bucket bucket = fill(address, nowNs);
        if (bucket.left < 1) {
            return false;
        }
        bucket.left--;
        return true;
    }

    /** Spends more for an attempt that was admitted; the bucket can go below empty, by a burst at most. */
    public synchronized void charge(String address, double cost, long nowNs) {
        Bucket bucket = fill(address, nowNs);
        bucket.left = Math.max(-burst, bucket.left - cost);
    }

    /** True when one could be spent now; spends nothing and remembers no address. */
    public synchronized boolean hasLeft(String address, long nowNs) {
        Bucket bucket = buckets.get(network(address));
        return bucket == null ? burst >= 1 : left(bucket, nowNs) >= 1;
    }

    /** Addresses that are remembered. */
    synchronized int size() {
        return buckets.size();
    }

    private Bucket fill(String address, long nowNs) {
        String network = network(address);
        Bucket bucket = buckets.get(network);
        if (bucket == null) {
            if (buckets.size() >= most) {
                makeRoom(nowNs);
            }
            bucket = new Bucket(burst, nowNs);
            buckets.put(network, bucket);
        }
        bucket.left = left(bucket, nowNs);
        bucket.filledNs = Math.max(bucket.filledNs, nowNs);
        return bucket;
    }

    private double left(Bucket bucket, long nowNs) {
        return Math.min(burst, bucket.left + perSecond * Math.max(0, nowNs - bucket.filledNs) / 1e9);
    }

    private void makeRoom(long nowNs) {
        buckets.values().removeIf(bucket -> left(bucket, nowNs) >= burst);
        if (buckets.size() < most) {
            return;
        }
        List<String> fullest = buckets.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, Bucket> each) -> -left(each.getValue(), nowNs)))
                .limit(1 + most / FORGOTTEN_PART)
                .map(Map.Entry::getKey)
                .toList();
        fullest.forEach(buckets::remove);
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
