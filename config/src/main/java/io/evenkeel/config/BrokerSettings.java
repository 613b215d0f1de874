// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;

/**
 * The broker: clients ask it for a node and then go there by themselves.
 *
 * @param quantum the time for which a client may use its node, unless it asks for another
 * @param maxQuantum the longest time for which a client may use its node
 * @param access the clients that it answers
 * @param rate questions of one client a second; {@link Double#POSITIVE_INFINITY} for no limit
 * @param burst questions of one client at once
 */
public record BrokerSettings(Duration quantum, Duration maxQuantum, Access access, double rate, int burst) {

    /** The settings unless the file says otherwise. */
    public static final BrokerSettings DEFAULTS =
            new BrokerSettings(Duration.ofSeconds(60), Duration.ofMinutes(10), Access.AUTO, 20, 100);

    /** The clients that the broker answers. */
    public enum Access {
        /** Those that may read the API: everybody on a loopback address, elsewhere those with a token. */
        AUTO,
        /** Those with a token, also on a loopback address. */
        TOKEN,
        /** Everybody. */
        OPEN
    }
}
