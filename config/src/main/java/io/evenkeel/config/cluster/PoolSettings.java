// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;

/**
 * Idle connections to the nodes of a cluster.
 *
 * @param maxIdle kept for each node by each event loop; 0 opens a connection for every request
 * @param idle an unused connection is closed after this; a shorter keep-alive that a node announces is obeyed
 */
public record PoolSettings(int maxIdle, Duration idle) {

    public static final PoolSettings DEFAULTS = new PoolSettings(1024, Duration.ofSeconds(15));
}
