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
        double fetchNs) {}
