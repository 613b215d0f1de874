// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import io.evenkeel.dispatcher.node.Cluster;
import java.util.Map;

/** The part of the dispatcher that the push service needs. */
public interface ClusterRegistry {

    /** The clusters in force, by name. */
    Map<String, Cluster> clusters();

    /**
     * Brings a cluster's members in line with its configuration and its {@link RegisteredNodes}, as a reload does;
     * waits for one that runs.
     *
     * @throws IllegalStateException when it has no room for more nodes, no cluster of that name is in force, or the
     *     dispatcher is about to end
     */
    void refit(String cluster);
}
