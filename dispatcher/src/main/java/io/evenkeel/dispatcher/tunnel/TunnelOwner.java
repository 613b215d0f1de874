// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

/** The owner of a tunnel, which hears of its end. */
public interface TunnelOwner {

    /**
     * Both connections are gone; called once, on their loop.
     *
     * @param fromClient bytes that came from the client
     * @param fromNode bytes that came from the node
     */
    void tunnelEnded(TunnelEnd end, long fromClient, long fromNode);
}
