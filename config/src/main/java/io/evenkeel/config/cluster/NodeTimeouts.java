// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;

/**
 * Patience with nodes; idle times, not totals.
 *
 * @param connect for one connection attempt
 * @param response silence of a node that owes an answer or the rest of one, or that takes no more of a request body
 * @param tunnel silence in both directions of an upgraded connection or a TCP connection
 */
public record NodeTimeouts(Duration connect, Duration response, Duration tunnel) {

    public static final NodeTimeouts DEFAULTS =
            new NodeTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofHours(1));
}
