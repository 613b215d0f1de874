// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.time.Duration;

/**
 * The broker: clients ask it for a node and then go there by themselves.
 *
 * @param quantum the time for which a client may use its node, unless it asks for another
 * @param maxQuantum the longest time for which a client may use its node
 */
public record BrokerSettings(Duration quantum, Duration maxQuantum) {

    /** The settings unless the file says otherwise. */
    public static final BrokerSettings DEFAULTS = new BrokerSettings(Duration.ofSeconds(60), Duration.ofMinutes(10));
}
