// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster.discover;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a cluster finds nodes beside those of the file.
 *
 * @param interval the longest time between two questions; null for what suits the source
 * @param timeout of one question
 * @param drain the longest time that a node which has vanished stays for its tasks and sessions
 * @param maxNodes the most nodes that are taken; further ones are left out
 * @param maxInFlight most tasks at once on each found node of which the source says nothing
 * @param maxConnections most connections to each found node of which the source says nothing
 */
public record DiscoverSettings(
        SourceSettings source,
        @Nullable Duration interval,
        Duration timeout,
        Duration drain,
        int maxNodes,
        int maxInFlight,
        int maxConnections) {}
