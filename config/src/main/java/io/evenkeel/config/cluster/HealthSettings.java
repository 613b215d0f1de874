// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The active check of a cluster's nodes.
 *
 * @param path {@code GET} target of an HTTP check; null for another check
 * @param grpc service that a check of gRPC asks about, empty for the server as a whole; null for another check. A check
 *     with neither is one of TCP, which needs only a connection
 * @param host {@code Host} field of the check; null for the node's address
 * @param minStatus least status that counts as healthy
 * @param maxStatus greatest status that counts as healthy
 * @param interval time between two checks of one node; the first is at once
 * @param timeout for one check as a whole
 * @param fall failed checks in a row that take a node out
 * @param rise passed checks in a row that bring it back; a node that has never been checked is up
 */
public record HealthSettings(
        @Nullable String path,
        @Nullable String grpc,
        @Nullable String host,
        int minStatus,
        int maxStatus,
        Duration interval,
        Duration timeout,
        int fall,
        int rise) {

    /** True when an application answers the check; a connection alone is accepted by the kernel of a stopped one. */
    public boolean asksApplication() {
        return path != null || grpc != null;
    }
}
