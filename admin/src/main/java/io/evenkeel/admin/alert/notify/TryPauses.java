// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import java.util.random.RandomGenerator;

/**
 * The times between tries: 1 s, then twice as long each time, a minute at most; each of them up to a fifth shorter or
 * longer, so that many senders do not come at once.
 */
final class TryPauses {

    /** The number of tries of a message: the last one comes after some six minutes. */
    static final int TRIES = 11;

    private static final long FIRST_MS = 1_000;
    private static final long LONGEST_MS = 60_000;
    private static final double SPREAD = 0.2;

    private final RandomGenerator random;

    TryPauses(RandomGenerator random) {
        this.random = random;
    }

    /** @param failed tries that failed, from 1 */
    long delayMs(int failed) {
        long plain = Math.min(LONGEST_MS, FIRST_MS << Math.min(20, failed - 1));
        return Math.round(plain * (1 - SPREAD + 2 * SPREAD * random.nextDouble()));
    }
}
