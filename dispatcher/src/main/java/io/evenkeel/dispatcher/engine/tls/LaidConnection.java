// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Loop;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A connection laid over another, and all of it that is simply that of the one below. */
abstract class LaidConnection implements Connection {

    final Connection below;

    LaidConnection(Connection below) {
        this.below = below;
    }

    /** Splices nothing, because octets have to be changed. */
    @Override
    public boolean spliceTo(Connection target) {
        return false;
    }

    @Override
    public void unsplice() {}

    @Override
    public Loop loop() {
        return below.loop();
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return below.remoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return below.localAddress();
    }

    @Override
    public void expectHeads() {
        below.expectHeads();
    }

    @Override
    public void expectBody() {
        below.expectBody();
    }

    @Override
    public long unsent() {
        return below.unsent();
    }

    @Override
    public long sinceSentNs() {
        return below.sinceSentNs();
    }
}
