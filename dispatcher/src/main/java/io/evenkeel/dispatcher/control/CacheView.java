// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * Figures of the cache; counts are since the start.
 *
 * @param memory octets that stored answers may take
 * @param taken octets that are taken, with those of answers on their way in or out
 * @param urls the number of URLs with stored answers, about
 * @param hits requests answered from the cache, fresh
 * @param stale requests answered from the cache beyond the lifetime of the answer
 * @param revalidated requests answered from the cache after a node had confirmed the answer
 * @param collapsed requests answered by what another request had fetched meanwhile
 * @param misses requests that went to a node because nothing fitting was stored
 * @param bypassed requests that the cache is not for
 * @param stored answers stored
 * @param evicted URLs that made room for others
 * @param invalidated URLs that were forgotten because they changed, or by order
 * @param octets of content sent from the cache
 * @param packedShare share of the memory that packed answers may take, 0.0 to 1.0
 * @param packedTaken octets that they count as
 * @param packedHits look-ups that found answers packed, which were unpacked then
 * @param unpackNs mean time of that
 * @param fetchNs mean time of the fetch of an answer that was stored
 */
public record CacheView(
        long memory,
        long taken,
        long urls,
        long hits,
        long stale,
        long revalidated,
        long collapsed,
        long misses,
        long bypassed,
        long stored,
        long evicted,
        long invalidated,
        long octets,
        double packedShare,
        long packedTaken,
        long packedHits,
        double unpackNs,
        double fetchNs) {

    /** Requests that the cache is for, whatever it did with them. */
    public long asked() {
        return hits + stale + revalidated + collapsed + misses;
    }

    /** Requests that were answered without a node being asked for them: hits, stale and collapsed ones. */
    public long withoutNode() {
        return hits + stale + collapsed;
    }

    /** The share of the first in the second, 0.0 to 1.0; NaN before the first request. */
    public double hitShare() {
        return asked() == 0 ? Double.NaN : (double) withoutNode() / asked();
    }

    /** Requests that were answered by what was stored as it came, about. */
    public long plainHits() {
        return Math.max(0, hits + stale + revalidated + collapsed - packedHits);
    }

    /** The mean time in ns that a request saves whose answer is packed, against asking a node. */
    public double packedSavesNs() {
        return Math.max(0, fetchNs - unpackNs);
    }

    /** The most octets that packed answers may count as. */
    public long packedMemory() {
        return (long) (memory * packedShare);
    }
}
