// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

/**
 * The arrival of a message. Silence is counted from here: how long the message waits for its turn is not its sender's
 * doing.
 *
 * @param atNs by the service's clock
 */
record Arrival(McmpPeer peer, long atNs) {}
