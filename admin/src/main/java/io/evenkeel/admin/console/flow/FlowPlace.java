// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

/**
 * A place on the way of work.
 *
 * @param key tells places apart
 * @param column 0 for the clients, 1 for listeners, 2 for clusters, 3 for nodes
 * @param perSecond requests and TCP connections that pass it; NaN is unknown
 * @param inFlight tasks that are there now; NaN where they are not counted
 * @param waiting tasks that wait there for a node; NaN where none can wait
 * @param address of its page; empty when it has none
 */
public record FlowPlace(
        String key,
        int column,
        String name,
        double perSecond,
        double inFlight,
        double waiting,
        FlowTrouble trouble,
        String address) {}
