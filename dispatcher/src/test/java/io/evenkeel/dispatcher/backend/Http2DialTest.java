// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.backend.h2.Http2Dial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Connections of HTTP/2 for one question after another. */
final class Http2DialTest {

    private static final ConnectionHandler IDLE = new ConnectionHandler() {
        @Override
        public void received(ByteBuf bytes) {}

        @Override
        public void inputEnded() {}

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void closed() {}
    };

    @Test
    void refusesToHoldAnswersBack() {
        ManualLoop clock = new ManualLoop();
        Connection made = Objects.requireNonNull(new Http2Dial(new MemoryNetwork(clock))
                .connect(
                        clock.loop(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                        Duration.ofSeconds(1),
                        IDLE));

        assertThatThrownBy(made::pause).isInstanceOf(UnsupportedOperationException.class);
        assertThat(made.paused()).isFalse();
    }
}
