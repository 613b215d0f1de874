// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one client of a listener may send: so many in a time on average, and so many at once.
 *
 * @param requests in the time; at least 1
 * @param per the time
 * @param burst the most at once, by a client that was quiet; at least 1
 * @param header the field whose value tells clients apart; null for none
 * @param cookie the cookie whose value tells clients apart; null for none. Without both, and for requests without
 *     them, the address does
 * @param clients that are remembered at a time
 */
public record RateSettings(
        int requests,
        Duration per,
        int burst,
        @Nullable String header,
        @Nullable String cookie,
        int clients) {

    /** The burst that is as large as the number of requests in the time. */
    public static final int AUTO = 0;

    public RateSettings {
        burst = burst == AUTO ? requests : burst;
    }
}
