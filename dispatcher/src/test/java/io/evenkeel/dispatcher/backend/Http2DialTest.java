// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.backend.h2.Http2Dial;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.DiscardHandler;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.engine.MemoryNetwork;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Connections of HTTP/2 for one question after another. */
final class Http2DialTest {

    @Test
    void refusesToHoldAnswersBack() {
        ManualLoop clock = new ManualLoop();
        Connection made = Objects.requireNonNull(new Http2Dial(new MemoryNetwork(clock))
                .connect(
                        clock.loop(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                        Duration.ofSeconds(1),
                        DiscardHandler.HANDLER));

        assertThatThrownBy(made::pause).isInstanceOf(UnsupportedOperationException.class);
        assertThat(made.paused()).isFalse();
    }
}
