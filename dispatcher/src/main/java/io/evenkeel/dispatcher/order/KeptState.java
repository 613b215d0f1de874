// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.dispatcher.engine.port.Neighbours;
import io.evenkeel.dispatcher.log.EventLog;

/**
 * State that earlier runs of a dispatcher have kept for this one.
 *
 * @param orders orders of administrators to nodes
 * @param ownKey signs cookies of affinity while the configuration has no cluster key; asked only then
 * @param neighbours the processes with which this one may share its addresses
 */
public record KeptState(NodeOrders orders, OwnKey ownKey, Neighbours neighbours) {

    /** The same without another process. */
    public KeptState(NodeOrders orders, OwnKey ownKey) {
        this(orders, ownKey, new Neighbours());
    }

    /** No orders, and a cluster key that ends with this run. */
    public static KeptState nothing(EventLog events) {
        return new KeptState(NodeOrders.inMemory(events), OwnKey.of(OwnKey.made()));
    }
}
