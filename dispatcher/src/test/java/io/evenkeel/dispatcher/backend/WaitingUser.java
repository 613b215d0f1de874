// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** A user of a node connection that only waits for it. */
final class WaitingUser implements NodeUser {

    /** True once it has a connection. */
    boolean ready;

    /** The ways in which it lost one. */
    final List<Loss> lost = new ArrayList<>();

    @Override
    public void nodeReady() {
        ready = true;
    }

    @Override
    public void nodeBytes(ByteBuf bytes) {}

    @Override
    public void nodeReport(byte[] octets, int from, int to, boolean binary) {}

    @Override
    public void nodeDrained() {}

    @Override
    public void nodeOutputFailed() {}

    @Override
    public boolean nodeDoubted() {
        return true;
    }

    @Override
    public void nodeLost(Loss how) {
        lost.add(how);
    }
}
