// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import io.evenkeel.dispatcher.engine.port.Neighbours;
import io.evenkeel.dispatcher.log.EventLog;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * State that earlier runs of a dispatcher have kept for this one.
 *
 * @param orders orders of administrators to nodes
 * @param clusterKey signs cookies of affinity while the configuration has no cluster key
 * @param neighbours the processes with which this one may share its addresses
 */
public record Kept(NodeOrders orders, String clusterKey, Neighbours neighbours) {

    private static final int KEY_OCTETS = 32;

    /** The same without another process. */
    public Kept(NodeOrders orders, String clusterKey) {
        this(orders, clusterKey, new Neighbours());
    }

    /** No orders, and a cluster key that ends with this run. */
    public static Kept nothing(EventLog events) {
        return new Kept(NodeOrders.inMemory(events), newKey());
    }

    /** A cluster key that nobody can guess: 64 hexadecimal digits. */
    public static String newKey() {
        byte[] key = new byte[KEY_OCTETS];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }
}
