// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.request;

/**
 * The times when clients got their last answers: a table of fixed size, from which the next request takes the entry
 * away.
 *
 * <p>An entry is one long: 32 bits of the client's hash and the time in milliseconds, so it is written and taken at
 * once and never half. A client has four places where its entry may be; when all are taken by others, the oldest is
 * forgotten. So with many more than {@value #CLIENTS} clients the mean comes from those that return soonest; with up to
 * that many, losses are rare. Two clients of one hash count as one.
 *
 * <p>Because an entry is taken away, pictures that a browser fetches beside each other do not count as pauses; only the
 * first request after an answer does. A pause longer than ten minutes is a new visit and not counted.
 */
final class ThinkTimes {

    /** Entries in the table. */
    static final int CLIENTS = 8192;

    private static final int PLACES = 4;
    private static final int LONGEST_MS = 10 * 60 * 1000;
    private static final long TIME = 0xFFFF_FFFFL;

    private final Ledger ledger;

    ThinkTimes(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * A client's request has come.
     *
     * @param client its hash; 0: unknown
     * @param nowMs any clock of milliseconds, which may wrap
     * @return milliseconds since its last answer; -1 when there was none, or no longer
     */
    int returned(int client, int nowMs) {
        if (client == 0) {
            return -1;
        }
        int first = first(client);
        for (int i = 0; i < PLACES; i++) {
            long entry = ledger.client(first + i);
            if ((int) (entry >>> 32) == client) {
                int pauseMs = nowMs - (int) entry;
                boolean ours = ledger.client(first + i, entry, 0);
                return ours && pauseMs >= 0 && pauseMs <= LONGEST_MS ? pauseMs : -1;
            }
        }
        return -1;
    }

    /** A client has got its answer. */
    void answered(int client, int nowMs) {
        if (client == 0) {
            return;
        }
        int first = first(client);
        int place = first;
        int oldestMs = -1;
        for (int i = 0; i < PLACES; i++) {
            long entry = ledger.client(first + i);
            if (entry == 0 || (int) (entry >>> 32) == client) {
                place = first + i;
                break;
            }
            // An entry that seems to come from the future is from before the clock wrapped: as old as can be.
            int ageMs = (nowMs - (int) entry) & Integer.MAX_VALUE;
            if (ageMs > oldestMs) {
                oldestMs = ageMs;
                place = first + i;
            }
        }
        ledger.client(place, ledger.client(place), ((long) client << 32) | (nowMs & TIME));
    }

    private static int first(int client) {
        int mixed = client * 0x9E3779B9;
        return (mixed >>> 16) & (CLIENTS - 1) & -PLACES;
    }
}
