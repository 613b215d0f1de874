// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission.rate;

/**
 * A bucket of tokens for each of many clients, in a table of fixed size.
 *
 * <p>A bucket is one number, the moment at which it will be full again: it is full by itself as time goes on, and a
 * token moves the moment on by the time that a token takes to come back (the generic cell rate algorithm, which grants
 * exactly what a bucket of tokens grants). A client whose bucket is full need not be remembered. So a newcomer takes
 * the place of one of those, or, when its part of the table has none, of the client that is farthest from its limit:
 * those at their limit are the last to be forgotten, however many strangers come.
 *
 * <p>Threads: any; a part of the table has one of {@value #LOCKS} locks, held for some 20 ns. Cost: 16 octets for each
 * place, taken at once; nothing is allocated later.
 *
 * @see <a href="https://www.itu.int/rec/T-REC-I.371">ITU-T I.371, annex A</a>
 */
public final class TokenBuckets {

    private static final int PLACES = 8;
    private static final int LOCKS = 64;

    /** Set in a moment of a client that has been refused since its bucket was last full. */
    private static final long REFUSED = 1;

    private final long[] keys;
    private final long[] fullNs;
    private final Object[] locks = new Object[LOCKS];
    private final int parts;

    /** @param clients that are remembered at least; at most 2^30 */
    public TokenBuckets(int clients) {
        int wanted = Math.max(1, (clients + PLACES - 1) / PLACES);
        parts = Integer.bitCount(wanted) == 1 ? wanted : Integer.highestOneBit(wanted) << 1;
        keys = new long[parts * PLACES];
        fullNs = new long[parts * PLACES];
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
    }

    /**
     * Takes a token of a client.
     *
     * @param key an evenly spread number that stands for the client
     * @param tokenNs the time in which one token comes back; at least 1
     * @param burst the tokens of a full bucket; at least 1
     * @return 0 when there was one; else the time until there is one, negated for the first refusal since the bucket
     *     was full
     */
    public long take(long key, long tokenNs, int burst, long nowNs) {
        long wanted = key == 0 ? 1 : key;
        int part = (int) (wanted & (parts - 1));
        synchronized (locks[part & (LOCKS - 1)]) {
            return takeAt(place(wanted, part * PLACES, nowNs), tokenNs, burst, nowNs);
        }
    }

    private long takeAt(int place, long tokenNs, int burst, long nowNs) {
        long mostNs = tokenNs * burst;
        // a reload may have made the bucket smaller
        long owedNs = Math.min(owedNs(place, nowNs), mostNs);
        long refused = owedNs == 0 ? 0 : fullNs[place] & REFUSED;
        long waitNs = owedNs + tokenNs - mostNs;
        if (waitNs <= 0) {
            fullNs[place] = ((nowNs + owedNs + tokenNs) & ~REFUSED) | refused;
            return 0;
        }
        fullNs[place] = ((nowNs + owedNs) & ~REFUSED) | REFUSED;
        return refused == 0 ? -waitNs : waitNs;
    }

    /** The time until a bucket is full; 0 when it is. */
    private long owedNs(int place, long nowNs) {
        return Math.max(0, (fullNs[place] & ~REFUSED) - nowNs);
    }

    /** The place of a client, which may have to be made. */
    private int place(long wanted, int from, long nowNs) {
        int found = from;
        long least = Long.MAX_VALUE;
        for (int at = from; at < from + PLACES; at++) {
            if (keys[at] == wanted) {
                return at;
            }
            long owedNs = keys[at] == 0 ? -1 : owedNs(at, nowNs);
            if (owedNs < least) {
                least = owedNs;
                found = at;
            }
        }
        keys[found] = wanted;
        fullNs[found] = nowNs;
        return found;
    }

    /** Clients that are remembered now. */
    int clients() {
        int count = 0;
        for (long key : keys) {
            count += key == 0 ? 0 : 1;
        }
        return count;
    }

    /** Clients that there is room for. */
    int room() {
        return keys.length;
    }
}
