// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.limit;

import io.evenkeel.config.BrokerSettings;
import org.jspecify.annotations.Nullable;

/**
 * The limit for questions of each client of the broker, by the settings in force. A change of them gives every client
 * its burst again. Memory is bounded by the number of clients that are remembered. Any thread.
 */
public final class QuestionLimit {

    /** About 150 octets each. */
    private static final int MOST_CLIENTS = 20_000;

    private @Nullable Throttle throttle;
    private double rate;
    private int burst;

    /**
     * Spends a question.
     *
     * @return whole seconds until the next one is answered; 0 when this one is
     */
    public synchronized long secondsToWait(String client, BrokerSettings terms, long nowNs) {
        if (Double.isInfinite(terms.rate())) {
            return 0;
        }
        Throttle mine = throttle;
        if (mine == null || rate != terms.rate() || burst != terms.burst()) {
            mine = new Throttle(terms.rate(), terms.burst(), MOST_CLIENTS);
            throttle = mine;
            rate = terms.rate();
            burst = terms.burst();
        }
        return mine.admits(client, nowNs) ? 0 : (long) Math.ceil(1 / rate);
    }
}
